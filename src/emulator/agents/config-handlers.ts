/** Real-time configs: values that the agent uses at once, without a deployment. */

import { Ajv, type ErrorObject } from 'ajv';
import {
  getRealTimeConfig,
  listRealTimeConfigs,
  patchRealTimeVariables,
  putRealTimeSchema,
} from '../../contract/families/agents-release.ts';
import type { Dialect } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';
import { handle } from '../rest/call.ts';
import { type Agent, type ConfigPage, ENVIRONMENTS } from '../store/agents.ts';
import { agentOf, fieldProblem } from './find.ts';

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export const configHandlers = [
  handle(listRealTimeConfigs, (core, { params }) => ({
    status: 200,
    body: { configPages: [...agentOf(core, params).configs.values()].map(pageJson) },
  })),

  handle(getRealTimeConfig, (core, { params, dialect }) => {
    checkName(params.configName, dialect);
    const agent = agentOf(core, params);
    const page = agent.configs.get(params.configName);
    if (!page) throw new Problem(404, 'There is no such page.');
    return { status: 200, body: pageJson(page) };
  }),

  handle(putRealTimeSchema, (core, { at, params, body, dialect }) => {
    checkName(params.configName, dialect);
    const agent = agentOf(core, params);
    problemsOf(body.schema, {});
    const page = pageOf(agent, params.configName);
    page.schema = body.schema;
    page.updatedAt = at;
    return { status: 200, body: pageJson(page) };
  }),

  handle(patchRealTimeVariables, (core, { at, params, body, dialect }) => {
    checkName(params.configName, dialect);
    const agent = agentOf(core, params);
    const page = agent.configs.get(params.configName);
    const variables = { ...page?.variables, ...body.variables };
    checkVariables(page?.schema ?? true, variables);
    const changed = page ?? pageOf(agent, params.configName);
    changed.variables = variables;
    changed.updatedAt = at;
    return { status: 200, body: pageJson(changed) };
  }),
];

function checkName(name: string, dialect: Dialect): void {
  if (ENVIRONMENTS.some(each => each === name)) return;
  if (dialect === 'poly') {
    const words = `must be one of ${ENVIRONMENTS.join(', ')}`;
    throw fieldProblem(400, 'clientEnv', words, 'REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT');
  }
  if (!NAME.test(name))
    throw fieldProblem(400, 'configName', 'must be 1 to 64 letters, digits, hyphens and underscores');
}

/** Returns the page of this name. Creates it if there is none yet. */
function pageOf(agent: Agent, name: string): ConfigPage {
  const page = agent.configs.get(name) ?? { name, variables: {}, schema: true, updatedAt: null };
  agent.configs.set(name, page);
  return page;
}

/** Validates the variables and returns the errors. Throws 400 if the schema is invalid, or refers to itself endlessly. */
function problemsOf(schema: ConfigPage['schema'], variables: object): readonly ErrorObject[] {
  try {
    // An asynchronous schema validates by a promise, but this call returns at once.
    if (typeof schema === 'object' && '$async' in schema) throw new Error('asynchronous');
    const validate = new Ajv({ allErrors: true, strict: false, logger: false }).compile(schema);
    return validate(variables) ? [] : (validate.errors ?? []);
  } catch {
    throw fieldProblem(400, 'schema', 'must be a JSON Schema of draft 7', 'REAL_TIME_CONFIG_INVALID_SCHEMA');
  }
}

function checkVariables(schema: ConfigPage['schema'], variables: object): void {
  const problems = problemsOf(schema, variables);
  if (problems.length === 0) return;
  const fields = problems.map(each => ({
    field: `variables${each.instancePath.replaceAll('/', '.')}`,
    message: each.message ?? 'does not fit the schema',
  }));
  const words = fields.map(each => `${each.field}: ${each.message}`).join('; ');
  throw new Problem(400, words, { code: 'REAL_TIME_CONFIG_INVALID_FOR_SCHEMA', fields });
}

function pageJson({ name, variables, schema, updatedAt }: ConfigPage): object {
  const lastUpdated = updatedAt === null ? null : new Date(updatedAt).toISOString();
  return { clientEnv: name, variables, schema, lastUpdated };
}
