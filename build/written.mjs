/**
 * `npm run written`: writes the types that TypeScript cannot derive together with their comments, and docs/CONFIGURATION.md. The sources
 * are the comments and types of three interfaces (Settings, NatterHandle and PublicEvents) and the schemas of src/contract. A test compares
 * the files with the output of this script.
 */

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import ts from 'typescript';
import { openApiDocuments } from './openapi.mjs';
import { fromRoot } from './paths.mjs';
import { wireTypes } from './wire-types.mjs';

/** File name from the project's root → text. */
export function written() {
  const settings = membersOf('src/widget/settings/settings.ts', 'Settings');
  const events = membersOf('src/session/state/public-events.ts', 'PublicEvents');
  const methods = membersOf('src/widget/handle/handle.ts', 'NatterHandle');
  return new Map([
    ['src/widget/element/element-settings.ts', elementSettings(settings)],
    ['src/widget/element/element-attributes.ts', elementAttributes(settings)],
    ['src/widget/handle/event-handlers.ts', eventHandlers(events)],
    ['docs/CONFIGURATION.md', configuration(settings, methods, events)],
    ...wireTypes(),
  ]);
}

/** Members of an interface: name, type as it is written, comment, and the text of `@default`. */
function membersOf(file, name) {
  const source = ts.createSourceFile(file, readFileSync(fromRoot(file), 'utf8'), ts.ScriptTarget.Latest, true);
  const declaration = source.statements.find(each => ts.isInterfaceDeclaration(each) && each.name.text === name);
  return declaration.members.map(member => {
    const [doc] = member.jsDoc ?? [];
    if (!doc) throw new Error(`${file}: ${member.name.text} has no comment.`);
    return {
      name: member.name.text,
      type: member.type,
      raw: doc.getText(source),
      comment: ts.getTextOfJSDocComment(doc.comment),
      standard: ts.getTextOfJSDocComment(ts.getJSDocTags(member).find(tag => tag.tagName.text === 'default')?.comment),
    };
  });
}

// ---------------------------------------------------------------- types

const WARNING = 'Written by `npm run written`: change the comments there, not here.';

/** Attributes that the browser already defines and that take text only. */
const NATIVE = ['title', 'nonce'];

const isObject = ({ type }) => ts.isUnionTypeNode(type) && type.types.at(-1).getText() === 'undefined';
const isFlag = ({ type }) => type.kind === ts.SyntaxKind.BooleanKeyword;
const attributeOf = name => name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

function elementSettings(settings) {
  return `/**
 * The settings as properties of \`<natter-chat>\`, with the comments of settings.ts: only accessors can be read as one type and written as
 * another. ${WARNING}
 */

import type { AddressName, Settings } from '../settings/settings.ts';

type Unset = null | undefined;

/** Values that set the property of a setting; the empty string, null and undefined restore the default. */
type Given<K extends keyof Settings> = Settings[K] | (K extends AddressName ? URL : never) | '' | Unset;

/**
 * The settings as properties. Undefined, null and the empty string restore the default; for \`texts\` and functions only the first two do.
 * \`title\` and \`nonce\` are properties of every element and take text alone: the empty string restores the default.
 */
export interface ElementSettings {
${listed(settings, property)}
}
`;
}

function elementAttributes(settings) {
  return `/**
 * The settings as frameworks write them on \`<natter-chat>\`: attributes in kebab-case, and as properties those that no attribute can carry. A type
 * derived under other names would lose the comments of settings.ts. ${WARNING}
 */

import type { SettingsInput } from '../settings/settings.ts';

/** The settings as attributes. In React and Preact write \`"false"\` as text: they remove an attribute whose value is false. */
export interface ElementAttributes {
${listed(settings, attribute)}
}
`;
}

const listed = (list, line) => list.map(each => `  ${each.raw}\n  ${line(each)}`).join('\n');
const quoted = name => (/^\w+$/.test(name) ? name : `'${name}'`);

function property(setting) {
  const { name } = setting;
  if (NATIVE.includes(name)) return `${name}: string;`;
  const given = isObject(setting) ? `Settings['${name}'] | Unset` : `Given<'${name}'>`;
  return `get ${name}(): Settings['${name}'];\n  set ${name}(value: ${given});`;
}

function attribute(setting) {
  const text = isFlag(setting) ? "'true' | 'false' | " : '';
  const name = isObject(setting) ? setting.name : attributeOf(setting.name);
  return `${quoted(name)}?: ${text}SettingsInput['${setting.name}'];`;
}

function eventHandlers(events) {
  const told = events.filter(({ name }) => name !== 'ready');
  return `/**
 * One handler for each public event, with the comments of session/state/public-events.ts, under the names that components and frameworks give them.
 * ${WARNING}
 */

import type { PublicEvents } from '../../client/api/chat.ts';

/** Handlers of a component, called with the detail of the event. Nobody waits for what they return; \`onReady\` is event-names.ts. */
export interface DetailHandlers {
${listed(told, ({ name }) => `readonly ${handlerOf(name)}?: ((detail: PublicEvents['${name}']) => unknown) | undefined;`)}
}

/** Listeners of \`<natter-chat>\` in JSX, called with the event: React 19, Preact and Svelte 5. */
export interface ElementEventProps {
${listed(events, ({ name }) => `${quoted(`on${name}`)}?: ((event: CustomEvent<PublicEvents['${name}']>) => unknown) | undefined;`)}
}

/** Listeners of \`<natter-chat>\` in JSX of Solid. */
export interface SolidEventProps {
${listed(events, ({ name }) => `'on:${name}'?: ((event: CustomEvent<PublicEvents['${name}']>) => unknown) | undefined;`)}
}
`;
}

/** \`handoff-required\` → \`onHandoffRequired\`. */
const handlerOf = name => `on-${name}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

// ---------------------------------------------------------------- docs/CONFIGURATION.md

function configuration(settings, methods, events) {
  return `# Configuration

Every setting, method and event. The texts are the ones that your editor shows for them. Written by \`npm run written\`.

[Settings](#settings) · [Methods](#methods) · [Events](#events)

## Settings

Attributes are for the script tag; without \`data-\` they are for \`<natter-chat>\`. The names under *Setting* are for \`window.NatterSettings\`, for props, for
properties of \`<natter-chat>\` and for \`createChat()\`. A setting without an attribute is a function or an object. A bare attribute, such as
\`data-auto-open\`, is \`true\`. A name that is close to a setting's gets a warning in the console, and so does a wrong value, which is replaced by its default.

Choices list their default first. An address may be relative to the page, and as a setting it may be a \`URL\`.

| Attribute | Setting | Values | Meaning |
|---|---|---|---|
${settings.map(settingRow).join('\n')}

### First screen

A panel with \`starters\`, \`hours\`, \`links\` or \`teamText\` begins with a first screen, which goes with the visitor's first message:

\`\`\`html
<script>
  window.NatterSettings = {
    broker: 'https://chat.example.com',
    starters: ['Where is my order?', { label: 'Repair', text: 'I would like to have a chair repaired.' }],
    hours: {
      zone: 'Europe/London',
      week: { 'mon-fri': '9:00-18:00', sat: ['10:00-12:00', '13:00-16:00'], sun: '22:00-2:00' },
    },
    links: [{ label: 'Delivery and returns', url: 'https://example.com/delivery' }],
    teamText: { en: 'I would like to talk to somebody.', de: 'Ich möchte mit jemandem sprechen.' },
    teamNoun: { en: 'the Fernhill crew', de: 'das Fernhill-Team' },
    phone: '+44 20 7946 0123',
  };
</script>
<script async src="https://chat.example.com/natter.js"></script>
\`\`\`

- \`hours\`: days are \`mon\` to \`sun\`, or several of them, such as \`mon-fri\`. A day without hours is closed, and hours whose end is not after their
  beginning end on the next day. Times are those of the clocks in \`zone\`; the visitor reads their own time, with the name of their zone if clocks there show
  another time than the site's. Hours that go on for longer than a day are not mentioned. For a holiday, set other hours.
- Outside the hours \`phone\`, \`email\` and \`contactUrl\` come first, and *Talk to our team* is in the menu alone. The assistant answers as always.
- *Talk to our team* is disabled while a person is there or on the way, and after the end.
- Conversations that are kept in the browser open where they were left, without a first screen.
- A noun is put into each sentence as it is. \`our {assistantNoun}\` has no article, and \`teamNoun\` has its own. In a language with cases, choose one that
  fits most sentences, and write the others by \`texts\`; the keys are in [api/made-of.md](api/made-of.md).
- Nothing here asks a server. The first screen is a file of its own, \`natter-home-….js\` beside \`natter.js\`, fetched with the chat if a setting asks for it.
  If it cannot be fetched, the chat begins without it.
- Of more than five starters or links the first five are shown, labels over 80 characters are cut, and what cannot be read is left out; the console names the
  setting.

### Questions before the conversation

With \`preChat\` the panel asks up to eight questions before a conversation begins:

\`\`\`js
window.NatterSettings = {
  broker: 'https://chat.example.com',
  privacyUrl: 'https://example.com/privacy',
  preChat: [
    { name: 'name', label: { en: 'Your name', de: 'Ihr Name' }, required: true, autocomplete: 'name' },
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'topic', label: 'What is it about?', type: 'choice', options: ['My order', { label: 'A repair', value: 'repair' }] },
  ],
};
\`\`\`

- Each answer is a pair in \`metadata.custom\` of every message that this page sends in the conversation: \`{ name: 'Ada', topic: 'repair' }\`. Empty
  answers are left out. A pair of the same name from \`identify()\` wins, because your page knows better who is signed in.
- With \`consent: required\` the questions are on the consent screen, with one button for both. \`privacyUrl\`, \`termsUrl\` and \`disclaimer\` are shown in either case.
- Until the answers are there, no conversation begins. \`open()\`, \`autoOpen\` and \`send()\` open the panel with the questions; messages and \`startNew()\` wait for
  the answers, and \`end()\` gives them up.
- The answers are in the memory of the page alone. A conversation in which the visitor has written is not asked for again; after a reload, later
  messages have the pairs of \`identify()\` only. A new conversation asks again, with the answers of this page filled in. \`forget()\` removes them.
- An email address is checked for its form only, and no answer is proven: do not take it for a sign-in.
- The types are \`text\`, \`email\` and \`choice\`. Of more than eight fields the first eight are shown, labels over 80 characters are cut, an answer has at most 200, and
  what cannot be read is left out; the console names the setting.
- The form is in the file \`natter-optional-….js\` beside \`natter.js\`. If it cannot be fetched within ten seconds, the chat begins without the form, and the
  console says so (\`extras_unavailable\`).

### Attachments

With \`onAttach\` the composer has a button for files, and takes those that are dropped on the panel and pictures that are pasted. The files go to your function
and nowhere else:

\`\`\`js
window.NatterSettings = {
  broker: 'https://chat.example.com',
  attachLimits: { files: 3, megabytes: 8, types: ['image/*', '.pdf'] },
  async onAttach(files, { signal }) {
    const body = new FormData();
    for (const file of files) body.append('file', file);
    const response = await fetch('/uploads', { method: 'POST', body, signal });
    return response.json(); // [{ "url": "https://files.example.com/a1b2", "name": "chair.jpg" }]
  },
};
\`\`\`

- The list has one entry for each file, in their order. An address must begin with \`https:\`; without a \`name\` the file's own is shown. A file without a usable
  entry counts as failed, and the visitor can try it again.
- The visitor's text and the links \`[name](url)\`, each on a line of its own, are one message. While files are being uploaded, it cannot be sent.
- \`signal\` is aborted when the visitor cancels, and after \`seconds\`.
- Whoever has the address can open the file, so give it an address that cannot be guessed, and check size and type on your server as well.
- Without \`onAttach\` nothing can be attached. A dropped file stays where it is.

## Methods

\`window.Natter\`, the \`handle\` of a \`<natter-chat>\` and the \`ref\` of a component have these methods. Each works on its own:
\`const { open, send } = await Natter.ready\`.

| Method | Meaning |
|---|---|
${methods.map(each => `| \`${each.name}${parametersOf(each)}\` | ${cell(each.comment)} |`).join('\n')}

## Events

\`Natter.on('message', handler)\`, the props \`onMessage\`, \`onHandoffRequired\` … of a component, and \`addEventListener('message', …)\` on a \`<natter-chat>\`,
where the object is the event's \`detail\`.

| Event | Called with | When |
|---|---|---|
${events.map(each => `| \`${each.name}\` | \`{${fieldsOf(each).join(', ')}}\` | ${cell(each.comment)} |`).join('\n')}

The types of the fields are in [api/made-of.md](api/made-of.md), and the codes of \`error\` in [TROUBLESHOOTING.md](TROUBLESHOOTING.md#errors-by-code).
`;
}

const RULES = rulesOf('src/widget/settings/options.ts');

function settingRow(setting) {
  const { name, comment, standard } = setting;
  const attribute = isObject(setting) ? '–' : `\`data-${attributeOf(name)}\``;
  return `| ${attribute} | \`${name}\` | ${valuesOf(name, standard)} | ${cell(comment)} |`;
}

const FORMS = {
  text: 'text',
  color: 'any CSS colour',
  link: 'address',
  list: 'text or list',
  function: 'function',
  phrase: 'text or object',
  texts: 'object',
  object: 'object',
};

function valuesOf(name, standard) {
  const rule = RULES.get(name);
  if (Array.isArray(rule)) return rule.map(value => `\`${value}\``).join(', ');
  const form = name === 'broker' ? FORMS.link : FORMS[rule];
  return `${form}${standard ? `. Default: ${cell(standard)}` : ''}`;
}

/** The rules as they are written; each is a word or a list of values. */
function rulesOf(file) {
  const source = ts.createSourceFile(file, readFileSync(fromRoot(file), 'utf8'), ts.ScriptTarget.Latest, true);
  const variables = source.statements.filter(ts.isVariableStatement).flatMap(each => each.declarationList.declarations);
  let { initializer: rules } = variables.find(each => each.name.text === 'RULES');
  while (!ts.isObjectLiteralExpression(rules)) rules = rules.expression;
  const textOf = node => node.text ?? node.getText();
  return new Map(
    rules.properties.map(({ name, initializer: rule }) => [
      name.text,
      ts.isArrayLiteralExpression(rule) ? rule.elements.map(textOf) : textOf(rule),
    ]),
  );
}

const parametersOf = ({ type }) =>
  ts.isFunctionTypeNode(type) ? `(${type.parameters.map(each => each.name.text).join(', ')})` : '';

function fieldsOf({ type }) {
  return (type.members ?? []).map(each => `${each.name.text}${ts.isFunctionTypeNode(each.type) ? '()' : ''}`);
}

/** A comment as one line for a table cell: list entries follow each other, and nothing in the text ends the cell. */
function cell(comment) {
  const [first = '', ...entries] = comment.split(/\n- /);
  const paragraphs = entries.at(-1)?.split('\n\n') ?? [];
  const list = [...entries.slice(0, -1), ...paragraphs.slice(0, 1)].join('; ');
  const text = entries.length ? [`${first} ${list}`, ...paragraphs.slice(1)].join('. ') : first;
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replace(/\.$/, '').trim();
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const files = [...written(), ...(await openApiDocuments())];
  for (const [file, text] of files) await writeFile(fromRoot(file), text);
  console.log(`Wrote ${files.map(([file]) => file).join(', ')}.`);
}
