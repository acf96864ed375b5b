// @vitest-environment jsdom
/** Writing and sending: keys, input methods, length, drafts. */

import { fireEvent, screen } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { measure } from '../../../src/ui/composer/byte-count.ts';
import { ONLINE } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const field = (): HTMLTextAreaElement => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const button = (): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });

async function write(text: string): Promise<void> {
  fireEvent.input(field(), { target: { value: text } });
  await settled();
}

describe('sending', () => {
  it('sends on Enter and on the button, and empties the field', async () => {
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

  it('accepts text filled in by a tool whose key events have no name', async () => {
    const failed = vi.fn();
    addEventListener('error', failed);
    renderChat();
    fireEvent(field(), new Event('keydown', { bubbles: true, cancelable: true }));
    removeEventListener('error', failed);
    expect(failed).not.toHaveBeenCalled();
  });

  it('breaks the line on Shift+Enter', async () => {
    const { chat } = renderChat();
    await write('Hello');
    const untouched = fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true });
    expect(untouched).toBe(true);
    expect(chat.calls).toEqual([]);
  });

  // White space, characters without width, characters without ink.
  it.each(['  \n ', '\u200b', '\u00ad', '\u3164', '\u2800'])('sends nothing blank: %j', async text => {
    const { chat } = renderChat();
    await write(text);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(button().disabled).toBe(true);
    expect(chat.calls).toEqual([]);
  });

  it.each([
    ['while it composes', { isComposing: true }],
    ['that the input method has swallowed', { keyCode: 229 }],
  ])('an Enter %s does not send', async (_, how) => {
    const { chat } = renderChat();
    await write('にほ');
    fireEvent.keyDown(field(), { key: 'Enter', ...how });
    expect(chat.calls).toEqual([]);
    expect(field().value).toBe('にほ');
  });

  it('the Enter that Safari reports after a composition does not send, but the next one does', async () => {
    const { chat } = renderChat();
    await write('日本');
    fireEvent(field(), new CompositionEvent('compositionend', { bubbles: true }));
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(chat.calls).toEqual([]);
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    expect(chat.calls).toEqual([['send', '日本']]);
  });

  it('sends on the Enter that ends a Korean syllable, right after the end of the composition', async () => {
    const { chat } = renderChat();
    await write('한국');
    fireEvent(field(), new CompositionEvent('compositionend', { bubbles: true }));
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13 });
    expect(chat.calls).toEqual([['send', '한국']]);
  });

  it('sends on the Send key of Android, whose keyboards compose every word until then', async () => {
    const agent = vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 15) Chrome/140');
    const { chat } = renderChat();
    await write('hello');
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 13, isComposing: true });
    expect(chat.calls).toEqual([['send', 'hello']]);
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, isComposing: true });
    expect(chat.calls).toHaveLength(1);
    agent.mockRestore();
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])('an Escape that ends a composition closes nothing: %o', how => {
    const { chat } = renderChat();
    fireEvent.keyDown(field(), { key: 'Escape', ...how });
    expect(chat.calls).toEqual([]);
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(chat.calls).toEqual([['close']]);
  });

  it.each(['connecting', 'reconnecting', 'offline', 'failed', 'online', 'idle'] as const)(
    'the field is never locked: %s',
    async status => {
      const { chat } = renderChat({ connection: { ...ONLINE, status }, typing: { from: 'agent', name: 'Nova' } });
      await write('Hello');
      expect(field().disabled).toBe(false);
      fireEvent.keyDown(field(), { key: 'Enter' });
      expect(chat.calls).toEqual([['send', 'Hello']]);
    },
  );
});

describe('direction', () => {
  it('the field has the direction of the panel while it is empty, and then of its text', async () => {
    renderChat();
    expect(field().dir).toBe('');
    await write('\u0645\u0631\u062d\u0628\u0627');
    expect(field().dir).toBe('auto');
    await write('');
    expect(field().dir).toBe('');
  });
});

describe('growing', () => {
  it('the field grows with every line', async () => {
    renderChat();
    await write('one\ntwo\nthree');
    expect(field().parentElement?.getAttribute('data-text')).toBe('one\ntwo\nthree\n');
  });
});

describe('length', () => {
  it('counts from 90 % on, in bytes', async () => {
    renderChat({ maxMessageBytes: 100 });
    await write('x'.repeat(89));
    expect(screen.queryByText(/\/ 100/)).toBeNull();
    await write('ä'.repeat(45));
    expect(screen.getByText('90 / 100')).toBeTruthy();
  });

  it('refuses a text that is too long, says by how much, and loses nothing', async () => {
    const { chat } = renderChat({ maxMessageBytes: 100 });
    const text = 'ä'.repeat(60);
    await write(text);
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toEqual([]);
    expect(field().value).toBe(text);
    expect(button().disabled).toBe(true);
    expect(
      screen.getByText('This is too long to send. Please shorten it by 10 characters.', { selector: 'p' }),
    ).toBeTruthy();
    await write('ä'.repeat(50));
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect(chat.calls).toHaveLength(1);
  });

  it('keeps the text when the chat itself refuses it', async () => {
    const { chat } = renderChat();
    chat.refuseSends = true;
    await write('Hello');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await settled();
    expect(field().value).toBe('Hello');
    expect(screen.getByText(/too long to send/, { selector: 'p' })).toBeTruthy();
    await write('Hell');
    expect(screen.queryByText(/too long to send/)).toBeNull();
  });

  describe('for screen readers', () => {
    const region = () => document.querySelector('.composer [aria-live]');
    /** Types these texts. Returns the contents of the live region after each change. */
    async function heard(...texts: readonly string[]): Promise<readonly string[]> {
      const said: string[] = [];
      for (const text of texts) {
        const before = region()?.textContent;
        await write(text);
        const now = region()?.textContent ?? '';
        if (now && now !== before) said.push(now);
      }
      return said;
    }
    const lengths = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, place) => 'x'.repeat(from + place));

    it('announces the counter when it appears, at twenty left, and when the text is too long, not at each letter', async () => {
      renderChat({ maxMessageBytes: 1000 });
      expect(await heard(...lengths(880, 1010))).toEqual([
        '100 characters left',
        '20 characters left',
        'This is too long to send. Please shorten it by 1 character.',
      ]);
    });

    it('announces the limit again when it is reached again, and nothing while the text gets shorter', async () => {
      renderChat({ maxMessageBytes: 1000 });
      const back = lengths(890, 1010).reverse();
      await write('x'.repeat(1020));
      expect(await heard(...back)).toEqual(['0 characters left', '21 characters left']);
      expect(await heard('x'.repeat(905))).toEqual(['95 characters left']);
    });

    it('the live region is polite and exists before its words, and the visible counter is not a live region', async () => {
      renderChat({ maxMessageBytes: 100 });
      expect(region()?.getAttribute('aria-live')).toBe('polite');
      expect(region()?.textContent).toBe('');
      const before = region();
      await write('x'.repeat(95));
      expect(region()).toBe(before);
      expect(screen.getByText('95 / 100').closest('[aria-live], [role=status], [role=alert]')).toBeNull();
    });

    it('announces at once that a pasted text is too long, and describes the field by it', async () => {
      renderChat({ maxMessageBytes: 100 });
      expect(await heard('x'.repeat(130))).toEqual(['This is too long to send. Please shorten it by 30 characters.']);
      const described = document.getElementById(field().getAttribute('aria-describedby') ?? '');
      expect(described?.textContent).toContain('Please shorten it by 30 characters.');
    });
  });

  it('never counts too few bytes', () => {
    for (const text of ['a'.repeat(50), 'ä'.repeat(50), '漢'.repeat(50), '🙂'.repeat(50), '\ud800'.repeat(50)]) {
      const bytes = new TextEncoder().encode(text).length;
      expect(measure(text, bytes).excess).toBe(0);
      expect(measure(text, bytes - 1).excess).toBeGreaterThan(0);
    }
  });
});

describe('draft', () => {
  it('the chat stores the draft while it is written', async () => {
    const { chat } = renderChat();
    await write('Hel');
    expect(chat.state.value.draft).toBe('Hel');
  });

  it('the field shows a draft that the chat restores', async () => {
    const { chat } = renderChat();
    chat.set({ draft: 'from before' });
    await settled();
    expect(field().value).toBe('from before');
  });

  it('a restored draft never overwrites text that was typed meanwhile', async () => {
    const { chat } = renderChat();
    // A chat that returns the draft late, as through another tab.
    chat.setDraft = () => {};
    await write('abc');
    chat.set({ draft: 'ab' });
    await settled();
    expect(field().value).toBe('abc');
  });
});
