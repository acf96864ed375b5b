/** The commands through `main()`, with the system's fetch, against an emulator on ports of its own. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { type Emulator, startEmulator } from '../../../src/emulator/node/server.ts';

let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ port: 0, logLevel: 'silent' });
});

afterEach(() => emulator.close());

async function natter(...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await main(args, {
    version: '1.2.3',
    dist: '',
    env: {
      NATTER_CONVERSATIONS_URL: `${emulator.url}/`,
      NATTER_CONVERSATIONS_KEY: 'demo-conversations',
      NATTER_OUTBOUND_URL: emulator.url,
      NATTER_OUTBOUND_TOKEN: 'demo-outbound',
      NATTER_BUILDER_URL: emulator.builderUrl,
      NATTER_BUILDER_KEY: 'demo-builder',
      NATTER_ACCOUNT_ID: 'demo',
      NATTER_PROJECT_ID: 'shop',
    },
    print: line => {
      out.push(line);
      // When the call is read again, it has ended.
      if (line === 'queued') emulator.advance(10_000);
    },
    complain: line => err.push(line),
    whenStopped: () => new Promise(() => {}),
  });
  return { code, out, err };
}

describe('against a running emulator', () => {
  it('a call is placed, is among the conversations afterwards, and no rule fires', async () => {
    expect(await natter('call', '+442079460123')).toMatchObject({ code: 0, out: ['queued', 'success'] });
    // The emulator's clock is ahead of the system's, so the conversation began in the system's future.
    const until = new Date(emulator.now() + 1).toISOString();
    const listed = await natter('conversations', '--since', '1h', '--until', until, '--format', 'jsonl');
    expect([listed.code, listed.out.map(line => JSON.parse(line))]).toMatchObject([
      0,
      [{ channel: 'VOICE-SIP', to_number: '+442079460123' }],
    ]);
    expect(await natter('alerts')).toMatchObject({ code: 0, err: ['0 rules, 0 firing'] });
  });

  it('the usage of natter lists the three commands', async () => {
    const { out } = await natter('--help');
    for (const name of ['conversations', 'call', 'alerts'])
      expect(out.join('\n')).toMatch(new RegExp(`^  ${name} `, 'm'));
  });
});
