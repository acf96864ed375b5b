// @vitest-environment jsdom
/** Links at the end of a reply that are written as footnotes. */

import { screen, within } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import { itemWords } from '../../../src/ui/announce/announcements.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { lengthOfWords } from '../../../src/ui/links/marked-links.ts';
import { loadReplyParts } from '../../../src/ui/on-need/load-reply-parts.ts';
import { message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const LANGUAGE = { t: createTranslate(ENGLISH, 'en'), tag: 'en', locale: 'en', dir: 'ltr' } as const;

const NOTES = '[1]: https://www.acme.example/returns "Returns"\n[^2]: [Care guide](https://acme.example/care)\n';
const REPLY = `Thirty days [1], and \`[1]\` of oil [^2]. See [3].\n\n${NOTES}`;

beforeAll(loadReplyParts);

async function show(text: string, status: 'complete' | 'streaming' = 'complete') {
  const rendered = renderChat({ messages: [message('agent', text, { status })] });
  await loadReplyParts();
  await settled();
  return rendered;
}

const sources = () => screen.queryByRole('list', { name: 'Sources' });
const words = () => document.querySelector('.agent .text')?.textContent;

describe('sources', () => {
  it('footnotes with links become numbered links, and their marks in the text lead to them, but not in code', async () => {
    await show(REPLY);
    const links = within(sources() as HTMLElement).getAllByRole('link');
    expect(links.map(link => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1Returns', 'https://www.acme.example/returns'],
      ['2Care guide', 'https://acme.example/care'],
    ]);
    expect(document.querySelector('.agent .text > p')?.textContent).toBe(
      'Thirty days [1], and [1] of oil [2]. See [3].',
    );
    const marks = screen.getAllByRole('link', { name: /^\[\d\]$/ });
    expect(marks.map(mark => mark.getAttribute('href'))).toEqual(links.map(link => link.getAttribute('href')));
  });

  it.each([
    ['[1]: https://www.acme.example/a.', 'acme.example', 'https://www.acme.example/a'],
    ['[1]: <https://acme.example/a>', 'acme.example', 'https://acme.example/a'],
    ['[^1]: The returns page, https://acme.example/a', 'The returns page', 'https://acme.example/a'],
    ['[1]: https://acme.example/a – Returns', 'Returns', 'https://acme.example/a'],
  ])('%s is named %s', async (note, name, href) => {
    await show(`Yes [1].\n${note}`);
    const link = within(sources() as HTMLElement).getByRole('link');
    expect([link.textContent, link.getAttribute('href')]).toEqual([`1${name}`, href]);
  });

  it.each([
    'Yes.\n[1]: javascript:alert(1)',
    'Yes.\n[1]: see the guide',
    'Yes.\n[1]: https://acme.example\nAnd more.',
    'Yes.\n[one]: https://acme.example',
    '[1]: https://acme.example',
  ])('%j stays as it is written', async text => {
    await show(text);
    expect(sources()).toBeNull();
    expect(words()).toBe(text.replaceAll('\n', words()?.includes('\n') ? '\n' : ''));
  });

  it('footnotes are not shown while they are being written', async () => {
    for (const part of ['[', '[1', '[1]', '[1]:', '[1]: htt', '[1]: https://acme.example/a\n[2']) {
      expect(lengthOfWords(`Yes [1].\n${part}`, true)).toBe('Yes [1].'.length);
    }
    expect(lengthOfWords('Yes [1', true)).toBe(6);
    await show(REPLY, 'streaming');
    expect(sources()).toBeNull();
  });

  it('screen readers get only the words, and all of a reply that is only footnotes', () => {
    const said = (text: string) => itemWords(message('agent', text), null, LANGUAGE, [])?.words;
    expect(said(`Thirty days [1].\n${NOTES}`)).toBe('Nova: Thirty days [1].');
    expect(said('[1]: https://acme.example')).toContain('https://acme.example');
  });

  it('a long text of footnotes is measured in one pass', () => {
    const line = '[1]: https://a.example\n';
    const start = performance.now();
    expect(lengthOfWords(`${line.repeat(5_000)}end`)).toBe(line.length * 5_000 + 3);
    expect(lengthOfWords(`Yes.\n${line.repeat(5_000)}`)).toBe(4);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
