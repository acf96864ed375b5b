/** Event handlers of a page that fail, in every possible way. */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { fakePorts, settled } from '../fixtures/fake-ports.ts';

function listening(fail: () => unknown) {
  const world = fakePorts();
  const chat = createClient({ streaming: true, platform: 'web' }, world.ports);
  const heard: string[] = [];
  chat.on('open', () => fail() as never);
  chat.on('open', () => heard.push('open'));
  return { chat, heard, warnings: world.warnings };
}

describe('a handler', () => {
  it.each<[string, () => unknown, string]>([
    [
      'throws a symbol',
      () => {
        throw Symbol('mine');
      },
      'symbol',
    ],
    [
      'throws what has no words',
      () => {
        throw Object.create(null);
      },
      'object',
    ],
    ['is async and fails', () => Promise.reject(new Error('late')), 'Error: late'],
    ['fails later with a symbol', () => Promise.reject(Symbol('late')), 'symbol'],
  ])('[O2] a handler that %s is reported and harms nothing', async (_, fail, words) => {
    const { chat, heard, warnings } = listening(fail);
    chat.open();
    expect(heard).toEqual(['open']);
    expect(chat.state.value.open).toBe(true);
    await settled();
    expect(warnings).toEqual([{ code: 'handler_failed', message: `A handler of "open" threw: ${words}` }]);
  });

  it('[O2] may be async, and its answer is not waited for', async () => {
    const { chat, heard, warnings } = listening(() => new Promise(() => {}));
    chat.open();
    chat.close();
    chat.open();
    await settled();
    expect(heard).toEqual(['open', 'open']);
    expect(warnings).toEqual([]);
  });
});
