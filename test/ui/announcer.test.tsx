// @vitest-environment jsdom
/** What a screen reader hears, and what counts as new. */

import { describe, expect, it } from 'vitest';
import { createArrivals } from '../../src/ui/arrivals.ts';
import { mark, message, ONLINE } from './fake-chat.ts';
import { renderChat, settled } from './render-chat.ts';

const heard = (): string => document.querySelector('[aria-live=polite]')?.textContent ?? '';

describe('announcer', () => {
  it('[U60] reads each reply once, when it is complete', async () => {
    const spoken: string[] = [];
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const seen = new MutationObserver(() => spoken.push(heard()));
    seen.observe(document.querySelector('[aria-live=polite]') as Node, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    const before = chat.state.value.messages;
    const item = message('agent', 'Hel', { status: 'streaming' });
    for (const change of [
      {},
      { text: 'Hello' },
      { text: 'Hello.', status: 'complete' as const },
      { text: 'Hello.', status: 'complete' as const },
    ]) {
      chat.set({ messages: [...before, { ...item, ...change }] });
      await settled();
    }
    chat.set({ typing: { from: 'agent', name: 'Nova' } });
    await settled();
    expect(spoken).toEqual(['Nova: Hello.']);
    seen.disconnect();
  });

  it('[U60] reads links by their words and cards by their titles', async () => {
    const { chat } = renderChat();
    chat.add(
      message('agent', 'See [the shop](https://acme.example).', { callActions: [{ title: 'Call us', number: '123' }] }),
    );
    await settled();
    expect(heard()).toBe('Nova: See the shop.. Call us');
  });

  it("[U60] says the same words again when they are said again, and never the visitor's own", async () => {
    const { chat } = renderChat();
    chat.add(message('agent', 'Yes'));
    await settled();
    const first = document.querySelector('[aria-live=polite] p');
    chat.add(message('user', 'Sure?', { status: 'sending' }), message('agent', 'Yes'));
    await settled();
    expect(heard()).toBe('Nova: Yes');
    expect(document.querySelector('[aria-live=polite] p')).not.toBe(first);
  });

  it('[U61] tells when a person comes', async () => {
    const { chat } = renderChat();
    chat.add(mark('live-joined', { name: 'Maria' }));
    await settled();
    expect(heard()).toBe("Maria joined. You're talking to a person now.");
  });
});

describe('arrivals', () => {
  const replaying = { ...ONLINE, status: 'connecting', phase: 'replaying' } as const;

  it('[U62] takes a history that fills an empty transcript, in however many frames, for no news', () => {
    const arrivals = createArrivals();
    const [a, b, c] = [message('agent', 'a'), message('agent', 'b'), message('agent', 'c')];
    arrivals.take({ connection: ONLINE, messages: [] });
    arrivals.take({ connection: replaying, messages: [a] });
    arrivals.take({ connection: replaying, messages: [a, b] });
    arrivals.take({ connection: ONLINE, messages: [a, b, c] });
    expect([a, b, c].map(item => arrivals.has(item.key))).toEqual([false, false, true]);
  });

  it('[U62] takes what a reconnection brings for news', () => {
    const arrivals = createArrivals();
    const [a, b] = [message('agent', 'a'), message('agent', 'b')];
    arrivals.take({ connection: ONLINE, messages: [a] });
    arrivals.take({ connection: replaying, messages: [a, b] });
    expect([a, b].map(item => arrivals.has(item.key))).toEqual([false, true]);
  });

  it('[U62] takes what comes out of the storage or from another tab for no news, and what follows for news', () => {
    const [a, b, c] = [message('agent', 'a'), message('agent', 'b'), message('agent', 'c')];
    for (const phase of ['authorizing', 'active', 'ended'] as const) {
      const arrivals = createArrivals();
      arrivals.take({ connection: { ...ONLINE, phase: 'idle' }, messages: [] });
      arrivals.take({ connection: { ...ONLINE, phase }, messages: [a, b] });
      arrivals.take({ connection: replaying, messages: [a, b, c] });
      expect(
        [a, b, c].map(item => arrivals.has(item.key)),
        phase,
      ).toEqual([false, false, true]);
    }
  });

  it('[U62] takes what is archived under another key when a session is replaced for no news', () => {
    const arrivals = createArrivals();
    const old = message('agent', 'Said before');
    arrivals.take({ connection: ONLINE, messages: [old] });
    arrivals.take({ connection: ONLINE, messages: [{ ...old, key: `0f3c-session/m:${old.id}` }] });
    expect(arrivals.has(`0f3c-session/m:${old.id}`)).toBe(false);
  });

  it('[U62] takes the greeting of a conversation that has just begun for news', () => {
    const arrivals = createArrivals();
    const greeting = message('agent', 'Hello');
    for (const phase of ['idle', 'authorizing', 'creating', 'connecting', 'replaying', 'joining'] as const) {
      arrivals.take({ connection: { ...ONLINE, phase }, messages: [] });
    }
    arrivals.take({ connection: ONLINE, messages: [greeting] });
    expect(arrivals.has(greeting.key)).toBe(true);
  });

  it('[U62] animates what came while somebody looked, and nothing that was there before', async () => {
    const old = message('agent', 'Old');
    const { chat, container } = renderChat({ messages: [old] });
    chat.add(message('user', 'New', { status: 'sending' }));
    await settled();
    const rows = [...container.querySelectorAll('.message')];
    expect(rows.map(row => row.classList.contains('fresh'))).toEqual([false, true]);
  });
});
