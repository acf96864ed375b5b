/** Links in plain text: which are found and which refused. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeHref, safeImage, telHref } from '../../../src/ui/links/safe-url.ts';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { type Element, type Node, textOf } from '../../../src/ui/rich-text/tree.ts';

const elements = (nodes: readonly Node[]): readonly Element[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elements(node.kids)]));

const links = (text: string, open = false) =>
  elements(createParser().parse(text, open)).flatMap(({ kids, href }) => (href ? [[textOf(kids), href]] : []));

describe('rich text', () => {
  it.each([
    ['See https://acme.example/a?b=1#c.', 'https://acme.example/a?b=1#c', 'https://acme.example/a?b=1#c'],
    ['www.acme.example, today', 'www.acme.example', 'https://www.acme.example/'],
    ['Write to help+me@acme.co.uk!', 'help+me@acme.co.uk', 'mailto:help+me@acme.co.uk'],
    ['(see http://a.example/x)', 'http://a.example/x', 'http://a.example/x'],
    ['http://a.example/x_(y)', 'http://a.example/x_(y)', 'http://a.example/x_(y)'],
    ['Go to [the shop](https://acme.example/shop).', 'the shop', 'https://acme.example/shop'],
    ['[Call](tel:+441234)', 'Call', 'tel:+441234'],
    ['HTTPS://ACME.EXAMPLE', 'HTTPS://ACME.EXAMPLE', 'https://acme.example/'],
  ])('%s contains a link', (text, shown, href) => {
    expect(links(text)).toEqual([[shown, href]]);
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert)',
    '[x](data:text/html,hi)',
    '[x](vbscript:x)',
    '[x](relative)',
    '[x](file:///etc/passwd)',
    'javascript:alert(1)',
    'http://',
    'a@b',
    'https://acme.example@evil.example/',
  ])('%s contains no link', text => {
    expect(links(text)).toEqual([]);
  });

  it('links lead only to http, https, mailto, tel and sms', () => {
    const scheme = fc.constantFrom(
      'javascript:',
      'java\tscript:',
      'data:',
      ' https://',
      'mailto:',
      'tel:',
      'sms:',
      'whatsapp:',
      '/',
      '#',
      'blob:',
      'www.',
      'http://',
      '//',
    );
    const part = fc.oneof(
      fc.string(),
      fc.tuple(scheme, fc.webUrl(), fc.string()).map(([s, url, rest]) => `[${rest}](${s}${url})`),
      fc.tuple(scheme, fc.string()).map(([s, rest]) => s + rest),
    );
    fc.assert(
      fc.property(fc.array(part), parts => {
        for (const { href } of elements(parse(parts.join(' ')))) {
          if (href !== undefined) expect(href).toMatch(/^(https?|mailto|tel|sms):/);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('an address at the growing edge is not a link until it is complete', () => {
    expect(links('See https://acme.exam', true)).toEqual([]);
    expect(links('See https://acme.example and', true)).toHaveLength(1);
    expect(links('See https://acme.exam')).toHaveLength(1);
  });

  it('hostile texts are parsed in linear time', () => {
    for (const seed of [
      '[',
      'a',
      '[a](',
      'www.',
      'a@',
      'a.',
      '((((',
      'http://a.b/))))',
      '*a ',
      '**',
      '_a*b ~~',
      '`a``b```c',
      '<b>',
      '<ul><li>',
      '> ',
      '- ',
      '|a',
      '\n',
      '<ul>\n',
      '[a](b "',
      '![',
      '&#1',
      '# ',
      '\\\\',
      '<a href="',
      '| a |\n|-|\n',
      ' ',
    ]) {
      const started = performance.now();
      expect(plainText(`${seed.repeat(100_000 / seed.length)}end`)).toContain('end');
      expect(performance.now() - started).toBeLessThan(2_000);
    }
  });
});

describe('a text without an end', () => {
  it.each([
    ['lines', 'a\n'],
    ['items', '- a\n'],
    ['cells', `${'|a'.repeat(64)}|\n`],
    ['words in italics', '*a* '],
  ])('a text of %s has a limited number of elements, and all of its words', (_, piece) => {
    const text = `|${'a|'.repeat(64)}\n|${'-|'.repeat(64)}\n${piece.repeat(100_000 / piece.length)}end`;
    const parser = createParser();
    let kids: readonly Element[] = [];
    for (let end = 0; end < text.length; end += 9_999) kids = parser.parse(text.slice(0, end + 9_999), true);
    expect(elements(kids).length).toBeLessThan(20_000);
    expect(parser.parse(text)).toEqual(parse(text));
    const letters = (words: string) => words.match(/a/g)?.length;
    expect(letters(plainText(text))).toBe(letters(text));
    expect(plainText(text).endsWith('end')).toBe(true);
  });
});

describe('addresses', () => {
  it('an address is judged as the browser parses it', () => {
    expect(safeHref('java\nscript:alert(1)')).toBeNull();
    expect(safeHref(' https://acme.example ')).toBe('https://acme.example/');
    expect(safeImage('data:image/png;base64,AAAA')).not.toBeNull();
    expect(safeImage('data:text/html,x')).toBeNull();
  });

  it.each([
    [' +44 20-7946 0018;ext=1', 'tel:+442079460018'],
    ['+44 (0)20 7946 0000', 'tel:+442079460000'],
    ['+1 800 555 0100 ext. 22', 'tel:+18005550100'],
    ['(020) 7946.0000', 'tel:02079460000'],
    ['999', 'tel:999'],
    ['020 7946 0000 / 020 7946 0001', null],
    ['0800 11 + 22', null],
    ['*21*123#', null],
    ['javascript:1234', null],
    ['9'.repeat(16), null],
    ['+1', null],
  ])('%s is dialled as %s: the number that is shown, or none', (number, href) => {
    expect(telHref(number)).toBe(href);
  });
});
