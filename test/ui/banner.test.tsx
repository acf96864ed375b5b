// @vitest-environment jsdom
/** The line below the header: what it says for every state and code, and what it offers. */

import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { Connection, ConnectionCode } from '../../src/client/chat-state.ts';
import { ONLINE } from './fake-chat.ts';
import { renderChat, settled } from './render-chat.ts';

const FAILED: Connection = { status: 'failed', phase: 'failed', code: null, retryAt: null };
const WAITING: Connection = { status: 'reconnecting', phase: 'waiting', code: null, retryAt: null };

const WORDS: Record<ConnectionCode, RegExp> = {
  offline: /You're offline/,
  broker_unreachable: /couldn't reach the chat service/,
  platform_unreachable: /couldn't reach the chat service/,
  broker_misconfigured: /isn't available here.*call or write/,
  origin_not_allowed: /isn't available here.*call or write/,
  token_refused: /isn't available here.*call or write/,
  platform_unsafe: /isn't available here.*call or write/,
  rate_limited: /Many people are chatting/,
  service_unavailable: /having trouble/,
  session_refused: /couldn't start/,
  session_rejected: /couldn't start/,
  socket_refused: /network may be blocking/,
  sockets_blocked: /Another network may help/,
  connection_lost: /connection was lost/,
  replaced: /open somewhere else/,
};
const CODES = Object.keys(WORDS) as ConnectionCode[];

describe('connection line', () => {
  it.each(CODES)('[U50] failed with %s: says it in words, with a way on, and the code apart', code => {
    const { chat } = renderChat({ connection: { ...FAILED, code } });
    const alert = document.querySelector('.banner');
    expect(alert?.querySelector('p')?.textContent).toMatch(WORDS[code]);
    expect(alert?.querySelector('p')?.textContent).not.toContain('_');
    expect(alert?.textContent).toContain(`Details: ${code}`);
    fireEvent.click(screen.getByRole('button', { name: code === 'replaced' ? 'Use it here' : 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
  });

  it('[U51] says at once that the device is offline, and that nothing is lost', () => {
    renderChat({ connection: { ...ONLINE, status: 'offline' } });
    const line = document.querySelector('.banner');
    expect(line?.textContent).toBe("You're offline. Messages will be sent when you're back.");
    expect(line?.className).not.toContain('late');
  });

  it('[U52] says that it reconnects only when a second has passed', () => {
    renderChat({ connection: { ...WAITING, code: 'connection_lost' } });
    const line = document.querySelector('.banner');
    expect(line?.textContent).toBe('Reconnecting…');
    expect(line?.className).toContain('late-1000');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('[U53] offers to try at once while the service cannot be reached, and keeps its words between attempts', async () => {
    const { chat } = renderChat({ connection: { ...WAITING, code: 'broker_unreachable' } });
    const words = "We couldn't reach the chat service.";
    expect(document.querySelector('.banner')?.textContent).toContain(words);
    chat.set({ connection: { ...WAITING, phase: 'authorizing' } });
    await settled();
    expect(document.querySelector('.banner')?.textContent).toContain(words);
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
    chat.set({ connection: ONLINE });
    await settled();
    chat.set({ connection: WAITING });
    await settled();
    expect(document.querySelector('.banner')?.textContent).not.toContain(words);
  });

  it('[U55] says what is wrong, with a way on, when the pauses of a broken connection grow', async () => {
    const refused = { ...WAITING, code: 'socket_refused' } as const;
    const { chat } = renderChat({ connection: { ...refused, retryAt: Date.now() + 1_000 } });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    chat.set({ connection: { ...refused, retryAt: Date.now() + 8_000 } });
    await settled();
    expect(document.querySelector('.banner')?.textContent).toMatch(/Your network may be blocking the chat/);
    chat.set({ connection: { ...WAITING, phase: 'connecting', code: null, retryAt: null } });
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(chat.calls).toEqual([['reconnect']]);
  });

  it.each(['idle', 'connecting', 'online', 'ended'] as const)('[U54] has nothing to say: %s', status => {
    renderChat({ connection: { ...ONLINE, status } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('.banner')).toBeNull();
  });
});
