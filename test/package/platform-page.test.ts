/** Runs the examples of docs/PLATFORM.md as they stand, in the order of the page, against a fresh emulator in both dialects. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/emulator/node/webhook-sender.ts';
import * as client from '../../src/entries/platform.ts';
import { createRestWorld, type RestWorld } from '../emulator/rest-world.ts';
import { ROOT } from './project-files.ts';

const PAGE = readFileSync(join(ROOT, 'docs/PLATFORM.md'), 'utf8');
const EXAMPLES = [...PAGE.matchAll(/^```ts\n(.*?)^```$/gms)].map(each => each[1] ?? '');
const WEBHOOK = EXAMPLES.findIndex(each => each.includes('verifyWebhook'));

const HOSTS: Readonly<Record<string, string>> = {
  'https://api.uk-1.platform.example': 'http://runtime',
  'https://api.uk.platform.example': 'http://builder',
};

const env = {
  CHAT_KEY: 'demo-chat',
  CONNECTOR_TOKEN: 'demo-connector',
  CONVERSATIONS_KEY: 'demo-conversations',
  OUTBOUND_TOKEN: 'demo-outbound',
  EVENTS_KEY: 'demo-events',
  DNI_KEY: 'demo-dni',
  BUILDER_KEY: 'demo-builder',
};

/** Runs a program of the page. Returns what it exports. `names` are the variables that its reader has. */
async function run(program: string, module: object, names: Readonly<Record<string, unknown>>) {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: Record<string, unknown> = {};
  const given: Record<string, unknown> = { ...names, require: () => module, exports: exported };
  const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => (...values: unknown[]) => unknown;
  await new AsyncFunction(...Object.keys(given), outputText)(...Object.values(given));
  return exported;
}

/** The package, whose client calls the emulator instead of the page's addresses, and whose pauses move its clock. */
function packageFor(world: RestWorld, dialect: 'service' | 'poly') {
  const createPlatform = (options: client.PlatformOptions) =>
    client.createPlatform({
      ...options,
      dialect,
      wait: async ms => world.advance(ms),
      fetch: (address, init) => {
        const { origin, href } = new URL(String(address));
        return world.fetch(href.replace(origin, HOSTS[origin] ?? origin), init);
      },
    });
  return { ...client, createPlatform };
}

describe.each(['service', 'poly'] as const)('docs/PLATFORM.md in the dialect %s', dialect => {
  it('has examples that work as they stand, one after the other', async () => {
    const world = createRestWorld({ dialect });
    const lines: unknown[][] = [];
    const program = EXAMPLES.filter((_, index) => index !== WEBHOOK).join('\n');
    const names = { process: { env }, console: { log: (...values: unknown[]) => lines.push(values) } };
    await run(program, packageFor(world, dialect), names);
    expect(lines.flat()).toEqual(expect.arrayContaining(['queued', 'calling', 'success']));
    expect(world.reports).toEqual([]);
  });

  it('has a webhook that takes a notice once, and refuses a forged one', async () => {
    const world = createRestWorld({ dialect });
    const ask = (path: string, body: object) => world.ask('builder', 'POST', path, { key: 'demo-builder', body });
    const types = ['alerts.triggered', 'alerts.resolved'];
    await ask('/v1/webhook-endpoints', { name: 'E', url: 'https://a.example', event_types: types });
    const condition = { metric: 'function_errors', operator: '>=', threshold_value: 1, window_duration: '5m' };
    await ask('/v1/alert-rules', { name: 'E', ...condition });
    world.platform.control.addSample(world.now(), { metric: 'function_errors', value: 1 });
    world.advance(60_000);
    const [notice] = world.notices;
    if (!notice) throw new Error('No notice was posted.');

    const handled: unknown[] = [];
    const seen = new Set<string>();
    const store = {
      seen: (id: string) => seen.has(id) || !seen.add(id),
      delete: (id: string) => seen.delete(id),
    };
    const handle = (given: unknown) => {
      handled.push(given);
      if (handled.length === 1) throw new Error('The database is away.');
    };
    const verifyWebhook: typeof client.verifyWebhook = (request, secrets, options) =>
      client.verifyWebhook(request, secrets, { ...options, now: () => world.now() });
    const secrets = { currentSecret: notice.secret, previousSecret: 'whsec_old' };
    const { POST } = await run(EXAMPLES[WEBHOOK] ?? '', { verifyWebhook }, { ...secrets, store, handle });
    const post = async (headers: Record<string, string>) => {
      const request = new Request('https://ops.example.com/alerts', { method: 'POST', headers, body: notice.body });
      return (await (POST as (request: Request) => Promise<Response>)(request)).status;
    };
    const signed = signedHeaders(notice, dialect);
    const forged = signedHeaders({ ...notice, secret: 'whsec_other' }, dialect);
    await expect(post(signed)).rejects.toThrow('away');
    expect([await post(signed), await post(signed), await post(forged)]).toEqual([204, 204, 401]);
    expect(handled).toHaveLength(2);
  });
});
