/**
 * Writes the public types of `natter/platform` from the schemas of src/contract, with the descriptions of their fields. Types derived from
 * the schemas would need the declarations of zod, which no site installs.
 */

import ts from 'typescript';
import { formatted } from './formatted.mjs';
import { fromRoot } from './paths.mjs';

/** Name of a type → file of the contract, route, part, and the path from there: `data[]` is the element of the list `data`. */
const RUNTIME = {
  ChatStart: ['chat', 'createChat', 'body'],
  ChatStarted: ['chat', 'createChat', 'answer'],
  ChatMessage: ['chat', 'respondToChat', 'body'],
  ChatReply: ['chat', 'respondToChat', 'answer'],
  ChatClosed: ['chat', 'closeChat', 'answer'],
  Turn: ['conversations', 'listConversations', 'answer', 'conversations[].turns[]'],
  Conversation: ['conversations', 'listConversations', 'answer', 'conversations[]'],
  ConversationQuery: ['conversations', 'listConversations', 'query'],
  ConversationPage: ['conversations', 'listConversations', 'answer'],
  ConversationQueryV2: ['conversations', 'listConversationsV2', 'query'],
  ConversationPageV2: ['conversations', 'listConversationsV2', 'answer'],
  ConversationQueryV1: ['conversations', 'listConversationsV1', 'query'],
  ConversationPageV1: ['conversations', 'listConversationsV1', 'answer'],
  ConcurrencyQuery: ['concurrency', 'getConcurrency', 'query'],
  Concurrency: ['concurrency', 'getConcurrency', 'answer'],
  HandoffState: ['handoff-state', 'getHandoffState', 'answer'],
  OutboundCall: ['outbound', 'startCall', 'body'],
  OutboundCallStarted: ['outbound', 'startCall', 'answer'],
  CallStatus: ['outbound', 'getCallStatus', 'answer'],
  EventLocation: ['external-events', 'postExternalEvent', 'query'],
  BridgeEnded: ['bridge', 'postBridgeEnded', 'body'],
  BridgeEndedAnswer: ['bridge', 'postBridgeEnded', 'answer'],
  ReservedNumber: ['dni', 'reserveNumber', 'answer'],
};

const ALERTS = {
  AlertRule: ['alerts', 'getAlertRule', 'answer'],
  NewAlertRule: ['alerts', 'createAlertRule', 'body'],
  AlertRuleQuery: ['alerts', 'listAlertRules', 'query'],
  FiringAlert: ['alerts', 'listAlerts', 'answer', 'data[]'],
  FiringAlertQuery: ['alerts', 'listAlerts', 'query'],
  WebhookEndpoint: ['webhooks', 'getWebhookEndpoint', 'answer'],
  WebhookEndpointQuery: ['webhooks', 'listWebhookEndpoints', 'query'],
  NewWebhookEndpoint: ['webhooks', 'createWebhookEndpoint', 'body'],
  CreatedWebhookEndpoint: ['webhooks', 'createWebhookEndpoint', 'answer'],
  WebhookSecret: ['webhooks', 'rotateWebhookSecret', 'answer'],
};

const AGENTS = {
  Agent: ['agents', 'createAgent', 'answer'],
  NewAgent: ['agents', 'createAgent', 'body'],
  AgentCopy: ['agents', 'duplicateAgent', 'body'],
  BranchList: ['agents', 'listBranches', 'answer'],
  BranchCreated: ['agents', 'createBranch', 'answer'],
  BranchDeleted: ['agents', 'deleteBranch', 'answer'],
  Merge: ['agents', 'mergeBranch', 'body'],
  Merged: ['agents', 'mergeBranch', 'answer'],
  Behavior: ['agents', 'getBehavior', 'answer'],
  Topic: ['agents', 'getTopic', 'answer'],
  NewTopic: ['agents', 'createTopic', 'body'],
  Attribute: ['agents-release', 'createAttribute', 'answer'],
  AttributeList: ['agents-release', 'listAttributes', 'answer'],
  Deleted: ['agents-release', 'deleteAttribute', 'answer'],
  Variant: ['agents-release', 'updateVariant', 'answer'],
  NewVariant: ['agents-release', 'createVariant', 'body'],
  VariantList: ['agents-release', 'listVariants', 'answer'],
  Deployment: ['agents-release', 'listDeployments', 'answer', 'deployments[]'],
  DeploymentQuery: ['agents-release', 'listDeployments', 'query'],
  DeploymentList: ['agents-release', 'listDeployments', 'answer'],
  ActiveDeployments: ['agents-release', 'getActiveDeployments', 'answer'],
  Publication: ['agents-release', 'publishAgent', 'body'],
  Promotion: ['agents-release', 'promoteDeployment', 'body'],
  Rollback: ['agents-release', 'rollbackDeployment', 'body'],
  Released: ['agents-release', 'publishAgent', 'answer'],
  ConfigPage: ['agents-release', 'getRealTimeConfig', 'answer'],
  ConfigPageList: ['agents-release', 'listRealTimeConfigs', 'answer'],
};

/** File name from the project's root → text. */
export function wireTypes() {
  const tables = [RUNTIME, ALERTS, AGENTS];
  const printer = createPrinter(tables.flatMap(each => Object.values(each)).map(([file]) => file));
  return [
    ['src/platform/families/runtime-types.ts', formatted(textOf('of the runtime host', RUNTIME, printer), 'types.ts')],
    [
      'src/platform/families/alert-types.ts',
      formatted(textOf('of Alerts and Webhook endpoints', ALERTS, printer), 'types.ts'),
    ],
    ['src/platform/families/agent-types.ts', formatted(textOf('of Agents', AGENTS, printer), 'types.ts')],
  ];
}

function textOf(calls, types, { declare }) {
  const declarations = Object.entries(types).map(([name, place]) => declare(name, place));
  return `/**
 * Types that calls ${calls} take and return, as the schemas of src/contract have it. Written by \`npm run written\`: change the schemas and
 * their descriptions, not this.
 */

${declarations.join('\n\n')}
`;
}

const PARTS = { body: 'Body of', query: 'Filters of', answer: 'Answer to' };

function createPrinter(names) {
  const { options } = ts.getParsedCommandLineOfConfigFile(fromRoot('tsconfig.json'), {}, { ...ts.sys });
  const files = [...new Set(names)].map(name => fromRoot(`src/contract/families/${name}.ts`));
  const program = ts.createProgram(files, { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  /** Text of a type without comments → the type's name in the written file. */
  const named = new Map();

  function declare(name, [file, route, part, way]) {
    const source = program.getSourceFile(fromRoot(`src/contract/families/${file}.ts`));
    const symbol = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).find(each => each.name === route);
    const routeType = checker.getTypeOfSymbol(symbol);
    const outputOf = type => propertyOf(propertyOf(type, '_zod'), 'output');
    let type = outputOf(propertyOf(routeType, part));
    for (const step of way?.split('.') ?? []) type = elementOf(propertyOf(type, step.slice(0, -2)));
    const place = way ? `One of \`${way.replaceAll('[]', '')}\` in the answer to` : PARTS[part];
    const text = `/** ${place} \`${route}\`. */\nexport interface ${name} ${bodyOf(type)}`;
    named.set(shapeOf(type), name);
    return text;
  }

  function propertyOf(type, name) {
    const property = checker.getPropertyOfType(checker.getNonNullableType(type), name);
    if (!property) throw new Error(`There is no ${name} in ${checker.typeToString(type)}.`);
    return checker.getTypeOfSymbol(property);
  }

  const elementOf = type => checker.getTypeArguments(checker.getNonNullableType(type))[0];
  const shapeOf = type =>
    checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias);

  /** Fields in the order of the schema, without those that exist only to be refused with a reason. */
  const fieldsOf = type =>
    checker
      .getPropertiesOfType(type)
      .filter(each => !(checker.getTypeOfSymbol(each).flags & ts.TypeFlags.Undefined))
      .sort((one, other) => positionOf(one) - positionOf(other));

  const positionOf = symbol => symbol.declarations?.[0]?.pos ?? 0;

  function bodyOf(type, indent = '') {
    const inner = `${indent}  `;
    const lines = fieldsOf(type).flatMap(field => {
      const comment = descriptionOf(field.declarations?.[0]);
      const optional = field.flags & ts.SymbolFlags.Optional ? '?' : '';
      const name = /^\w+$/.test(field.name) ? field.name : `'${field.name}'`;
      const line = `${inner}${name}${optional}: ${print(checker.getTypeOfSymbol(field), inner)};`;
      return comment ? [`${inner}/** ${comment} */`, line] : [line];
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }

  /** Text of `.describe('…')` on a field's schema. For a named schema it stands at the declaration of the name. */
  function descriptionOf(declaration) {
    let schema = declaration?.initializer;
    while (schema && ts.isCallExpression(schema)) {
      const { expression, arguments: given } = schema;
      if (expression.name?.text === 'describe') return given[0].text;
      schema = expression.expression;
    }
    if (!schema || !ts.isIdentifier(schema)) return undefined;
    return descriptionOf(checker.getSymbolAtLocation(schema)?.declarations?.[0]);
  }

  function print(type, indent) {
    if (type.isUnion() && !(type.flags & ts.TypeFlags.Boolean)) return printUnion(type.types, indent);
    if (checker.isArrayType(type)) {
      const element = print(elementOf(type), indent);
      return element.includes(' | ') && !element.startsWith('{') ? `(${element})[]` : `${element}[]`;
    }
    if (!(type.flags & ts.TypeFlags.Object)) return checker.typeToString(type).replace(/^"(.*)"$/, "'$1'");
    const [index] = checker.getIndexInfosOfType(type);
    if (index) return `Record<${checker.typeToString(index.keyType)}, ${print(index.type, indent)}>`;
    return named.get(shapeOf(type)) ?? bodyOf(type, indent);
  }

  /** Prints `true | false` as `boolean`, and puts `null` and `undefined` last. */
  function printUnion(types, indent) {
    const texts = [
      ...new Set(types.map(each => (each.flags & ts.TypeFlags.BooleanLiteral ? 'boolean' : print(each, indent)))),
    ];
    const last = text => (text === 'undefined' ? 2 : text === 'null' ? 1 : 0);
    return texts.sort((one, other) => last(one) - last(other)).join(' | ');
  }

  return { declare };
}
