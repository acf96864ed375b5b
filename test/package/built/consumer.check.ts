/** The package as its customers use it: in Node, with the compiler and with a bundler, each in a project that has it installed. */

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Broker } from '../../../src/broker/handler.ts';
import { ROOT } from '../project-files.ts';
import { CONSUMER, INSTALLED } from './packed.ts';
import { FILES, STAND_INS } from './uses.ts';

const run = promisify(execFile);

const BROKER_ENVIRONMENT = {
  NATTER_PLATFORM_URL: 'https://messaging.example.com',
  NATTER_CONNECTOR_TOKEN: 'connector',
  NATTER_HOST: 'shop.example.com',
  NATTER_ALLOWED_ORIGINS: 'https://shop.example.com',
  NATTER_TICKET_KEYS: `k1:${'A'.repeat(42)}E`,
};

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('under Node', () => {
  it.each([
    'natter',
    'natter/element',
    'natter/react',
    'natter/preact',
    'natter/broker',
    'natter/broker/express',
    'natter/emulator',
    'natter/platform',
    'natter/testing',
  ])('%s can be imported where there is no page, prints nothing and leaves nothing running', async name => {
    const code = `const all = await import('${name}'); process.stdout.write(Object.keys(all).join());`;
    const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: CONSUMER });
    expect(stderr).toBe('');
    expect(stdout).not.toBe('');
  });

  it('the command of the package runs', async () => {
    const { stdout } = await run(process.execPath, [join(INSTALLED, 'dist/cli.js'), '--version'], { cwd: CONSUMER });
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/m);
  });

  it.skipIf(!existsSync('/dev/full'))('an export to a full disk fails, and says why', async () => {
    const command = spawn(process.execPath, [join(INSTALLED, 'dist/cli.js'), 'conversations', '--help'], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    const complained = text(command.stderr as Readable);
    expect(await once(command, 'exit')).toEqual([1, null]);
    expect(await complained).toMatch(/^The output cannot be written: ENOSPC.*\n$/);
  });

  it.skipIf(!existsSync('/dev/full'))('a broker whose log no disk takes answers, and ends when told to', async () => {
    const port = await freePort();
    const broker = spawn(process.execPath, [join(INSTALLED, 'dist/cli.js'), 'broker'], {
      env: { PATH: process.env.PATH, ...BROKER_ENVIRONMENT, PORT: `${port}` },
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    });
    // Kills a process that does not end by itself, so that it does not outlive the test.
    onTestFinished(() => void broker.kill('SIGKILL'));
    const complained = text(broker.stderr as Readable);
    const ended = once(broker, 'exit');
    const health = () => fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(5_000) });
    await expect.poll(() => health().then(({ status }) => status, String), { timeout: 10_000 }).toBe(200);
    for (let request = 0; request < 3; request += 1) expect((await health()).status).toBe(200);
    broker.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect((await complained).match(/The log cannot be written/g)).toHaveLength(1);
  });
});

describe('under the compiler', () => {
  const TYPES_18 = join(ROOT, 'node_modules/@types/react-18');
  const REACT_18_TYPES = { react: [TYPES_18], 'react/jsx-runtime': [join(TYPES_18, 'jsx-runtime.d.ts')] };

  const PREACT_10 = join(ROOT, 'node_modules/preact-10');
  const PREACT_10_TYPES = {
    preact: [join(PREACT_10, 'src/index.d.ts')],
    'preact/hooks': [join(PREACT_10, 'hooks/src/index.d.ts')],
    'preact/jsx-runtime': [join(PREACT_10, 'jsx-runtime/src/index.d.ts')],
  };

  it.each([
    ['bundler', 'bundler', {}, Object.keys(FILES)],
    // The declarations themselves are the same whatever finds them.
    ['nodenext', 'nodenext', { skipLibCheck: true }, Object.keys(FILES)],
    [
      'node10',
      'node10',
      { skipLibCheck: true, ignoreDeprecations: '6.0' },
      Object.keys(FILES).filter(file => file !== 'svelte.ts'),
    ],
    ['React 18', 'bundler', { paths: REACT_18_TYPES }, ['react.tsx']],
    ['Preact 10', 'bundler', { paths: PREACT_10_TYPES }, ['preact.tsx']],
  ])(
    '%s: right uses pass and wrong ones fail',
    async (name, moduleResolution, own, files) => {
      const folder = join(CONSUMER, name);
      mkdirSync(folder, { recursive: true });
      for (const file of files) writeFileSync(join(folder, file), FILES[file] ?? '');
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      for (const [file, text] of Object.entries(STAND_INS)) {
        mkdirSync(dirname(join(CONSUMER, 'node_modules', file)), { recursive: true });
        writeFileSync(join(CONSUMER, 'node_modules', file), text);
      }
      const compilerOptions = {
        target: 'ES2022',
        module: moduleResolution === 'nodenext' ? 'NodeNext' : 'ESNext',
        moduleResolution,
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        types: [],
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
        ...own,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }));
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch(failure => failure);
      expect(stdout).toBe('');
    },
    180_000,
  );
});

describe('without React', () => {
  const DIST = join(INSTALLED, 'dist');

  /** A declaration file with all files of ours that it leads to. */
  function imported(file: string, seen = new Set<string>()): ReadonlySet<string> {
    for (const [, from = ''] of readFileSync(join(DIST, file), 'utf8').matchAll(/(?:from|import\()\s*["']([^"']+)/g)) {
      if (seen.has(from)) continue;
      seen.add(from);
      if (from.startsWith('./')) imported(from.replace(/\.js$/, '.d.ts').slice(2), seen);
    }
    return seen;
  }

  it.each(['index', 'element', 'preact', 'broker', 'emulator', 'platform', 'global', 'solid', 'svelte', 'vue'])(
    'the declarations of %s need no React',
    name => {
      const names = [...imported(`${name}.d.ts`)].map(each => each.split('/')[0]);
      expect(names).not.toContain('react');
      expect([...imported('react.d.ts')], 'which would be seen').toContain('react');
    },
  );
});

describe('under a bundler', () => {
  /** Bundles a page with this code. Returns the modules that end up in it, and the code of all files that it can fetch. */
  async function bundled(code: string): Promise<{ modules: readonly string[]; code: string }> {
    const file = join(CONSUMER, 'page.js');
    writeFileSync(file, code);
    const answer = (await build({
      root: CONSUMER,
      configFile: false,
      logLevel: 'error',
      build: { write: false, modulePreload: false, rolldownOptions: { input: file, external: /^react/ } },
    })) as Rolldown.RolldownOutput;
    const chunks = answer.output.filter(each => each.type === 'chunk');
    return {
      modules: chunks
        .filter(chunk => chunk.isEntry || !chunk.isDynamicEntry)
        .flatMap(({ modules }) => Object.entries(modules).filter(([, { renderedLength }]) => renderedLength > 0))
        .map(([id]) => id.replace(/^.*node_modules\//, '')),
      code: reachable(chunks)
        .map(chunk => chunk.code)
        .join('\n'),
    };
  }

  /** Leaves out files that no other file imports. Rolldown writes a chunk although it has dropped the only function that imports it. */
  function reachable(chunks: readonly Rolldown.OutputChunk[]): readonly Rolldown.OutputChunk[] {
    const found = new Set<string>();
    const follow = (name: string) => {
      const chunk = chunks.find(each => each.fileName === name);
      if (!chunk || found.has(name)) return;
      found.add(name);
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) follow(next);
    };
    for (const { isEntry, fileName } of chunks) if (isEntry) follow(fileName);
    return chunks.filter(({ fileName }) => found.has(fileName));
  }

  const frameworksIn = (modules: readonly string[]) => modules.filter(id => /^(preact|@preact\/signals)\//.test(id));

  it('a chat without a user interface brings no component along', async () => {
    const { modules, code } = await bundled(
      `import { createChat } from 'natter'; globalThis.chat = createChat({ broker: 'https://chat.example.com' });`,
    );
    expect(modules.some(id => id.startsWith('@preact/signals-core/'))).toBe(true);
    expect(frameworksIn(modules)).toEqual([]);
    expect(code).not.toContain('natter-chat');
    expect(code).not.toContain('adoptedStyleSheets');
  });

  /** The size in bytes of a page's first file, as it is sent. */
  async function firstBytes(name: string, code: string): Promise<number> {
    const file = join(CONSUMER, `${name}.js`);
    writeFileSync(file, code);
    const answer = (await build({
      root: CONSUMER,
      configFile: false,
      logLevel: 'error',
      define: { 'process.env.NODE_ENV': '"production"' },
      build: { write: false, rolldownOptions: { input: file } },
    })) as Rolldown.RolldownOutput;
    const [entry] = answer.output;
    expect(entry.imports).toEqual([]);
    return gzipSync(entry.code, { level: 9 }).length;
  }

  it('a React page grows by at most 10.3 KiB before its chat is wanted', async () => {
    const page = (head: string, widget: string) => `
      import { createElement, StrictMode, useState } from 'react';
      import { createRoot } from 'react-dom/client';
      ${head}
      function App() {
        const [count, setCount] = useState(0);
        return createElement('main', null, createElement('button', { onClick: () => setCount(count + 1) }, count), ${widget});
      }
      createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(App)));`;
    const before = await firstBytes('before', page('', 'null'));
    const after = await firstBytes(
      'after',
      page(
        `import { ChatWidget } from 'natter/react';`,
        `createElement(ChatWidget, { broker: 'https://chat.example.com' })`,
      ),
    );
    expect(before).toBeGreaterThan(50_000);
    expect(after - before).toBeLessThanOrEqual(10.3 * 1024);
  });

  it('the hook brings no component along', async () => {
    const { modules, code } = await bundled(`import { useChat } from 'natter/react'; globalThis.useChat = useChat;`);
    expect(frameworksIn(modules)).toEqual([]);
    expect(code).not.toContain('adoptedStyleSheets');
  });

  it('an entry that is imported and not used brings nothing along, but for the one that acts', async () => {
    const { code } = await bundled(`import 'natter'; import 'natter/react'; import 'natter/preact';`);
    expect(code).not.toContain('fetch(');
    const element = await bundled(`import 'natter/element';`);
    expect(element.code).toContain('customElements.define');
    expect(frameworksIn(element.modules)).toEqual([]);
  });

  it('languages are chunks of their own', async () => {
    const { code, modules } = await bundled(`import 'natter/element';`);
    expect(code).toContain('Nachricht');
    expect(modules.some(id => /natter\/dist\/shared\/de-/.test(id))).toBe(false);
  });
});

describe('a runtime without Node', () => {
  const WORKER = `
    import { brokerFromEnv, createBroker, nodeHandshake, readBrokerConfig } from 'natter/broker';
    export const broker = ({ log, fetch, ...environment }) =>
      createBroker({ ...readBrokerConfig(environment).options, handshake: nodeHandshake, log, fetch });
    export const fromEnv = brokerFromEnv;
    export { startBroker, toNodeListener } from 'natter/broker';`;

  /** The exports of the worker, bundled as for an edge runtime, where nothing of Node can be imported or is global. */
  async function inWorker(): Promise<{
    imports: readonly string[];
    modules: string;
    broker(given: object): Broker;
    startBroker(): Promise<unknown>;
    fromEnv(env: object, options: object): Broker;
    toNodeListener(): unknown;
  }> {
    const file = join(CONSUMER, 'worker.js');
    writeFileSync(file, WORKER);
    const answer = (await build({
      root: CONSUMER,
      configFile: false,
      logLevel: 'error',
      ssr: { target: 'webworker', noExternal: true, resolve: { conditions: ['workerd', 'worker'] } },
      build: { ssr: true, write: false, rolldownOptions: { input: file, output: { format: 'cjs' } } },
    })) as Rolldown.RolldownOutput;
    const [{ code, imports, moduleIds }] = answer.output;
    const nodeGlobals = ['require', 'process', 'Buffer', 'global', 'setImmediate'];
    const exported = {};
    new Function('exports', ...nodeGlobals, code)(exported);
    return {
      imports,
      modules: moduleIds.join(),
      ...(exported as Omit<Awaited<ReturnType<typeof inWorker>>, 'imports' | 'modules'>),
    };
  }

  it('createBroker answers for a token, and nothing of Node comes along', async () => {
    const { imports, modules, broker, startBroker, fromEnv, toNodeListener } = await inWorker();
    expect(imports).toEqual([]);
    expect(modules).toContain('/natter/dist/broker-web.js');
    expect(modules).not.toMatch(/node:/);
    const lines: string[] = [];
    const log = {
      info: () => {},
      warn: (event: string) => lines.push(event),
      error: (event: string) => lines.push(event),
    };
    const fetch = async () => Response.json({ access_token: 'eyJ.e30.x', expires_in: 60, token_type: 'Bearer' });
    const headers = { Origin: BROKER_ENVIRONMENT.NATTER_ALLOWED_ORIGINS };
    const request = new Request('https://chat.example.com/token', { method: 'POST', headers, body: '{}' });
    const answer = await broker({ ...BROKER_ENVIRONMENT, log, fetch }).fetch(request, { address: '192.0.2.1' });
    expect(answer.status).toBe(200);
    const granted: unknown = await answer.json();
    expect(granted).toMatchObject({
      access_token: 'eyJ.e30.x',
      resume_ticket: expect.stringMatching(/./),
      features: ['revoke'],
    });
    expect(lines).toEqual([]);
    await expect(startBroker()).rejects.toThrow('startBroker needs Node');
    expect(() => toNodeListener()).toThrow('toNodeListener needs Node');
    const below = fromEnv(BROKER_ENVIRONMENT, { basePath: '/api/chat' });
    expect((await below.fetch(new Request('https://shop.example.com/api/chat/health'))).status).toBe(200);
  });
});
