/**
 * Rooms are the folders of src, down to the deepest. The table says which rooms of its own top folder a room may use; for imports between
 * top folders see architecture.test.ts. A top folder without rows has no rooms yet.
 */

import { dirname } from 'node:path/posix';
import { describe, expect, it } from 'vitest';
import { cycles, type Files, type Import, importsOf, roomOf } from './import-graph.ts';
import { SOURCES } from './project-files.ts';

/** Room → rooms of the same top folder that it may use. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  broker: [
    ...[
      'broker/access',
      'broker/alerts',
      'broker/calls',
      'broker/challenge',
      'broker/chat',
      'broker/endpoints',
      'broker/log',
      'broker/sign-in',
      'broker/tickets',
    ],
  ],
  'broker/access': ['broker/log'],
  'broker/alerts': ['broker/endpoints', 'broker/log', 'broker/tickets'],
  'broker/calls': ['broker/access', 'broker/endpoints', 'broker/tickets'],
  'broker/challenge': ['broker/access', 'broker/endpoints', 'broker/tickets'],
  'broker/chat': ['broker/endpoints', 'broker/log', 'broker/tickets'],
  'broker/endpoints': ['broker/log', 'broker/tickets'],
  'broker/log': [],
  'broker/node': [
    ...['broker', 'broker/access', 'broker/alerts', 'broker/endpoints', 'broker/log', 'broker/node/ports'],
    'broker/tickets',
  ],
  'broker/node/ports': ['broker', 'broker/access', 'broker/alerts', 'broker/endpoints', 'broker/log', 'broker/tickets'],
  'broker/sign-in': ['broker/endpoints', 'broker/log', 'broker/tickets'],
  'broker/tickets': [],
  cli: ['cli/command', 'cli/doctor', 'cli/platform'],
  'cli/command': [],
  'cli/platform': ['cli/command'],
  'cli/doctor': [
    ...['cli/command', 'cli/doctor/findings', 'cli/doctor/network', 'cli/doctor/page'],
    'cli/doctor/servers',
  ],
  'cli/doctor/findings': ['cli/command'],
  'cli/doctor/network': ['cli/doctor/findings'],
  'cli/doctor/page': ['cli/command', 'cli/doctor/findings', 'cli/doctor/servers'],
  'cli/doctor/servers': ['cli/command', 'cli/doctor/findings'],
  client: ['client/api', 'client/tabs'],
  'client/api': [],
  'client/hooks': ['client/api'],
  'client/tabs': ['client/api'],
  contract: ['contract/families', 'contract/shape'],
  'contract/families': ['contract/shape'],
  'contract/shape': [],
  demo: [...['demo/bench', 'demo/inspector', 'demo/log', 'demo/page', 'demo/proxy', 'demo/report'], 'demo/scenarios'],
  'demo/bench': ['demo/page'],
  'demo/console': [
    ...['demo/console/alerts', 'demo/console/concurrency', 'demo/console/conversations'],
    ...['demo/console/deployments', 'demo/console/desk', 'demo/console/kit', 'demo/console/recorder'],
    'demo/console/telephony',
  ],
  'demo/console/alerts': ['demo/console/kit'],
  'demo/console/concurrency': ['demo/console/kit'],
  'demo/console/conversations': ['demo/console/kit'],
  'demo/console/deployments': ['demo/console/kit'],
  'demo/console/desk': ['demo/console/kit'],
  'demo/console/kit': [],
  'demo/console/recorder': ['demo/console/kit'],
  'demo/console/telephony': ['demo/console/kit'],
  'demo/gallery': ['demo/gallery/states', 'demo/log', 'demo/page'],
  'demo/gallery/states': [],
  'demo/inspector': ['demo/log', 'demo/page', 'demo/report'],
  'demo/log': ['demo/page'],
  'demo/page': [],
  'demo/proxy': [],
  'demo/report': ['demo/log', 'demo/page'],
  'demo/scenarios': ['demo/bench', 'demo/page'],
  platform: ['platform/call', 'platform/families'],
  'platform/families': ['platform/call'],
  'platform/call': [],
  protocol: [],
  session: ['session/machine', 'session/state', 'session/transcript'],
  'session/machine': ['session/state', 'session/transcript'],
  'session/state': ['session/transcript'],
  'session/transcript': [],
  testing: [],
  ui: [
    ...[
      'ui/announce',
      'ui/composer',
      'ui/context',
      'ui/extras',
      'ui/focus',
      'ui/header',
      'ui/home',
      'ui/kit',
      'ui/i18n',
      'ui/languages',
      'ui/links',
      'ui/message',
      'ui/optional',
      'ui/on-need',
      'ui/rich-text',
      'ui/scroll',
      'ui/services',
      'ui/transcript-file',
      'ui/wording',
    ],
    ...['ui/status', 'ui/styles', 'ui/transcript'],
  ],
  'ui/languages': ['ui/i18n'],
  'ui/i18n': [],
  'ui/context': ['ui/i18n'],
  'ui/links': ['ui/i18n'],
  'ui/wording': ['ui/i18n', 'ui/links'],
  'ui/focus': ['ui/context'],
  'ui/home': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/links', 'ui/status'],
  'ui/kit': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/links'],
  'ui/on-need': [
    ...[
      'ui/context',
      'ui/focus',
      'ui/home',
      'ui/i18n',
      'ui/kit',
      'ui/links',
      'ui/message',
      'ui/optional',
      'ui/past-chats',
    ],
    ...['ui/reply-parts', 'ui/rows', 'ui/status'],
  ],
  'ui/optional': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/links'],
  'ui/past-chats': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/message', 'ui/rows'],
  'ui/reply-parts': ['ui/context', 'ui/kit', 'ui/links'],
  'ui/service-status': ['ui/context', 'ui/i18n', 'ui/kit'],
  'ui/calls': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit'],
  'ui/services': ['ui/calls', 'ui/context', 'ui/focus', 'ui/kit', 'ui/on-need', 'ui/service-status'],
  'ui/rich-text': ['ui/context', 'ui/i18n', 'ui/kit', 'ui/links'],
  'ui/rows': ['ui/context', 'ui/i18n', 'ui/kit'],
  'ui/status': ['ui/context', 'ui/focus', 'ui/kit', 'ui/links', 'ui/wording', 'ui/i18n'],
  'ui/message': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/links', 'ui/rich-text', 'ui/wording'],
  'ui/scroll': ['ui/context', 'ui/focus', 'ui/kit', 'ui/rows'],
  'ui/composer': ['ui/context', 'ui/focus', 'ui/kit'],
  'ui/announce': ['ui/context', 'ui/i18n', 'ui/kit', 'ui/links', 'ui/rich-text', 'ui/rows', 'ui/wording'],
  'ui/transcript-end': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/rows', 'ui/status', 'ui/wording'],
  'ui/transcript': [
    ...['ui/announce', 'ui/context', 'ui/focus', 'ui/i18n', 'ui/kit', 'ui/links', 'ui/message', 'ui/rows', 'ui/scroll'],
    ...['ui/status', 'ui/transcript-end', 'ui/wording'],
  ],
  'ui/transcript-file': ['ui/context', 'ui/i18n', 'ui/links', 'ui/rich-text', 'ui/wording'],
  'ui/extras': ['ui/context', 'ui/focus', 'ui/kit', 'ui/rich-text', 'ui/transcript-file'],
  'ui/header': ['ui/context', 'ui/focus', 'ui/i18n', 'ui/kit'],
  widget: [],
  'widget/settings': ['widget'],
  'widget/handle': ['widget', 'widget/settings'],
  'widget/chat': ['widget', 'widget/handle', 'widget/settings'],
  'widget/look': ['widget/settings'],
  'widget/launcher': ['widget/look', 'widget/settings'],
  'widget/attention': [],
  'widget/painted': ['widget', 'widget/handle', 'widget/launcher', 'widget/look'],
  'widget/panel': [
    ...['widget', 'widget/attention', 'widget/chat', 'widget/handle', 'widget/launcher', 'widget/look'],
    ...['widget/painted', 'widget/settings'],
  ],
  'widget/script-tag': [
    ...['widget', 'widget/handle', 'widget/launcher', 'widget/painted', 'widget/panel', 'widget/settings'],
    'widget/chat',
  ],
  'widget/element': [
    ...['widget', 'widget/handle', 'widget/launcher', 'widget/look', 'widget/painted', 'widget/panel'],
    ...['widget/script-tag', 'widget/settings'],
  ],
  'widget/frameworks': ['widget', 'widget/chat', 'widget/element', 'widget/handle', 'widget/settings'],
};

const MAX_FILES = 12;
/** Rooms that may be larger: lists (languages, entries), a grammar (rich-text), and folders that are not sorted into rooms yet. */
const LARGER_ROOMS: readonly string[] = [...['browser', 'entries', 'ui/languages', 'ui/rich-text']];

const MIN_LINES = 25;
/** Small files with a single importer, each with the reason why it stands alone. */
const SMALL_FILES: readonly string[] = [
  // Replaces the Node files in builds for runtimes without Node.
  'src/broker/node/without-node.ts',
  // A table of its own source, the list of the ITU.
  'src/contract/shape/calling-codes.ts',
  // One file for each family of interfaces, however small.
  'src/platform/families/chat.ts',
  'src/platform/families/handoff-state.ts',
  // Replace the files of the same names without `-script` in the script tag's application.
  'src/ui/load-languages-script.ts',
  'src/ui/on-need/load-home-script.ts',
  'src/ui/on-need/load-optional-script.ts',
  'src/ui/on-need/load-past-chats-script.ts',
  'src/ui/on-need/load-reply-parts-script.ts',
  'src/ui/services/load-calls-script.ts',
  'src/ui/services/load-status-script.ts',
  'src/widget/chat/load-report-script.ts',
  // Replaced by the former.
  'src/widget/chat/load-report.ts',
  // The application's part of the painted panel. In paint-panel.ts it would be downloaded with the loader.
  'src/widget/painted/take-over.ts',
  'src/widget/panel/load-extras-script.ts',
  // Replaced by the former.
  'src/widget/panel/load-extras.ts',
];

/** `src/cli/doctor/page/html.ts` → `cli/doctor/page`. */
function folderOf(path: string): string {
  return dirname(path).replace(/^src\//, '');
}

const isSorted = (path: string): boolean => Object.hasOwn(ROOMS, roomOf(path) ?? '');
const SORTED: Files = new Map([...SOURCES].filter(([path]) => isSorted(path) && /\.tsx?$/.test(path)));

describe('rooms', () => {
  it('rooms of a sorted folder are all in the table, and the table has no others', () => {
    expect(SORTED.size).toBeGreaterThan(100);
    expect([...new Set([...SORTED.keys()].map(folderOf))].sort()).toEqual(Object.keys(ROOMS).sort());
  });

  it('use only the rooms that the table allows them', () => {
    expect(forbidden(SORTED)).toEqual([]);
  });

  it('rooms of a sorted folder form no cycle, even of types', () => {
    expect(roomCycles(SORTED)).toEqual([]);
  });

  it(`hold at most ${MAX_FILES} files, apart from those on the list`, () => {
    expect(largeRooms(SOURCES).filter(room => !LARGER_ROOMS.includes(room))).toEqual([]);
  });

  it(`have no file under ${MIN_LINES} lines that only one other imports`, () => {
    expect(lonelyFiles(SORTED, importsOf(SOURCES))).toEqual(SMALL_FILES);
  });
});

describe('the judge of rooms is not blind', () => {
  const planted = (files: Record<string, string>): Files => new Map(Object.entries(files));

  it('finds an edge that the table lacks', () => {
    const files = planted({
      'src/cli/doctor/findings/a.ts': "import '../page/b.ts';",
      'src/cli/doctor/page/b.ts': "import '../findings/c.ts';",
    });
    expect(forbidden(files)).toEqual(['src/cli/doctor/findings/a.ts → src/cli/doctor/page/b.ts']);
  });

  it('finds a cycle of rooms that is none of files', () => {
    const files = planted({
      'src/ui/a/one.ts': "import type { B } from '../b/one.ts';",
      'src/ui/a/two.ts': '',
      'src/ui/b/one.ts': '',
      'src/ui/b/two.ts': "import '../a/two.ts';",
    });
    expect(cycles(files)).toEqual([]);
    expect(roomCycles(files)).toEqual([['ui/a', 'ui/b']]);
  });

  it('finds a room with a file too many, and a small file with one importer', () => {
    const many = Array.from({ length: MAX_FILES + 1 }, (_, index) => [`src/ui/a/${index}.ts`, ''] as const);
    expect(largeRooms(new Map(many))).toEqual(['ui/a']);
    const files = planted({
      'src/ui/a.ts': `import './small.ts';${'\n'.repeat(MIN_LINES)}`,
      'src/ui/b.ts': `import './pair.ts';${'\n'.repeat(MIN_LINES)}`,
      'src/ui/c.ts': `import './pair.ts';${'\n'.repeat(MIN_LINES)}`,
      'src/ui/small.ts': '',
      'src/ui/pair.ts': '',
    });
    expect(lonelyFiles(files, importsOf(files))).toEqual(['src/ui/small.ts']);
  });
});

function forbidden(files: Files): readonly string[] {
  return importsOf(files)
    .filter(({ from, to }) => isSorted(from) && roomOf(from) === roomOf(to))
    .filter(({ from, to }) => folderOf(from) !== folderOf(to) && !ROOMS[folderOf(from)]?.includes(folderOf(to)))
    .map(({ from, to }) => `${from} → ${to}`);
}

/** Cycles between folders, each treated as one file with all imports of its files. */
function roomCycles(files: Files): readonly (readonly string[])[] {
  const edges = new Map<string, Set<string>>([...files.keys()].map(path => [folderOf(path), new Set()]));
  for (const { from, to, relative } of importsOf(files)) {
    if (relative && files.has(to) && folderOf(from) !== folderOf(to) && roomOf(from) === roomOf(to))
      edges.get(folderOf(from))?.add(folderOf(to));
  }
  const name = (folder: string): string => `/${folder.replaceAll('/', '~')}.ts`;
  const asFiles = [...edges].map(
    ([folder, targets]) => [name(folder), [...targets].map(target => `import '.${name(target)}';`).join('')] as const,
  );
  return cycles(new Map(asFiles)).map(group => group.map(each => each.slice(1, -3).replaceAll('~', '/')));
}

function largeRooms(files: Files): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of files.keys()) {
    if (!/\.(?:tsx?|css)$/.test(path)) continue;
    counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) => (count > MAX_FILES ? [folder] : [])).sort();
}

function lonelyFiles(files: Files, imports: readonly Import[]): readonly string[] {
  const importers = (path: string): number =>
    new Set(imports.filter(each => each.to === path).map(each => each.from)).size;
  return [...files]
    .filter(([path, text]) => !path.endsWith('.d.ts') && text.split('\n').length - 1 < MIN_LINES && importers(path) < 2)
    .map(([path]) => path)
    .sort();
}
