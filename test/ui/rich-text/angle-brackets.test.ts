// @vitest-environment node

/** Words in angle brackets, which people and agents write as placeholders, beside tags that mean something. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { textOf } from '../../../src/ui/rich-text/tree.ts';
import { show } from './fixtures/reference.ts';

const WORDS = [
  'Reply with <I agree> to go on.',
  'Choose <B or C>',
  'Choose <b or c> or <a, b> or <i/o>.',
  'Send <a number between 1 and 5>, please.',
  'Enter <code from your letter>, then **go on**.',
  'Use <Strong password> and <em dash>',
  'Ask <Li Wei>!',
  'x <i && y> 3',
  'if (a <b || c> d) or x<i == y>2',
  'A <p.o. box> and <ol reversed> and <a href> and <br here>',
  '</Li Wei> </b or c>',
];

describe('words in angle brackets', () => {
  it.each(WORDS)('words in angle brackets are shown, every letter: %s', text => {
    const shown = text.replaceAll('**', '');
    expect(plainText(text)).toBe(shown);
    expect(show(parse(text)).replace(/<\/?strong>/g, '')).toBe(`<p>${shown}</p>`);
  });

  it('paragraphs after <UL cables> stay apart', () => {
    expect(show(parse('Only <UL cables>\n\nNext'))).toBe('<p>Only <UL cables></p><p>Next</p>');
  });
});

describe('a known tag', () => {
  it.each([
    ['<b>a</b> <B >c</B >', '<p><strong>a</strong> <strong>c</strong></p>'],
    ['a<br>b<br/>c<br />d', '<p>a<br></br>b<br></br>c<br></br>d</p>'],
    ['<b class="x">a</b> <i id=x>b</i>', '<p><strong>a</strong> <em>b</em></p>'],
    ["<p\n  class = 'x y' hidden>a</p>", '<p>a</p>'],
    ['<a target=_blank\nhref="https://a.example/">a</a>', '<p><a href="https://a.example/">a</a></p>'],
    ['<a href=https://a.example/b/>a</a>', '<p><a href="https://a.example/b/">a</a></p>'],
    ['<code data-x="1">*a*</code> <br clear=all/>b', '<p><code>*a*</code> <br></br>b</p>'],
    ['<ul style="x">\n\n<li value="2">a</li>\n\n</ul>', '<ul><li><p>a</p></li></ul>'],
  ])('a known tag is markup if it stands alone, closes itself or has values: %j', (text, tree) => {
    expect(show(parse(text))).toBe(tree);
  });
});

/** Each step of a growing text, and at last the whole. */
function steps(text: string): string[] {
  const parser = createParser();
  const trees = Array.from(text, (_, place) => parser.parse(text.slice(0, place + 1), true));
  return [...trees, parser.parse(text)].map(tree => textOf(tree).replace(/\s/g, ''));
}

describe('a text with angle brackets that grows', () => {
  const piece = fc.constantFrom(
    ...WORDS,
    ...[
      '<b>bold</b>',
      '<i class="x">it</i>',
      '<br>',
      '<br/>',
      '<p id=a>p</p>',
      '<ul><li>one</li></ul>',
      '<code>c</code>',
    ],
    ...[
      '<a href="https://a.example/b">link</a>',
      '<a href="sip:a@b.example">call</a>',
      '<https://a.example/x>',
      '<a@b.example>',
    ],
    ...[
      '[x](tel:0800FLOWERS)',
      '[a b c d](https://a.example/My File.pdf)',
      '[long words](shop.example.com/a)',
      '\n\n',
      '\n',
      '1 < 2',
      '->',
    ],
    ...[String.raw`https://a.example/a\_b`, 'https://a.example/{id}', 'https://a.example/?a=A|B'],
  );

  it('a growing text shows nothing that is removed later, and ends as the complete text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const text = pieces.join(' ');
        const all = steps(text);
        for (const [place, now] of all.entries()) {
          const next = all[place + 1] ?? now;
          expect(next.startsWith(now), `${JSON.stringify(text.slice(0, place + 2))}: ${now} became ${next}`).toBe(true);
        }
        expect(all.at(-1)).toBe(textOf(parse(text)).replace(/\s/g, ''));
      }),
      { numRuns: 400 },
    );
  });
});
