/** The rooms of src, and which room may import which. The table is the one in docs/ARCHITECTURE.md; anything not listed is forbidden. */

import { describe, expect, it } from 'vitest';
import {
  cycles,
  danglingImports,
  type Files,
  forbiddenImports,
  importsOf,
  roomOf,
  type Table,
  UNREADABLE,
} from './import-graph.ts';
import { SOURCES } from './project-files.ts';

const TABLE: Table = {
  protocol: [],
  session: ['protocol'],
  client: ['session', 'protocol'],
  ui: ['client', 'protocol/service-api', 'session/selectors'],
  widget: ['ui', 'browser', 'client'],
  broker: [
    'contract/shape/alert-notice',
    'platform/verify-webhook',
    'protocol/http-api',
    'protocol/forbidden-ports',
    'protocol/service-api',
  ],
  contract: [],
  platform: ['contract', 'ui/i18n/did-you-mean'],
  emulator: ['contract', 'protocol'],
  browser: ['client/api/ports', 'protocol'],
  cli: [
    'broker',
    'contract/shape/fields',
    'emulator',
    'platform',
    'protocol',
    'demo/server',
    'widget/settings/options',
    'widget/settings/setting-names',
  ],
  testing: ['broker', 'emulator'],
  entries: ['widget', 'ui', 'client', 'browser', 'broker', 'emulator', 'platform', 'contract', 'cli', 'testing'],
  demo: ['entries'],
};

/** The emulator's rooms from the lowest up: each uses only those above it in the table. `emulator` itself puts them together. */
const EMULATOR_ROOMS: Table = {
  media: [],
  model: [],
  faults: ['media'],
  scenarios: ['model'],
  store: ['faults', 'model'],
  rest: ['faults', 'model', 'store'],
  'handoff-state': ['model', 'rest', 'store'],
  conversations: ['model', 'rest', 'store'],
  concurrency: ['model', 'rest', 'store'],
  telephony: ['model', 'rest', 'store'],
  webhooks: ['model', 'rest', 'store'],
  alerts: ['model', 'rest', 'store', 'webhooks'],
  agents: ['model', 'rest', 'store'],
  chat: ['agents', 'model', 'rest', 'scenarios', 'store'],
  sessions: ['agents', 'faults', 'model', 'scenarios', 'store'],
  'external-events': ['model', 'rest', 'sessions', 'store'],
  control: ['faults', 'model', 'sessions', 'store', 'telephony'],
  emulator: [
    ...['agents', 'alerts', 'chat', 'concurrency', 'control', 'conversations', 'external-events', 'faults'],
    ...['handoff-state', 'model', 'rest', 'sessions', 'store', 'telephony', 'webhooks'],
  ],
  node: ['control', 'emulator', 'faults', 'media', 'model', 'rest', 'store', 'webhooks'],
};
const MOST_FILES_IN_A_ROOM = 12;

/** Each entry serves one of these: the page, the broker, the emulator, the client of the platform, the command, or tests of pages. */
const CONCERNS: readonly (readonly string[])[] = [
  ['widget', 'ui', 'client', 'browser'],
  ['broker'],
  ['emulator'],
  ['platform', 'contract'],
  ['cli'],
  ['testing'],
];

/**
 * Files with a computed import: the loader fetches the application, and the application its languages, first screen, optional parts and hints, by names that
 * the build inserts.
 */
const COMPUTED = [
  'broker/node/ports/tracing',
  'browser/load-challenge-script',
  'browser/load-chat-script',
  'browser/load-hints-script',
  'entries/loader',
  'ui/load-languages-script',
  'ui/on-need/load-home-script',
  'ui/on-need/load-optional-script',
  'ui/on-need/load-past-chats-script',
  'ui/on-need/load-reply-parts-script',
  'ui/services/load-calls-script',
  'ui/services/load-status-script',
  'widget/chat/load-report-script',
  'widget/panel/load-extras-script',
].map(name => `src/${name}.ts → ${UNREADABLE}`);

/** Packages that a room may import; rooms that are not listed are free within package.json. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  contract: ['zod'],
  platform: ['zod'],
  session: [],
  client: ['@preact/signals-core'],
  browser: ['reconnecting-websocket', 'idb-keyval'],
  ui: ['preact', 'preact/hooks', '@preact/signals', '@preact/signals-core'],
  widget: ['preact', 'preact/hooks', '@preact/signals', '@preact/signals-core'],
};

const IMPORTS = importsOf(SOURCES);

describe('imports', () => {
  it('every room of src is in the table', () => {
    const rooms = new Set([...SOURCES.keys()].map(path => roomOf(path)));
    expect(Object.keys(TABLE)).toEqual(expect.arrayContaining([...rooms]));
  });

  it('no file imports from a room that the table does not list for it', () => {
    expect(IMPORTS.length).toBeGreaterThan(100);
    expect(forbiddenImports(SOURCES, TABLE)).toEqual(COMPUTED);
  });

  it('every relative import leads to a file', () => {
    expect(danglingImports(SOURCES)).toEqual([]);
  });

  it('there is no cycle, types counted', () => {
    expect(cycles(SOURCES)).toEqual([]);
  });

  it('each entry has one concern', () => {
    const entries = [...SOURCES.keys()].filter(path => roomOf(path) === 'entries');
    expect(entries).not.toEqual([]);
    for (const entry of entries) {
      const rooms = IMPORTS.filter(each => each.from === entry && each.relative);
      const others = [...new Set(rooms.map(each => roomOf(each.to)))].filter(room => room !== 'entries');
      const fitting = CONCERNS.filter(concern => others.every(room => concern.includes(room ?? '')));
      expect({ entry, others, fitting: fitting.length > 0 }).toEqual({ entry, others, fitting: true });
    }
  });

  it('the rooms that run in a page import only the packages that are meant for them', () => {
    const foreign = IMPORTS.filter(({ from, to, relative }) => {
      const allowed = PACKAGES[roomOf(from) ?? ''];
      return allowed !== undefined && !relative && to !== UNREADABLE && !allowed.includes(to);
    });
    expect(foreign.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });
});

describe('the rooms of the emulator', () => {
  const inside = (path: string): string => path.replace('src/emulator/', '');
  const emulatorRoomOf = (path: string): string => /^([^/]+)\//.exec(inside(path))?.[1] ?? 'emulator';
  const paths = [...SOURCES.keys()].filter(path => path.startsWith('src/emulator/'));

  it('all are in the table, which has no other', () => {
    expect(Object.keys(EMULATOR_ROOMS).sort()).toEqual([...new Set(paths.map(emulatorRoomOf))].sort());
  });

  it('no file uses a room that the table does not list for its own', () => {
    const among = IMPORTS.filter(({ from, to }) => paths.includes(from) && paths.includes(to));
    expect(among.length).toBeGreaterThan(100);
    const forbidden = among.filter(({ from, to }) => {
      const [room, target] = [emulatorRoomOf(from), emulatorRoomOf(to)];
      return room !== target && !EMULATOR_ROOMS[room]?.includes(target);
    });
    expect(forbidden.map(({ from, to }) => `${inside(from)} → ${inside(to)}`)).toEqual([]);
  });

  it('each uses only rooms above it in the table, so that there is no cycle', () => {
    const order = Object.keys(EMULATOR_ROOMS);
    const upwards = Object.entries(EMULATOR_ROOMS).flatMap(([room, used]) =>
      used.filter(each => order.indexOf(each) >= order.indexOf(room)).map(each => `${room} → ${each}`),
    );
    expect(upwards).toEqual([]);
  });

  it('none has more files than can be read at a glance', () => {
    const counts = Object.keys(EMULATOR_ROOMS).map(room => paths.filter(path => emulatorRoomOf(path) === room).length);
    expect(Math.min(...counts)).toBeGreaterThan(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(MOST_FILES_IN_A_ROOM);
  });
});

describe('the judge is not blind', () => {
  const planted = (files: Record<string, string>): Files => new Map(Object.entries(files));
  const SELECT = { 'src/session/selectors.ts': '', 'src/session/state/state.ts': '' };

  it.each([
    ['an import', "import { a } from '../client/client.ts';"],
    ['a type import', "import type { A } from '../client/client.ts';"],
    ['an inline type import', "import { type A } from '../client/client.ts';"],
    ['an import for its effect', "import '../client/client.ts';"],
    ['a re-export', "export { a } from '../client/client.ts';"],
    ['a re-export of everything', "export * from '../client/client.ts';"],
    ['a re-export of a type', "export type { A } from '../client/client.ts';"],
    ['a dynamic import', "const a = async () => import('../client/client.ts');"],
    ['an import in a type', "let a: import('../client/client.ts').A;"],
    ['an old-style import', "import a = require('../client/client.ts');"],
    ['a call of require', "const a = require('../client/client.ts');"],
    ['an import with a query', "import a from '../client/client.ts?raw';"],
    ['a detour', "import { a } from './../protocol/../client/client.ts';"],
  ])('%s that the table forbids is found', (_, text) => {
    const files = planted({ 'src/session/state.ts': text, 'src/client/client.ts': '' });
    expect(forbiddenImports(files, TABLE)).toEqual(['src/session/state.ts → src/client/client.ts']);
  });

  it('an import that the table allows is left alone, down to a single file', () => {
    const view = (target: string) => planted({ ...SELECT, 'src/ui/App.tsx': `import { x } from '${target}';` });
    expect(forbiddenImports(view('../session/selectors.ts'), TABLE)).toEqual([]);
    expect(forbiddenImports(view('../session/state/state.ts'), TABLE)).toEqual([
      'src/ui/App.tsx → src/session/state/state.ts',
    ]);
    expect(forbiddenImports(view('./model.ts'), TABLE)).toEqual([]);
  });

  it('a computed import, a room without a row and a way out of src are found', () => {
    expect(forbiddenImports(planted({ 'src/ui/a.ts': 'await import(name);' }), TABLE)).toHaveLength(1);
    expect(forbiddenImports(planted({ 'src/magic/a.ts': "import '../protocol/events.ts';" }), TABLE)).toHaveLength(1);
    expect(forbiddenImports(planted({ 'src/ui/a.ts': "import '../../test/x.ts';" }), TABLE)).toHaveLength(1);
  });

  it('an import that leads nowhere is found', () => {
    const files = planted({ 'src/ui/a.ts': "import './b.ts'; import './c.ts';", 'src/ui/b.ts': '' });
    expect(danglingImports(files)).toEqual(['src/ui/a.ts → src/ui/c.ts']);
  });

  it('cycles of one, of two and of three are found, once each, types counted', () => {
    const files = planted({
      'src/ui/self.ts': "import type { A } from './self.ts';",
      'src/ui/one.ts': "import type { B } from './two.ts';",
      'src/ui/two.ts': "export { c } from './one.ts'; import './leaf.ts';",
      'src/ui/x.ts': "import './y.ts';",
      'src/ui/y.ts': "import './z.ts'; import './leaf.ts';",
      'src/ui/z.ts': "type X = import('./x.ts').X; import './leaf.ts';",
      'src/ui/leaf.ts': '',
    });
    expect(cycles(files)).toEqual([
      ['src/ui/self.ts'],
      ['src/ui/one.ts', 'src/ui/two.ts'],
      ['src/ui/x.ts', 'src/ui/y.ts', 'src/ui/z.ts'],
    ]);
  });

  it('a diamond is no cycle', () => {
    const files = planted({
      'src/ui/top.ts': "import './left.ts'; import './right.ts';",
      'src/ui/left.ts': "import './bottom.ts';",
      'src/ui/right.ts': "import './bottom.ts'; import './left.ts';",
      'src/ui/bottom.ts': '',
    });
    expect(cycles(files)).toEqual([]);
  });
});
