/**
 * Tries two of the locks on protocol, session and client with planted code: the folder's tsconfig excludes the page and Node, and the lint
 * forbids the language's own clock and randomness. Without these locks the simulator would prove nothing about the shipped code.
 */

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, SOURCES } from './project-files.ts';

const ROOMS = ['protocol', 'session', 'client'];

describe.each(ROOMS)('the tsconfig of src/%s', room => {
  const FORBIDDEN = [
    'window',
    'document',
    'location',
    'localStorage',
    'setTimeout(() => {}, 1)',
    'queueMicrotask(() => {})',
    'console',
    'fetch',
    'WebSocket',
    'crypto',
    'performance',
    'URL',
    'process',
    'Buffer',
    "import('node:fs')",
  ];
  const ALLOWED = ['JSON.parse("1")', 'new Map<string, number>()', '[1].at(-1)', 'Object.hasOwn({}, "a")'];

  it('makes each use of the page or of Node an error, and nothing else', () => {
    const lines = [...FORBIDDEN, ...ALLOWED].map((code, at) => `export const a${at} = ${code};`);
    const found = compile(room, lines.join('\n'));
    expect(found).toEqual(FORBIDDEN.map((_, at) => at));
  });
});

/** Compiles a text as a file of the room. Returns the numbers of the lines with an error. */
function compile(room: string, text: string): readonly number[] {
  const folder = join(ROOT, 'src', room);
  const { config, error } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  expect(error).toBeUndefined();
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const planted = join(folder, 'planted-by-a-test.ts');
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile, readFile } = host;
  host.fileExists = path => path === planted || fileExists(path);
  host.readFile = path => (path === planted ? text : readFile(path));
  host.getSourceFile = (path, version) =>
    path === planted ? ts.createSourceFile(path, text, version) : getSourceFile(path, version);
  const program = ts.createProgram([planted], options, host);
  const source = program.getSourceFile(planted);
  const errors = program.getSemanticDiagnostics(source);
  return [...new Set(errors.map(each => source?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? -1))].sort(
    (a, b) => a - b,
  );
}

describe('the lint of the clock and of chance', () => {
  const FORBIDDEN = [
    'Date.now()',
    'new Date()',
    'new Date',
    'Date()',
    'Math.random()',
    '[1].map(Math.random)',
    'performance.now()',
    "Date['now']()",
    "Math['random']()",
    'globalThis.Date.now()',
  ];
  const DETOURS = ['const { now } = Date;', 'const { random: dice } = Math;', 'const clock = Date;', 'const m = Math;'];
  const ALLOWED = ['Math.round(1.5)', 'Date.parse("2026-01-01")', 'new Date(5)', 'new Date(2026, 1)'];
  const CODE = [
    ...FORBIDDEN.map((code, at) => `export const a${at} = ${code};`),
    ...DETOURS,
    ...ALLOWED.map((code, at) => `export const b${at} = ${code};`),
  ].join('\n');
  const EXPECTED = [...FORBIDDEN, ...DETOURS].map((_, at) => at + 1);
  let found: ReadonlyMap<string, readonly number[]>;
  let folder: string;

  /**
   * Runs the project's own lint configuration over a made-up tree: a planted file in each room, and one in a room that may read the clock.
   */
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'natter-lint-'));
    const config = JSON.parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...config, vcs: { enabled: false } }));
    cpSync(join(ROOT, 'lint'), join(folder, 'lint'), { recursive: true });
    for (const room of [...ROOMS, 'browser']) {
      mkdirSync(join(folder, 'src', room, 'deeper'), { recursive: true });
      writeFileSync(join(folder, 'src', room, 'planted.ts'), CODE);
      writeFileSync(join(folder, 'src', room, 'deeper', 'planted.ts'), CODE);
    }
    found = await lint(folder);
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(ROOMS)('finds every planted look at the clock and throw of dice in src/%s, and nothing else', room => {
    expect(found.get(`src/${room}/planted.ts`)).toEqual(EXPECTED);
    expect(found.get(`src/${room}/deeper/planted.ts`)).toEqual(EXPECTED);
  });

  it('leaves the rooms alone that are there to look at the clock', () => {
    expect(found.has('src/browser/planted.ts')).toBe(false);
  });

  it('finds nothing in the project, and no file there turns it off', async () => {
    const real = await lint(ROOT, ...ROOMS.map(room => `src/${room}`));
    expect([...real]).toEqual([]);
    const silenced = [...SOURCES].filter(([, text]) => /biome-ignore|@ts-(?:ignore|nocheck|expect-error)/.test(text));
    expect(silenced.map(([path]) => path)).toEqual([]);
  });
});

/** Path → lines in which the plugin reported something, with the project's own biome. */
async function lint(cwd: string, ...paths: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', ...(paths.length > 0 ? paths : ['.'])];
  const run = promisify(execFile)(join(ROOT, 'node_modules/.bin/biome'), args, { cwd, maxBuffer: 1 << 26 });
  // Biome ends with exit code 1 if it has found something; the report is still on stdout.
  const { stdout } = await run.catch((failure: { stdout?: string }) => ({ stdout: failure.stdout ?? '' }));
  const report: Report = JSON.parse(stdout);
  const lines = new Map<string, number[]>();
  for (const { category, location } of report.diagnostics) {
    if (category !== 'plugin') continue;
    lines.set(
      location.path,
      [...(lines.get(location.path) ?? []), location.start.line].sort((a, b) => a - b),
    );
  }
  return lines;
}

interface Report {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}
