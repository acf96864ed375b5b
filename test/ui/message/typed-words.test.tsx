// @vitest-environment jsdom
/** The visitor's own words, unchanged: in the panel, on the clipboard, in the file. */

import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it } from 'vitest';
import { TRANSCRIPT_KIT } from '../../../src/ui/extras.ts';
import { toTranscriptFile } from '../../../src/ui/transcript-file/file.ts';
import { message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const log = (): HTMLElement => screen.getByRole('log', { name: 'Conversation' });
const own = (container: Element): HTMLElement | null => container.querySelector<HTMLElement>('.user .text');

const TYPED = [
  '1. first\n3. third',
  '2 * 3 * 4 = 24, __init__ and _this_',
  '# not a heading\n---\n> nor a quotation',
  '* a\n* b\n\n\n* c',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```\ncode\n```',
  '[words](https://acme.example/a) ![picture](https://acme.example/a.png)',
  '&amp; &copy; \\* <b>bold</b> <br>',
  '    four spaces,  two  between',
];

afterEach(() => {
  Reflect.deleteProperty(navigator, 'clipboard');
});

describe('the words that a visitor has typed', () => {
  it.each(TYPED)('typed words are shown as they were typed: %j', async typed => {
    const { container } = renderChat({ messages: [message('user', typed)] });
    await settled();
    expect(own(container)?.textContent).toBe(typed);
    expect(own(container)?.querySelector('ol, ul, em, strong, hr, table, pre, code, blockquote, img, br')).toBeNull();
  });

  it('have bare addresses as links, and nothing else', async () => {
    const { chat, container } = renderChat({
      messages: [
        message('user', 'See https://acme.example/a_(b). Not javascript:alert(1) nor [x](https://acme.example/c)'),
      ],
    });
    await settled();
    const links = within(own(container) as HTMLElement).getAllByRole<HTMLAnchorElement>('link');
    expect(links.map(each => each.getAttribute('href'))).toEqual([
      'https://acme.example/a_(b)',
      'https://acme.example/c',
    ]);
    expect(links[0]?.textContent).toBe('https://acme.example/a_(b)');
    fireEvent.click(links[0] as HTMLElement);
    expect(chat.emitted.map(({ name }) => name)).toContain('link');
  });

  it('an address with direction marks is not a link, because it reads as another', async () => {
    const { container } = renderChat({ messages: [message('user', 'See https://acme.example/\u202egpj.exe')] });
    await settled();
    expect(within(own(container) as HTMLElement).queryByRole('link')).toBe(null);
    expect(own(container)?.textContent).toContain('https://acme.example/');
  });

  it('typed words are copied as they were typed', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void copied.push(text) },
    });
    renderChat({ messages: [message('user', TYPED.join('\n'))] });
    fireEvent.click(within(log()).getByRole('button', { name: 'Copy message' }));
    await waitFor(() => expect(copied).toEqual([TYPED.join('\n')]));
  });

  it.each(TYPED)('stand in the file as they were typed: %j', typed => {
    const { speech } = renderChat();
    const parts = { items: [message('user', typed)], title: 'Acme', language: speech.language.value };
    const lines = toTranscriptFile(parts, TRANSCRIPT_KIT).text.split('\n');
    const said = lines.filter(line => line.startsWith('    ') || line === '').map(line => line.slice(4));
    expect(said.join('\n')).toContain(typed);
  });
});
