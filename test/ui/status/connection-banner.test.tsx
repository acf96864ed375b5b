// @vitest-environment jsdom
/** The banner of a bad connection, for every status and code: its words, its place, and its buttons. */

import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Connection, ConnectionCode } from '../../../src/client/api/chat-state.ts';
import { message, ONLINE } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const FAILED: Connection = { status: 'failed', phase: 'failed', code: null, retryAt: null };
const WAITING: Connection = { status: 'reconnecting', phase: 'waiting', code: null, retryAt: null };

const WORDS: Record<ConnectionCode, RegExp> = {
  offline: /You're offline/,
  broker_unreachable: /couldn't reach the chat service/,
  platform_unreachable: /couldn't reach the chat service/,
  broker_misconfigured: /isn't available here.*try again later/,
  origin_not_allowed: /isn't available here.*try again later/,
  challenge_required: /isn't available here.*try again later/,
  token_refused: /isn't available here.*try again later/,
  platform_unsafe: /isn't available here.*try again later/,
  rate_limited: /We're busy right now/,
  service_unavailable: /having trouble/,
  session_refused: /couldn't start/,
  session_rejected: /couldn't start/,
  socket_refused: /network may be blocking/,
  sockets_blocked: /Try another network/,
  connection_lost: /connection was lost/,
  replaced: /open in another window/,
};
const CODES = Object.keys(WORDS) as ConnectionCode[];

const shown = () => document.querySelector('[part=banner]');
/** True if the banner fills the panel instead of standing above a transcript. */
const isAlone = () => shown()?.classList.contains('filling');

describe('connection line', () => {
  it.each(CODES)('failed with %s: the banner says so in words, without the code, and offers an action', code => {
    const { chat } = renderChat({ connection: { ...FAILED, code } });
    const alert = shown();
    expect(alert?.role).toBe('status');
    // The announcer reads it, once.
    expect(alert?.ariaLive).toBe('off');
    expect(alert?.querySelector('p')?.textContent).toMatch(WORDS[code]);
    expect(alert?.querySelector('p')?.textContent).not.toContain('_');
    fireEvent.click(screen.getByRole('button', { name: code === 'replaced' ? 'Continue here' : 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
  });

  it('the banner says at once that the device is offline, and that nothing is lost', () => {
    renderChat({ connection: { ...ONLINE, status: 'offline' } });
    const line = shown();
    expect(line?.querySelector('p')?.textContent).toBe("You're offline. Messages will be sent when you're back.");
    expect(line?.className).not.toContain('delay');
  });

  it('the banner says "reconnecting" only after a second', () => {
    renderChat({ connection: { ...WAITING, code: 'connection_lost' } });
    const line = shown();
    expect(line?.textContent).toBe('Reconnecting…');
    expect(line?.className).toContain('delay-1000');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('the banner offers to try at once while the service cannot be reached, and keeps its words between attempts', async () => {
    const { chat } = renderChat({ connection: { ...WAITING, code: 'broker_unreachable' } });
    const words = "We couldn't reach the chat service.";
    expect(shown()?.textContent).toContain(words);
    chat.set({ connection: { ...WAITING, phase: 'authorizing' } });
    await settled();
    expect(shown()?.textContent).toContain(words);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
    chat.set({ connection: ONLINE });
    await settled();
    chat.set({ connection: WAITING });
    await settled();
    expect(shown()?.textContent).not.toContain(words);
  });

  it('the banner names the problem and an action when the pauses of a broken connection grow', async () => {
    const refused = { ...WAITING, code: 'socket_refused' } as const;
    const { chat } = renderChat({ connection: { ...refused, retryAt: Date.now() + 1_000 } });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    chat.set({ connection: { ...refused, retryAt: Date.now() + 8_000 } });
    await settled();
    expect(shown()?.textContent).toMatch(/Your network may be blocking the chat/);
    chat.set({ connection: { ...WAITING, phase: 'connecting', code: null, retryAt: null } });
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
  });

  it('a lasting error stays visible when a message arrives, as a line', async () => {
    const lasting = { ...WAITING, code: 'broker_unreachable', retryAt: Date.now() + 20_000 } as const;
    const { chat } = renderChat({ connection: lasting, messages: [] });
    expect(shown()?.className).toContain('filling');
    chat.add(message('user', 'Hello?', { status: 'queued' }));
    await settled();
    expect(shown()?.className).not.toContain('filling');
    expect(shown()?.className).not.toContain('delay');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it.each(['idle', 'connecting', 'online', 'ended'] as const)('no banner is shown: %s', status => {
    renderChat({ connection: { ...ONLINE, status } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(shown()).toBeNull();
  });

  it.each(['sockets_blocked', 'load_failed', 'replaced'] as const)(
    '%s is in the middle of an empty transcript, and above messages',
    async code => {
      const { chat } = renderChat({ connection: { ...FAILED, code } });
      expect(isAlone()).toBe(true);
      const way = screen.getByRole('button', { name: code === 'replaced' ? 'Continue here' : 'Try again' });
      way.focus();
      chat.add(message('user', 'Hello', { status: 'queued' }));
      await settled();
      expect(isAlone()).toBe(false);
      // The button stays the same element, so a press in progress still works.
      expect(document.activeElement).toBe(way);
      fireEvent.click(way);
      expect(chat.calls).toEqual([['reconnect']]);
    },
  );

  it('an empty transcript stays while a break may still be short', async () => {
    const down = { ...WAITING, code: 'broker_unreachable' } as const;
    const { chat } = renderChat({ connection: { ...down, retryAt: Date.now() + 1_000 } });
    expect(isAlone()).toBe(false);
    chat.set({ connection: { ...down, retryAt: Date.now() + 8_000 } });
    await settled();
    expect(isAlone()).toBe(true);
    chat.set({ connection: { ...WAITING, phase: 'authorizing' } });
    await settled();
    expect(isAlone()).toBe(true);
    chat.set({ connection: ONLINE });
    await settled();
    expect(shown()).toBeNull();
  });

  it.each(['connecting', 'reconnecting'] as const)(
    'a long challenge is reported calmly, without a button: %s',
    status => {
      renderChat({ connection: { status, phase: 'authorizing', code: 'challenge_required', retryAt: null } });
      expect(shown()?.textContent).toBe('Checking your browser…');
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
      expect(isAlone()).toBe(false);
    },
  );

  it('being offline leaves the introduction where it is', () => {
    renderChat({ connection: { ...ONLINE, status: 'offline', code: 'offline' }, agent: null, party: 'none' });
    expect(isAlone()).toBe(false);
    expect(screen.getByText('Ask a question to get started.')).toBeTruthy();
  });
});
