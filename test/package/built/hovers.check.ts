/**
 * Help that an editor shows for each setting, event and method. The language service is asked at each place where a developer can write its
 * name.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { attributeName } from '../../../src/cli/doctor/page/attribute-checks.ts';
import { EVENTS, handlerOf } from '../../../src/widget/handle/event-names.ts';
import { RULES } from '../../../src/widget/settings/options.ts';
import { CONSUMER } from './packed.ts';

const SETTINGS = Object.keys(RULES);
const OBJECTS = [
  'texts',
  'starters',
  'hours',
  'links',
  'preChat',
  'attachLimits',
  'onAttach',
  'onContextRequired',
  'trace',
  'beforeSend',
  'beforeShow',
];
const METHODS = [
  ...['open', 'close', 'toggle', 'show', 'hide', 'send', 'end', 'startNew', 'forget', 'setLocale', 'setTheme'],
  ...['prompt', 'callMe', 'identify', 'refreshContext', 'destroy', 'on', 'ready', 'state'],
];
const attributes = SETTINGS.map(name => (OBJECTS.includes(name) ? name : attributeName(name).replace('data-', '')));

/** Code around a list of names. `start` and `end` enclose the whole, `before` and `after` each name. */
interface Place {
  readonly names: readonly string[];
  readonly start: string;
  readonly before: string;
  readonly after: string;
  readonly end?: string;
}

const given = '={null as never}';

const PLACES: Readonly<Record<string, Place>> = {
  'createChat()': {
    names: SETTINGS,
    start: "import { createChat } from 'natter'; createChat({",
    before: '',
    after: ': null as never, ',
    end: '});',
  },
  NatterSettings: {
    names: SETTINGS,
    start: "import 'natter/global'; window.NatterSettings = {",
    before: '',
    after: ': null as never, ',
    end: '};',
  },
  'ChatWidget in React': {
    names: [...SETTINGS, ...EVENTS.map(handlerOf)],
    start: "import { ChatWidget } from 'natter/react'; export const page = <ChatWidget ",
    before: '',
    after: `${given} `,
    end: '/>;',
  },
  'ChatWidget in Preact': {
    names: [...SETTINGS, ...EVENTS.map(handlerOf)],
    start:
      "/** @jsxImportSource preact */ import { ChatWidget } from 'natter/preact'; export const page = <ChatWidget ",
    before: '',
    after: `${given} `,
    end: '/>;',
  },
  'natter-chat in React': {
    names: [...attributes, ...EVENTS.map(name => `on${name}`)],
    start: "import type {} from 'natter/react'; export const page = <natter-chat ",
    before: '',
    after: `${given} `,
    end: '/>;',
  },
  'natter-chat in Preact': {
    names: [...attributes, ...EVENTS.map(name => `on${name}`)],
    start: "/** @jsxImportSource preact */ import type {} from 'natter/preact'; export const page = <natter-chat ",
    before: '',
    after: `${given} `,
    end: '/>;',
  },
  'properties of the element': {
    names: [...SETTINGS, 'handle'],
    start: "import 'natter/element'; const element = document.createElement('natter-chat');",
    before: 'element.',
    after: '; ',
  },
  'the handle': {
    names: METHODS,
    start: "import type { NatterHandle } from 'natter/element'; declare const natter: NatterHandle;",
    before: 'natter.',
    after: '; ',
  },
  'window.Natter': {
    names: METHODS,
    start: "import 'natter/global';",
    before: 'window.Natter?.',
    after: '; ',
  },
};

/** Name → everything that the editor shows for it. */
function hovers({ names, start, before, after, end = '' }: Place): ReadonlyMap<string, string> {
  const folder = join(CONSUMER, 'hovers');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'page.tsx');
  const text = `${start}${names.map(name => `${before}${name}${after}`).join('')}${end}`;
  writeFileSync(file, text);
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: name => ts.ScriptSnapshot.fromString(readFileSync(name, 'utf8')),
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => ({
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
      strict: true,
      types: [],
    }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  const service = ts.createLanguageService(host);
  let at = start.length;
  return new Map(
    names.map(name => {
      const info = service.getQuickInfoAtPosition(file, at + before.length);
      at += `${before}${name}${after}`.length;
      const tags = info?.tags?.map(tag => `@${tag.name} ${ts.displayPartsToString(tag.text)}`) ?? [];
      return [name, [ts.displayPartsToString(info?.documentation), ...tags].join('\n')];
    }),
  );
}

describe.each(Object.entries(PLACES))('an editor over %s', (_, place) => {
  const shown = hovers(place);

  it('shows what each name means', () => {
    expect(shown.size).toBeGreaterThan(10);
    expect([...shown].filter(([, text]) => !/^\S.{9}/.test(text)).map(([name]) => name)).toEqual([]);
  });

  it('shows the default of each setting but the broker', () => {
    const settings = place.names.flatMap(name => {
      const setting = SETTINGS.find(each => each === name || attributeName(each) === `data-${name}`);
      return setting ? [{ name, rule: RULES[setting as keyof typeof RULES] }] : [];
    });
    const wrong = settings.filter(({ name, rule }) => {
      const [, standard] = /^@default (.+)$/m.exec(shown.get(name) ?? '') ?? [];
      return typeof rule === 'string' ? !standard && name !== 'broker' : standard !== `\`${rule[0]}\``;
    });
    expect(wrong).toEqual([]);
  });
});
