// @vitest-environment node

/** The cost of parsing, counted in regular expression searches, not in milliseconds. Single searches must come to an end. */

import { afterEach, describe, expect, it, vi } from 'vitest';
import { withAddresses } from '../../../src/ui/links/autolink.ts';
import { withNumbers } from '../../../src/ui/links/isolate-numbers.ts';
import { telHref } from '../../../src/ui/links/safe-url.ts';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { type Element, type Node, textOf } from '../../../src/ui/rich-text/tree.ts';

const SEEDS: readonly string[] = [
  '<p>',
  '<p>a</p>',
  '<ul><li>',
  '<ul><li>a\n',
  '<ul>\n\n',
  '<b>a</b>',
  '</a>',
  '<a href=',
  '<a href="https://a.example">x',
  '> ',
  '> > > > x\n',
  '- ',
  '- - - - x\n',
  '*a **b ',
  '*a_ ',
  '**a\n',
  '[',
  '[a](',
  '[a](b "',
  '[a](/b c ',
  '[a](/b (c) d',
  '[a](sip:b) ',
  '<b=',
  '<a b = c d ',
  '<b or c> ',
  'https://a.example/\\_',
  'https://a.example/b|',
  'https://a.example/{',
  '![',
  '`',
  '``a`',
  '&amp',
  '&amp;',
  '|',
  '|a',
  'a|b\n',
  'a\n',
  'www.a.example ',
  'a@b.example ',
  'x',
  'words of it ',
  '漢*',
];
/** Mostly letters and words, now and then a lot at once. */
const PIECES = [1, 20, 7, 3, 1_400, 13, 2, 1_100, 5];
const LENGTH = 48_000;

afterEach(() => vi.restoreAllMocks());

/** The number of searches for each piece of a growing text, and the tree of the whole text. */
function streamed(text: string): { readonly costs: readonly number[]; readonly tree: unknown } {
  const searches = vi.spyOn(RegExp.prototype, 'exec');
  const parser = createParser();
  const costs: number[] = [];
  for (let [end, piece] = [0, 0]; end < text.length; piece += 1) {
    end += PIECES[piece % PIECES.length] ?? 1;
    searches.mockClear();
    parser.parse(text.slice(0, end), true);
    costs.push(searches.mock.calls.length);
  }
  searches.mockRestore();
  return { costs, tree: parser.parse(text) };
}

const elementsOf = (kids: readonly Node[]): readonly Element[] =>
  kids.flatMap(kid => (typeof kid === 'string' ? [] : [kid, ...elementsOf(kid.kids)]));

describe('a long text', () => {
  it.each(SEEDS)('a long text of %j costs the same per chunk at its end as at its beginning', seed => {
    const text = seed.repeat(LENGTH / seed.length);
    const { costs, tree } = streamed(text);
    const half = Math.floor(costs.length / 2);
    const [first, second] = [Math.max(...costs.slice(0, half)), Math.max(...costs.slice(half))];
    expect(first).toBeGreaterThan(0);
    expect(second).toBeLessThan(first * 1.3 + 100);
    expect(tree).toEqual(parse(text));
  });

  it.each(['ab', 'ab cd ', '*ab **cd ', '> > ab', '- ab', '| ab ', 'ab\n', '<x>ab', '[ab', '👩‍💻'])(
    'a long text of %j keeps every letter, on one line or many',
    seed => {
      const letters = (words: string) => words.replace(/[^\p{L}\p{ExtPict}]/gu, '');
      for (const start of ['', '# ', '- ', '> 1. ', '```\n', 'a|b\n-|-\n']) {
        const text = start + seed.repeat(20_000 / seed.length);
        expect(letters(textOf(parse(text)))).toBe(letters(text));
      }
    },
  );

  it.each([
    'a@b.example ',
    'a@b.example\n',
    'www.a.example ',
    'https://a.example\n\n',
    '<https://a.example> ',
    '[a](https://a.example) ',
    '![a](https://a.example) ',
    '**a** ',
    '`a` ',
    '- a\n',
    '- - - - a\n',
    '- [x] a\n',
    '1. a\n',
    '> - a\n\n',
    '> a\n\n',
    '|a|b|\n|-|-|\n|1|2|\n\n',
    '```\na\n```\n',
    '# a\n',
    'a<br>',
    '<ul><li>a</li></ul>',
    'a\n',
    '*_~~`',
    '~~*~~',
  ])('a long text of only %j becomes some thousand elements, and the rest is shown as written', seed => {
    const text = seed.repeat(Math.ceil(100_000 / seed.length));
    const parser = createParser();
    for (let end = 0; end < text.length; end += 1_000) parser.parse(text.slice(0, end), true);
    const tree = parser.parse(text);
    expect(tree).toEqual(parse(text));
    const all = elementsOf(tree);
    expect(all.length).toBeLessThan(7_000);
    // Each table and code block has a scroll view with observers, and code a button.
    expect(all.filter(({ tag }) => tag === 'pre' || tag === 'table').length).toBeLessThan(700);
  });

  it.each([
    'a@b.example ',
    'a@b.example\n',
    'www.a.example ',
    'https://a.example ',
    '<https://a.example> ',
    '[a](https://a.example) ',
    '- [a](mailto:a@b.example)\n',
  ])('a long text of only %j has at most two thousand links, and every word', seed => {
    const text = seed.repeat(Math.ceil(100_000 / seed.length));
    const tree = parse(text);
    const links = elementsOf(tree).filter(({ tag }) => tag === 'a').length;
    expect(links).toBeGreaterThan(300);
    expect(links).toBeLessThan(2_000);
    const words = /[ab](?=[@\s\]])|example/g;
    expect(textOf(tree).match(words)?.length).toBeGreaterThanOrEqual(text.length / seed.length);
  });

  it('a long text of numbers and addresses that somebody typed has a few hundred elements', () => {
    expect(withNumbers('+49 30 1234567, '.repeat(6_000)).length).toBeLessThan(1_000);
    expect(withAddresses('https://a.example '.repeat(6_000)).length).toBeLessThan(2_000);
    for (const pieces of [withNumbers, withAddresses]) {
      const text = 'Call +49 30 1234567 or see https://a.example. '.repeat(2_000);
      const words = pieces(text).map(each => (typeof each === 'string' ? each : each.words));
      expect(words.join('')).toBe(text);
    }
  });

  it('a long line continues in the same paragraph, with its open marks', () => {
    const words = 'some words '.repeat(500).trim();
    expect(parse(`**${words}** end`)).toEqual([{ tag: 'p', kids: [{ tag: 'strong', kids: [words] }, ' end'] }]);
    expect(parse(`- ${words}\n- x`)).toHaveLength(1);
  });

  // Two quantifiers that match the same letters would keep each of these busy for minutes.
  it.each([
    ['[a](', ' ', 'x'],
    ['[a](', '\t', '"'],
    ['[a](tel:', '1 ', 'x'],
    ['[a](sms:', '1 ', 'x'],
    ['[a](/', 'b ', 'x'],
    ['[a](/', ' ', 'x'],
    ['[a](/', ' (', 'x'],
    ['[a](/b', ' (c) d', 'x'],
    ['[a](/b', ' (c) "', 'x'],
    ['[a](', 'a.', ')'],
    ['[a](', 'a-_', '.b)'],
    ['[a](', '#', ')'],
    ['[a](', '/.', '\\)'],
    ['[a](', '&#1;', ')'],
    ['[a](<', ' data ', '>)'],
    ['<a', ' ', 'x'],
    ['<a', ' b', 'x'],
    ['<a b', ' ', 'x'],
    ['<a b=', ' /', 'x'],
    ['<ul', ' b=', '<'],
    ['<p ', 'a=b ', 'x'],
    ['` ', 'a', '`'],
    ['` ', '<b>', '`'],
    ['[', 'a', '](https://a.example)'],
    ['[', 'a.', '](https://a.example)'],
    ['[', 'a-_', '.](https://a.example)'],
    ['[', '1 ', '](tel:+442079460000)'],
    ['[', '1(', '](tel:+442079460000)'],
    ['[', 'a@', '](mailto:a@b.example)'],
    ['<a href="', ' href=', '>x</a>'],
    ['', '\u202e', 'x'],
    ['', '\u202e ', 'x'],
    ['https://a.example/', '\u200b', 'x'],
    ['https://a.example/', '}', 'x'],
    ['https://a.example/{', '{}', ' '],
    ['https://a.example/', '|', ' '],
    ['https://a.example/', '\\_', ' '],
    ['<code>', '</code ', 'x'],
  ])('a long text that begins with %j and continues with %j is parsed to its end', (start, filler, end) => {
    expect(textOf(parse(`${start + filler.repeat(300_000 / filler.length) + end} fin`))).toContain('fin');
  });

  // Looking back from each letter would take seconds; in Safari, which optimises nothing here, with any letters.
  it('a text with long addresses that end in another script is parsed to its end', () => {
    const text = `https://a.example/${'aB3_x'.repeat(380)}\uac00 `.repeat(5);
    expect(textOf(parse(`${text}fin`))).toContain('fin');
    expect(withAddresses(text).filter(each => typeof each !== 'string')).toHaveLength(5);
  });

  it('a text with links whose words are letters under marks is parsed to its end', () => {
    const link = `[${'1\ufe0f'.repeat(1_900)}](https://a.example/)\n\n`;
    expect(textOf(parse(`${link.repeat(400)}fin`))).toContain('fin');
  });

  it.each([' ', '\n', ','])('a phone number that continues with %j is not one', filler => {
    expect(telHref(`1${filler.repeat(160_000)}\n1`)).toBeNull();
  });
});
