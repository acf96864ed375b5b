// @vitest-environment jsdom
/** A reply while it is written. */

import { signal } from '@preact/signals-core';
import { screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

/** Longer than the default: a busy machine draws few frames. */
const PATIENCE = { timeout: 10_000 };

const log = (): HTMLElement => screen.getByRole('log');

describe('streaming', () => {
  it('a reply grows with its chunks, and is complete text at the end', async () => {
    const item = message('agent', 'One two', { status: 'streaming' });
    const { chat, container } = renderChat({ messages: [item] });
    await waitFor(() => expect(container.querySelector('.text')?.textContent).toBe('One two'), PATIENCE);
    expect(container.querySelectorAll('.settle').length).toBeGreaterThan(0);
    chat.set({ messages: [{ ...item, text: 'One two three.', status: 'complete' }] });
    await waitFor(() => expect(container.querySelector('.text')?.textContent).toBe('One two three.'), PATIENCE);
    await settled();
    expect(container.querySelector('.settle')).toBeNull();
  });

  it('dots are shown before the first letter, and a complete reply at once', async () => {
    const item = message('agent', '', { status: 'streaming' });
    const { chat, container } = renderChat({ messages: [item] });
    expect(container.querySelector('.bubble .dots')).toBeTruthy();
    chat.add(message('agent', 'Whole'));
    await settled();
    expect(within(log()).getByText('Whole')).toBeTruthy();
  });

  it('[T20] two simultaneous replies both grow to their end', async () => {
    const a = message('agent', 'One', { status: 'streaming' });
    const b = message('agent', 'Two', { status: 'streaming' });
    const { chat } = renderChat({ messages: [a, b] });
    const read = () => [...log().querySelectorAll('.text')].map(({ textContent }) => textContent);
    await waitFor(() => expect(read()).toEqual(['One', 'Two']), PATIENCE);
    const more = { ...a, text: 'One and more' };
    chat.set({ messages: [more, b] });
    await waitFor(() => expect(read()).toEqual(['One and more', 'Two']), PATIENCE);
    const whole = { ...b, text: 'Two, that is all.', status: 'complete' } as const;
    chat.set({ messages: [more, whole] });
    chat.set({ messages: [{ ...a, text: 'One and more than' }, whole] });
    await waitFor(() => expect(read()).toEqual(['One and more than', 'Two, that is all.']), PATIENCE);
    chat.set({ messages: [{ ...a, text: 'One and more than that.', status: 'complete' }, whole] });
    await waitFor(() => expect(read()).toEqual(['One and more than that.', 'Two, that is all.']), PATIENCE);
    await settled();
    expect(log().querySelector('.settle')).toBeNull();
    expect(screen.queryByText('This reply was cut off.')).toBeNull();
  });

  it('a growing reply renders nothing outside the transcript again', async () => {
    let drawn = 0;
    // Only the component with other ways to reach the site reads this setting.
    const read = {
      get contactUrl() {
        drawn += 1;
        return 'https://example.com/contact';
      },
    };
    const settings = Object.defineProperties({ ...SETTINGS }, Object.getOwnPropertyDescriptors(read));
    const item = message('agent', 'One', { status: 'streaming' });
    const { chat } = renderChat({ messages: [item] }, { settings: signal(settings) });
    await settled();
    const before = drawn;
    expect(before).toBeGreaterThan(0);
    for (const text of ['One two', 'One two three']) {
      chat.set({ messages: [{ ...item, text }] });
      await settled();
    }
    expect(drawn).toBe(before);
  });

  it('the text is there at once for a reader who asked for less motion', async () => {
    const matchMedia = globalThis.matchMedia;
    globalThis.matchMedia = (query =>
      ({ matches: query.includes('reduced-motion'), addEventListener() {} }) as object) as typeof matchMedia;
    const { container } = renderChat({ messages: [message('agent', 'All of it', { status: 'streaming' })] });
    expect(container.querySelector('.text')?.textContent).toBe('All of it');
    globalThis.matchMedia = matchMedia;
  });
});
