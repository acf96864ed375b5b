/**
 * Properties of the parser for every text: the result does not depend on how the text arrives, nothing is lost, and nothing that was shown
 * is removed.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { copiedText, plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { type Node, textOf } from '../../../src/ui/rich-text/tree.ts';
import { show } from './fixtures/reference.ts';
import { SAMPLES } from './fixtures/samples.ts';

/** Pieces of every construct, complete and broken. */
const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '**',
      '*',
      '_',
      '__',
      '~~',
      '`',
      '``',
      '```',
      '\n```js\n',
      '[',
      '](',
      ')',
      '![',
      '<b>',
      '</b>',
      '<ul>',
      '<li>',
      '</ul>',
      '<p>',
    ],
    ...[
      '<a href="https://a.example">',
      '</a>',
      '<code>',
      '<br>',
      '&amp;',
      '&',
      '\\',
      '\n',
      '\n\n',
      '\n- ',
      '\n1. ',
      '\n  - ',
      '\n10. ',
      '\n   ',
      '\n• ',
      '[x] ',
      '\n> ',
    ],
    ...[
      '\n# ',
      '\n| a | b |',
      '\n|---|---|',
      '\n---\n',
      ' ',
      '    ',
      '\t',
      'https://a.example/x',
      'a@b.example',
      '\r\n',
      '<script>',
      '|',
    ],
    ...['word', 'two words', '漢字', '👩‍💻', '\u202e', '\ud83d', '2.', '(', '"'],
  ),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 40 }).map(parts => parts.join(''));

describe('every text', () => {
  it('a text is read the same in pieces, however it is cut', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 30 }), (whole, cuts) => {
        const parser = createParser();
        const places = cuts.map(cut => cut % (whole.length + 1)).sort((a, b) => a - b);
        for (const place of places) parser.parse(whole.slice(0, place), true);
        expect(parser.parse(whole)).toEqual(parse(whole));
      }),
      { numRuns: 1500 },
    );
  });

  it('a text is read the same with the line ends of Windows', () => {
    fc.assert(
      fc.property(text, whole => {
        const plain = whole.replaceAll('\r', '');
        expect(parse(plain.replaceAll('\n', '\r\n'))).toEqual(parse(plain));
      }),
      { numRuns: 1500 },
    );
  });

  it('code contains no line ends of Windows', () => {
    const code = '```sh\r\ncd a\r\n\r\nls\r\n```\r\n';
    expect(show(parse(code))).toBe('<pre lang="sh">cd a\n\nls</pre>');
    expect(show(parse(`- x\r\n  ${code.replaceAll('\n', '\n  ')}`))).toBe(
      '<ul><li><p>x</p><pre lang="sh">cd a\n\nls</pre></li></ul>',
    );
  });

  it('a parser begins again with another text', () => {
    const parser = createParser();
    parser.parse('- one\n- two\n', true);
    expect(parser.parse('Other')).toEqual(parse('Other'));
  });

  it('every letter that is not part of a tag, an address, an entity or a fence is kept', () => {
    const safe = fc.array(
      fc.constantFrom(
        '**',
        '*',
        '_',
        'ab~~',
        'ab`',
        '\n- ',
        '\n1. ',
        '\n  ',
        '\n• ',
        '\n> ',
        '\n# ',
        '\n| ',
        ' | ',
        '\n|--|--|\n',
        '\n---\n',
        '[',
        ']',
        '!',
        '\n\n',
        ' ',
        'ab',
        'Cd',
        'é',
        '漢',
        '\\',
      ),
      { maxLength: 40 },
    );
    const letters = (words: string) => words.replace(/[^\p{L}]/gu, '');
    fc.assert(
      fc.property(safe, parts => {
        const whole = parts.join('');
        expect(letters(textOf(parse(whole)))).toBe(letters(whole));
      }),
      { numRuns: 1500 },
    );
  });

  it('closed blocks stay the same objects, rendered once', () => {
    const whole = SAMPLES.filter(each => !each.startsWith('<')).join('\n\n');
    const parser = createParser();
    let before: readonly Node[] = [];
    for (let end = 0; end <= whole.length; end += 7) {
      const now = parser.parse(whole.slice(0, end), true);
      for (const [place, block] of before.slice(0, -2).entries()) expect(now[place]).toBe(block);
      before = now;
    }
    expect(before.length).toBeGreaterThan(30);
  });

  it('the depth of the tree is bounded', () => {
    const depth = (nodes: readonly Node[]): number =>
      Math.max(0, ...nodes.map(node => (typeof node === 'string' ? 0 : 1 + depth(node.kids))));
    for (const seed of ['> ', '- ', '1. ', '*a ', '**a ', '<b>', '<ul><li>', '![', '[', '~~a ', '*'.repeat(8)]) {
      const opened = seed.repeat(3000);
      expect(depth(parse(`${opened}x${seed.trim().split('').reverse().join('').repeat(3000)}`))).toBeLessThan(200);
    }
  });

  it('a text is parsed to its end, however many spaces are below a possible table head', () => {
    // Two quantifiers that match the same spaces would keep this busy for minutes.
    expect(textOf(parse(`a|b\n${' '.repeat(400_000)}x`))).toContain('x');
    expect(textOf(parse(`a|b\n|${' '.repeat(400_000)}-${' '.repeat(400_000)}x`))).toContain('x');
  });

  it('the tree contains no control characters and no direction marks, written or named', () => {
    const tree = parse(
      'a\u202eb\u2066c\0d\u001be &#x202e;f&#8294;g&#0;h&#55296;i [x](https://a.example/\u202etxt.exe)',
    );
    expect(textOf(tree)).toBe('abcde fg\ufffdh\ufffdi x');
    expect(show(tree)).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });
});

describe('a text that grows', () => {
  const shown = (nodes: readonly Node[]): string => textOf(nodes).replace(/\s/g, '');

  it.each(SAMPLES)('a growing text shows nothing that is removed later: %j', whole => {
    const parser = createParser();
    const end = shown(parse(whole));
    let before = '';
    for (let to = 1; to <= whole.length; to += 1) {
      const now = shown(parser.parse(whole.slice(0, to), true));
      expect(end.startsWith(now), `${JSON.stringify(whole.slice(0, to))} shows ${now}`).toBe(true);
      expect(now.length).toBeGreaterThanOrEqual(before.length);
      before = now;
    }
  });

  it.each([
    ['**bol', '<p><strong>bol</strong></p>'],
    ['a **b *c', '<p>a <strong>b <em>c</em></strong></p>'],
    ['[words](https://acm', '<p>words</p>'],
    ['see https://a.example.', '<p>see https://a.example.</p>'],
    ['see https://a.example/b?', '<p>see https://a.example/b?</p>'],
    ['`code', '<p><code>code</code></p>'],
    ['a\n```', '<p>a</p>'],
    ['```js\nx', '<pre lang="js">x</pre>'],
    ['```\nx\n``', '<pre>x</pre>'],
    ['| a | b', '<table aligns=[]><tr><td>a</td><td>b</td></tr></table>'],
    ['a <stro', '<p>a</p>'],
    ['a\n-', '<p>a</p>'],
    ['a\n1', '<p>a</p>'],
    ['a\n- [', '<p>a</p>'],
    ['a\n- [x] ', '<p>a</p>'],
    ['a\n1. [ ]', '<p>a</p>'],
    ['x 👩‍', '<p>x</p>'],
    ['x 👩\ud83d', '<p>x</p>'],
    ['a &am', '<p>a</p>'],
  ])('%j is shown as %s', (text, tree) => {
    expect(show(createParser().parse(text, true))).toBe(tree);
  });
});

describe('tags', () => {
  it.each([
    ['<ul>\n<li>a\n<li>b <b>c</ul>', '<ul><li><p>a</p></li><li><p>b <strong>c</strong></p></li></ul>'],
    ['<ol><li>a</li>\n\n<li>b</li></ol>', '<ol><li><p>a</p></li><li><p>b</p></li></ol>'],
    ['<p>a<p>b</p>c', '<p>a</p><p>b</p><p>c</p>'],
    ['<B>a</B><I>b</I>', '<p><strong>a</strong><em>b</em></p>'],
    ['<a href=https://a.example/ onclick=x>a</a>', '<p><a href="https://a.example/">a</a></p>'],
    ["<a title='x' href='https://a.example/?a=1&amp;b=2'>a</a>", '<p><a href="https://a.example/?a=1&b=2">a</a></p>'],
    ['<a href="javascript:x">a</a></b>', '<p>a</p>'],
    ['<li>a</li>', '<ul><li><p>a</p></li></ul>'],
    ['<code>*a* &lt;</code>', '<p><code>*a* <</code></p>'],
    ['a<br>\nb<br/>\r\nc<br>\n<br>\nd', '<p>a<br></br>b<br></br>c<br></br><br></br>d</p>'],
    ['<script>a</script><svg onload=x>', '<p><script>a</script><svg onload=x></p>'],
    ['**a <b>b** c</b>', '<p>**a <strong>b** c</strong></p>'],
  ])('%s', (text, tree) => {
    expect(show(parse(text))).toBe(tree);
  });
});

describe('the words', () => {
  it.each([
    ['**Hi** [there](https://a.example/), `x`', 'Hi there, x'],
    ['# Title\n- a\n- b\n  - c\n\n1. d', 'Title\na\nb\nc\n1. d'],
    ['| a | b |\n|--|--|\n| 1 | **2** |\n| 3 |', 'a, b\n1, 2\n3'],
    ['![a cat](https://a.example/c.png) one\ntwo', 'a cat one\ntwo'],
    ['> q\n\n---\n\n```js\nx = 1\n```', 'q\nx = 1'],
    ['<ul><li>a</li><li>b</li></ul>', 'a\nb'],
    ['', ''],
  ])('the words of %j are %j', (text, words) => {
    expect(plainText(text)).toBe(words);
  });

  it('the words of an item with a checkbox say whether it is ticked', () => {
    expect(plainText('- [x] a\n- [ ] **b**\n\n1. [ ] c')).toBe('☑ a\n☐ b\n1. ☐ c');
    expect(copiedText('- [x] [a](https://a.example/)')).toBe('- ☑ a (https://a.example/)');
  });

  const PICTURE = 'https://img.example/c.png';

  it.each([
    [`See ![](${PICTURE})`, [], `See ${PICTURE}`],
    [`See ![](${PICTURE})`, ['https://other.example'], `See ${PICTURE}`],
    [`See ![](${PICTURE})`, ['https://img.example'], 'See'],
    [`See ![](${PICTURE})`, ['*'], 'See'],
    [`![a cat](${PICTURE})`, [], 'a cat'],
    [`[![](${PICTURE})](https://acme.example/)`, [], PICTURE],
    ['[](https://acme.example/)', [], 'https://acme.example/'],
    ['![](data:image/png;base64,AAAA) one', [], 'one'],
    ['![](javascript:alert(1)) one', [], 'one'],
  ] as const)(
    'content without words is named by its picture or address: %j, with pictures from %j, %j',
    (text, from, words) => {
      expect(plainText(text, from)).toBe(words);
    },
  );
});
