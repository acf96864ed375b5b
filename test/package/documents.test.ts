/**
 * The documents against the code. Every method, event, error code, variable of the broker, and variable, control call and fault of the
 * emulator is documented, and nothing else is. Every link leads somewhere. docs/THEMING.md has a test of its own beside the theme.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Chat } from '../../src/client/api/chat.ts';
import { FAULT_KINDS, readFaultSpec } from '../../src/emulator/faults/fault-specs.ts';
import { createSeededRandom } from '../../src/emulator/model/seeded-random.ts';
import { answerControl, type ControlHost } from '../../src/emulator/node/http-control.ts';
import { createPlatform } from '../../src/emulator/platform.ts';
import { BROKER_ERROR_STATUS } from '../../src/protocol/http-api.ts';
import { CATALOGUE } from '../../src/protocol/system-messages.ts';
import type { ConnectionCode } from '../../src/session/state/state.ts';
import { EVENTS } from '../../src/widget/handle/event-names.ts';
import { createHandle, type HandleControls } from '../../src/widget/handle/handle.ts';
import { ROOT, SOURCES } from './project-files.ts';
import { titles } from './rules.mjs';

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [EMBEDDING, TROUBLESHOOTING, BROKER, EMULATOR] = ['EMBEDDING', 'TROUBLESHOOTING', 'BROKER', 'EMULATOR'].map(
  name => readFileSync(join(ROOT, `docs/${name}.md`), 'utf8'),
) as [string, string, string, string];

/** A chapter: from its heading to the next one of the same or a higher level. */
function chapter(text: string, heading: string): string {
  const start = text.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`There is no chapter "${heading}".`);
  const level = /^#+/.exec(heading)?.[0].length ?? 0;
  const rest = text.slice(start + heading.length + 2);
  return rest.slice(0, rest.search(new RegExp(`^#{1,${level}} `, 'm')) >>> 0);
}

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(each => each[1] ?? each[2] ?? '');

/** Words in backquotes in one column of a chapter's tables; the first column is 0. */
function column(text: string, cell: number): string[] {
  const rows = all(text, /^\| (.*) \|$/gm).map(row => row.split(' | ')[cell] ?? '');
  return rows.flatMap(each => all(each, /`([^`]+)`/g));
}

const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

/** A record, so that the compiler demands every code and refuses others. */
const CONNECTION: Readonly<Record<ConnectionCode, true>> = {
  offline: true,
  broker_unreachable: true,
  broker_misconfigured: true,
  origin_not_allowed: true,
  challenge_required: true,
  token_refused: true,
  rate_limited: true,
  service_unavailable: true,
  platform_unreachable: true,
  platform_unsafe: true,
  session_refused: true,
  session_rejected: true,
  socket_refused: true,
  sockets_blocked: true,
  connection_lost: true,
  replaced: true,
};

/** Codes that are put together, with the results. */
const MADE_UP: Readonly<Record<string, readonly string[]>> = {
  "`${given ? 'invalid' : 'missing'}_broker`": ['invalid_broker', 'missing_broker'],
};

/**
 * First arguments that are no code themselves: a variable or constant, whose code stands elsewhere; and the parameter in the type of a
 * `warn`.
 */
const HANDED_ON = /^(?:(?:\w+\.)*(?:code|CODE|LOAD_FAILED)|code: string)$/;

/** The first argument of every call of `warn` in the rooms of a page, as written. */
function firstArguments(): readonly string[] {
  const rooms = [...SOURCES].filter(([path]) => /^src\/(widget|client|ui|browser)\/.*\.tsx?$/.test(path));
  return rooms.flatMap(([, text]) => all(text, /(?<!function )\bwarn\(\s*(`[^`]*`|[^,`)]+),/g));
}

/** Every code that a page can receive or read on the console. */
function codesOfTheCode(): string[] {
  const said = firstArguments().flatMap(each => MADE_UP[each] ?? all(each, /^'(\w+)'$/g));
  const rooms = [...SOURCES].filter(([path]) => /^src\/(?:widget\/|client\/|protocol\/frame-size)/.test(path));
  const constant = rooms.flatMap(([, text]) => all(text, /\b(?:CODE|LOAD_FAILED) = '(\w+)'/g));
  const written = rooms.flatMap(([, text]) => all(text, /\bcode(?: =|:) '(\w+)'/g));
  const system = SOURCES.get('src/session/machine/receive-events.ts') ?? '';
  return sorted([
    ...said,
    ...constant,
    ...written,
    ...Object.keys(CONNECTION),
    ...CATALOGUE.map(each => each.kind),
    ...all(system, /'(system_\w+)'/g),
  ]);
}

describe('calls and events of a page', () => {
  it('EMBEDDING, the README and its stub have every method, and no other', () => {
    const handle = createHandle({} as Chat, {} as HandleControls);
    const methods = Object.keys(handle).filter(each => !['ready', 'state'].includes(each));
    const table = column(chapter(EMBEDDING, '## Methods'), 0).map(each => each.replace(/\(.*/, ''));
    expect(sorted(table)).toEqual(sorted([...methods, 'ready', 'state']));
    const sentence = /`window\.Natter` has ([^:]+):/.exec(README)?.[1] ?? '';
    expect(sorted(all(sentence, /`(\w+)\([^)]*\)`/g))).toEqual(sorted(methods));
    const stub = /for \(const m of \[([^\]]+)\]\)/.exec(README)?.[1] ?? '';
    expect(sorted(all(stub, /'(\w+)'/g))).toEqual(sorted(methods));
  });

  it('EMBEDDING has every event with all fields of its detail, and no other', () => {
    const table = chapter(EMBEDDING, '## Events');
    expect(sorted(column(table, 0))).toEqual(sorted(EVENTS));
    const types = SOURCES.get('src/session/state/public-events.ts') ?? '';
    for (const [, name = '', fields = ''] of types.matchAll(/^ {2}'?([\w-]+)'?: \{ (.*) \};$/gm)) {
      const keys = all(fields, /(?:readonly |\b)(\w+)(?:\(\)|\?)?: /g);
      const detail = new RegExp(`\\| \`${name}\` \\| \`\\{(.*?)\\}\` \\|`).exec(table)?.[1] ?? '';
      expect([name, detail.replace(/\(\)|\?/g, '').split(', ')]).toEqual([name, keys]);
    }
  });

  it('TROUBLESHOOTING has every error code once, and no other', () => {
    const listed = column(chapter(TROUBLESHOOTING, '## Errors by code'), 0);
    expect(sorted(listed)).toEqual(codesOfTheCode());
    expect(listed.length).toBe(new Set(listed).size);
  });

  it('no code is made up where this test cannot read it', () => {
    const given = firstArguments();
    expect(given.length).toBeGreaterThan(20);
    const unread = given.filter(each => !/^'\w+'$/.test(each) && !(each in MADE_UP) && !HANDED_ON.test(each));
    expect(unread).toEqual([]);
  });
});

describe('the broker', () => {
  const told = BROKER;

  it('BROKER has every code of an error with its status, and no other', () => {
    const rows = all(told, /^\| (\d{3} \| `\w+`) \|/gm).map(row => row.replaceAll('`', '').split(' | ').reverse());
    const codes = Object.entries(BROKER_ERROR_STATUS).map(([code, status]) => [code, `${status}`]);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(codes));
    expect(rows.length).toBe(codes.length);
  });

  it('BROKER has every variable that is read, and no other', () => {
    const config = SOURCES.get('src/broker/config.ts') ?? '';
    const others = `${SOURCES.get('src/broker/service-options.ts')}${SOURCES.get('src/broker/chat/chat-options.ts')}`;
    const read = [...all(`${config}${others}`, /: '(NATTER_\w+)'/g), ...all(config, /\(env, '([A-Z_]+)'/g)];
    const table = column(told, 0).filter(each => /^[A-Z_]+$/.test(each));
    expect(sorted(table)).toEqual(sorted(read));
  });
});

describe('the threat model', () => {
  it('each line of SECURITY names a test that is there', () => {
    const model = chapter(readFileSync(join(ROOT, 'docs/SECURITY.md'), 'utf8'), '## Threat model of the broker');
    const rows = all(model, /^\| (?!(?:It|They) cannot )(\S.*) \|$/gm).filter(row => !row.startsWith('---'));
    const named = rows.map(row => row.split(' | ')[1] ?? row);
    expect(named.length).toBeGreaterThan(35);
    const there = new Set(titles().map(({ text }) => text));
    expect(named.filter(title => !there.has(title))).toEqual([]);
  });
});

/** A platform with one session, and the answers of its control API. */
function createControlled() {
  const platform = createPlatform({ random: createSeededRandom(1) });
  const token = platform.accessToken(0, { connectorToken: 'demo-connector', host: 'localhost' }).body;
  const authorization = `Bearer ${Reflect.get(token, 'access_token')}`;
  const id = String(Reflect.get(platform.createSession(0, { authorization, body: '' }).body, 'session_id'));
  const host: ControlHost = { platform, now: () => 0, perform: () => {}, advance: () => 0 };
  const ask = (method: string, path: string) => answerControl(host, method, path.replace('$ID', id), '');
  /** The names in a message of the form `…: there are a, b and c`. */
  const named = (path: string) =>
    /there are (.*)$/.exec(`${Reflect.get(ask('POST', path).body, 'error')}`)?.[1]?.split(/, | and /) ?? [];
  return { ask, named };
}

describe('the emulator', () => {
  const told = EMULATOR;

  it('EMULATOR has every variable that is read, and no other', () => {
    const config = SOURCES.get('src/emulator/node/config.ts') ?? '';
    const read = all(config, /\bread(?:<\w+>)?\('(\w+)'/g);
    expect(read.length).toBeGreaterThan(2);
    expect(sorted(column(told, 0).filter(each => /^[A-Z_]+$/.test(each)))).toEqual(sorted(read));
  });

  it('EMULATOR has every call of the control API, and no other', () => {
    const { ask, named } = createControlled();
    const own = named('/_control/').map(name => `/_control/${name}`);
    const actions = named('/_control/sessions/$ID/none').map(name => `/_control/sessions/$ID/${name}`);
    const paths = [...own, '/_control/sessions/$ID', ...actions];
    expect(paths.length).toBeGreaterThan(7);
    const calls = paths.flatMap(path => ['GET', 'POST', 'PUT', 'DELETE'].map(method => ({ method, path })));
    const answered = calls.filter(({ method, path }) => ![404, 405].includes(ask(method, path).status));
    const listed = column(told, 0).filter(each => /^[A-Z]+ \//.test(each));
    expect(sorted(listed)).toEqual(sorted(answered.map(({ method, path }) => `${method} ${path}`)));
  });

  it('EMULATOR has every fault as it may be ordered, with all fields of its own, and no other', () => {
    const orders = column(told, 0)
      .filter(each => each.startsWith('{'))
      .map((each): Record<string, unknown> => JSON.parse(each));
    expect(orders.map(each => each.kind).sort()).toEqual([...FAULT_KINDS].sort());
    for (const order of orders) {
      expect(readFaultSpec(order)).toEqual(order);
      const { kind, ...own } = order;
      const fields = ['kind', 'times', 'sessionId', ...Object.keys(own)].join(', ');
      expect(() => readFaultSpec({ ...order, none: 0 })).toThrow(new RegExp(`it takes ${fields}$`));
    }
  });
});

describe('the documents', () => {
  const files = ['README.md', 'CHANGELOG.md', ...readdirSync(join(ROOT, 'docs')).map(name => `docs/${name}`)]
    .concat(['api', 'spec'].flatMap(room => readdirSync(join(ROOT, 'docs', room)).map(name => `docs/${room}/${name}`)))
    .filter(name => name.endsWith('.md'));
  const texts = new Map(files.map(name => [name, readFileSync(join(ROOT, name), 'utf8')]));

  /** Anchors as GitHub makes them: lower case, without punctuation, hyphens for spaces. */
  const anchors = (text: string): readonly string[] =>
    all(text, /^#{1,6} (.*)$/gm).map(each =>
      each
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it('every link between them leads to a file and a heading that exist', () => {
    const broken: string[] = [];
    for (const [file, text] of texts) {
      const prose = text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]+`/g, '');
      for (const target of all(prose, /\]\((?!https?:|mailto:)([^)\s]+)\)|(?:src|srcset)="(?!https?:)([^"]+)"/g)) {
        const [path = '', anchor] = target.split('#');
        const to = path === '' ? file : join(file, '..', path);
        const heading = texts.get(to);
        if (!existsSync(join(ROOT, to)) || (anchor && heading && !anchors(heading).includes(anchor)))
          broken.push(`${file}: ${target}`);
      }
    }
    expect(broken).toEqual([]);
  });

  it('the front page is read in one sitting: 300 lines at most', () => {
    expect(README.split('\n').length).toBeLessThanOrEqual(300);
  });
});
