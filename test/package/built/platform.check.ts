/** The built client against the built emulator, in Node: one call to each host, an error, and no import from Node in the file. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { INSTALLED } from './packed.ts';

const load = <T>(name: string): Promise<T> => import(/* @vite-ignore */ join(INSTALLED, `dist/${name}.js`));

it('the installed client talks to both hosts of the installed emulator', async () => {
  const { startEmulator } = await load<typeof import('../../../src/entries/emulator.ts')>('emulator');
  const { createPlatform, PlatformError } = await load<typeof import('../../../src/entries/platform.ts')>('platform');
  const emulator = await startEmulator({ port: 0, pace: 0 });
  onTestFinished(() => emulator.close());
  const platform = createPlatform({
    baseUrl: emulator.url,
    builderUrl: emulator.builderUrl,
    accountId: 'demo',
    projectId: 'shop',
    keys: {
      chat: 'demo-chat',
      connector: 'demo-connector',
      conversations: 'demo-conversations',
      builder: 'demo-builder',
    },
  });
  const { conversation_id: id } = await platform.chat.create();
  await platform.chat.respond({ conversation_id: id, message: 'opening hours' });
  const { conversations } = await platform.conversations.page();
  expect(conversations.map(each => [each.id, each.num_turns])).toEqual([[id, 2]]);
  expect(await platform.agents.list()).toMatchObject([{ agentId: 'PROJECT-shop' }]);
  const failure = await platform.chat.respond({ conversation_id: 'none' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(PlatformError);
  expect(failure).toMatchObject({ status: 404, code: 'CONVERSATIONS_NOT_FOUND', retryable: false });
});

it('the client is one file that imports nothing, so any runtime with fetch can load it', () => {
  const code = readFileSync(join(INSTALLED, 'dist/platform.js'), 'utf8');
  expect(code).toContain('createPlatform');
  expect(code).not.toMatch(/^\s*import\b|\bfrom ["']|\brequire\(|\bprocess\.|\bBuffer\b/m);
});
