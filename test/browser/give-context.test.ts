/** The port for verified context: the page's function, and the address that takes its token. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { giveContext, type OnContextRequired } from '../../src/browser/challenge/give-context.ts';

const SESSION = { sessionId: 's1', contextId: 'c1' };
const URL = 'https://platform.example/context';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('verified context', () => {
  it('a token is handed to the address that takes it, and to no other', async () => {
    const calls: unknown[] = [];
    vi.stubGlobal('fetch', async (url: string, { body, credentials }: RequestInit) => {
      calls.push([url, JSON.parse(`${body}`), credentials]);
      return new Response(null, { status: 204 });
    });
    const required = vi.fn(async () => 'signed');
    expect(await giveContext(required, URL, SESSION)).toBe('accepted');
    expect(required).toHaveBeenCalledWith(SESSION);
    expect(calls).toEqual([[URL, { session_id: 's1', context_id: 'c1', token: 'signed' }, 'omit']]);
    expect(await giveContext(required, '', SESSION)).toBe('accepted');
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['an answer of 403', async () => new Response('', { status: 403 })],
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('%s of the address is a refusal', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    expect(await giveContext(() => 'signed', URL, SESSION)).toBe('refused');
  });

  it.each<[string, OnContextRequired, string]>([
    [
      'throws',
      () => {
        throw new Error('Signed out');
      },
      'thrown',
    ],
    ['rejects', () => Promise.reject(new Error('Signed out')), 'thrown'],
    ['returns nothing', () => undefined as unknown as string, 'invalid'],
    ['returns the empty text', async () => '', 'invalid'],
    ['returns an object', () => ({ token: 'signed' }) as unknown as string, 'invalid'],
    ['returns more than 16 KB', () => 'x'.repeat(16_385), 'invalid'],
  ])('a function that %s sends nothing', async (_, required, outcome) => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    expect(await giveContext(required, URL, SESSION)).toBe(outcome);
    expect(fetched).not.toHaveBeenCalled();
  });

  it('a function has four seconds', async () => {
    const answering = (ms: number) => () => new Promise<string>(resolve => setTimeout(resolve, ms, 'signed'));
    const late = giveContext(answering(4_100), '', SESSION);
    const inTime = giveContext(answering(3_900), '', SESSION);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await late).toBe('slow');
    expect(await inTime).toBe('accepted');
  });
});
