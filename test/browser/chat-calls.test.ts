import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ChatCalls, createChatCalls } from '../../src/browser/chat/chat-calls.ts';

interface Seen {
  readonly url: string;
  readonly headers: Headers;
}

/** The calls of a page, whose broker answers each with `{}`. */
function createPage(signIn: () => Promise<Record<string, string>>): { calls: ChatCalls; seen: Seen[] } {
  const seen: Seen[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    seen.push({ url, headers: new Headers(headers) });
    return Response.json({});
  });
  const calls = createChatCalls({ base: 'https://chat.example.com', credentials: 'omit', prove: undefined, signIn });
  return { calls, seen };
}

afterEach(() => vi.unstubAllGlobals());

describe('the header Authorization over Chat', () => {
  it('the header goes with each request that presents a ticket, fresh each time, and with no other', async () => {
    let asked = 0;
    const { calls, seen } = createPage(async () => ({ authorization: `Bearer ${++asked}` }));
    await calls.create('t');
    await calls.respond('t', { text: 'Hello', id: 'id', pairs: {} });
    await calls.close('t');
    await calls.turns('t', 'CONV-1');
    await calls.reach();
    expect(seen.map(({ url, headers }) => [new URL(url).pathname, headers.get('authorization')])).toEqual([
      ['/chat/create', 'Bearer 1'],
      ['/chat/respond', 'Bearer 2'],
      ['/chat/close', 'Bearer 3'],
      ['/chat/CONV-1/turns', 'Bearer 4'],
      ['/health', null],
    ]);
  });
});
