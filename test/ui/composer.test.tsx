// @vitest-environment jsdom
/** Writing and sending: keys, input methods, length, drafts. */

import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { measure } from '../../src/ui/byte-count.ts';
import { ONLINE } from './fake-chat.ts';
import { renderChat, settled } from './render-chat.ts';

const field = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const button = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

async function write(text: string): Promise<void> {
  fireEvent.input(field(), { target: { value: text } });
  await settled();
}

describe('sending', () => {
  it('[U10] sends on Enter and on the button, and empties the field', async () => {
    const { chat } = renderChat();
    await write('Hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await settled();
    expect(field().value).toBe('');
    expect(chat.state.value.draft).toBe('');
    await write('Again');
    fireEvent.click(button());
    await settled();
    expect(chat.calls).toEqual([
      ['send', 'Hello'],
      ['send', 'Again'],
    ]);
  });

  it('[U10] breaks the line on Shift+Enter', async () => {
    const { chat } = renderChat();
    await write('Hello');
    const untouched = fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(untouched).toBe(true);
    expect(chat.calls).toEqual([]);
  });

  it('[U10] sends nothing blank', async () => {
    const { chat } = renderChat();
    await write('  \n ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(button().disabled).toBe(true);
    expect(chat.calls).toEqual([]);
  });

  it.each([
    ['while it composes', { isComposing: true }],
    ['that the input method has swallowed', { keyCode: 229 }],
  ])('[U11] does not send on an Enter %s', async (_, how) => {
    const { chat } = renderChat();
    await write('にほ');
    fireEvent.keyDown(field(), { key: 'Enter', ...how });
    expect(chat.calls).toEqual([]);
    expect(field().value).toBe('にほ');
  });

  it('[U11] does not send on the Enter that Safari reports after the composition, but on the next one', async () => {
    const { chat } = renderChat();
    await write('日本');
    fireEvent(field(), new CompositionEvent('compositionend', { bubbles: true }));
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toEqual([]);
    fireEvent.keyUp(field(), { key: 'Enter' });
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toEqual([['send', '日本']]);
  });

  it.each(['connecting', 'reconnecting', 'offline', 'failed', 'online', 'idle'] as const)(
    '[U12] is never locked: %s',
    async status => {
      const { chat } = renderChat({ connection: { ...ONLINE, status }, typing: { from: 'agent', name: 'Nova' } });
      await write('Hello');
      expect(field().disabled).toBe(false);
      fireEvent.keyDown(field(), { key: 'Enter' });
      expect(chat.calls).toEqual([['send', 'Hello']]);
    },
  );
});

describe('growing', () => {
  it('[U13] makes room for every line that is written', async () => {
    renderChat();
    await write('one\ntwo\nthree');
    expect(field().parentElement?.getAttribute('data-text')).toBe('one\ntwo\nthree\n');
  });
});

describe('length', () => {
  it('[U14] counts from 90 % on, in bytes', async () => {
    renderChat({ maxMessageBytes: 100 });
    await write('x'.repeat(89));
    expect(screen.queryByText(/\/ 100/)).toBeNull();
    await write('ä'.repeat(45));
    expect(screen.getByText('90 / 100')).toBeTruthy();
  });

  it('[U15] refuses what is too long, says by how much, and loses nothing', async () => {
    const { chat } = renderChat({ maxMessageBytes: 100 });
    const text = 'ä'.repeat(60);
    await write(text);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toEqual([]);
    expect(field().value).toBe(text);
    expect(button().disabled).toBe(true);
    expect(screen.getByText('This is too long to send. Please shorten it by 10 characters.')).toBeTruthy();
    await write('ä'.repeat(50));
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toHaveLength(1);
  });

  it('[U15] keeps the text when the chat itself refuses it', async () => {
    const { chat } = renderChat();
    chat.refuseSends = true;
    await write('Hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await settled();
    expect(field().value).toBe('Hello');
    expect(screen.getByText(/too long to send/)).toBeTruthy();
    await write('Hell');
    expect(screen.queryByText(/too long to send/)).toBeNull();
  });

  it('[U14] never undercounts', () => {
    for (const text of ['a'.repeat(50), 'ä'.repeat(50), '漢'.repeat(50), '🙂'.repeat(50), '\ud800'.repeat(50)]) {
      const bytes = new TextEncoder().encode(text).length;
      expect(measure(text, bytes).excess).toBe(0);
      expect(measure(text, bytes - 1).excess).toBeGreaterThan(0);
    }
  });
});

describe('draft', () => {
  it('[U16] is kept by the chat while it is written', async () => {
    const { chat } = renderChat();
    await write('Hel');
    expect(chat.state.value.draft).toBe('Hel');
  });

  it('[U16] comes back when the chat restores it', async () => {
    const { chat } = renderChat();
    chat.set({ draft: 'from before' });
    await settled();
    expect(field().value).toBe('from before');
  });

  it('[U16] never overwrites what was typed meanwhile', async () => {
    const { chat } = renderChat();
    // A chat whose answer comes late, as through another tab.
    chat.setDraft = () => {};
    await write('abc');
    chat.set({ draft: 'ab' });
    await settled();
    expect(field().value).toBe('abc');
  });
});
