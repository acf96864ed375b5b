// @vitest-environment jsdom
/** Replies as agents and people write them: figures, dates, labels and addresses must stay what they are. */

import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withAddresses } from '../../../src/ui/links/autolink.ts';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { type Element, type Node, textOf } from '../../../src/ui/rich-text/tree.ts';
import { show } from './fixtures/reference.ts';
import { createStage } from './fixtures/render-text.tsx';

const elements = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elements(node.kids)]));
const linksIn = (nodes: readonly Node[]) => elements(nodes).filter(({ tag }) => tag === 'a');
const links = (text: string) => linksIn(parse(text)).map(({ href }) => href);

/** The number before each list item, as a reader sees it. */
const numbers = (text: string): number[] =>
  elements(parse(text)).flatMap(({ tag, start = 1, kids }) =>
    tag === 'ol' ? kids.map((_, place) => start + place) : [],
  );

/** Words that are shown and removed again, and links that appear and disappear, while the text arrives letter by letter. */
function flickers(text: string): string[] {
  const parser = createParser();
  const found: string[] = [];
  let shown = '';
  let linked = 0;
  for (let length = 1; length <= text.length + 1; length++) {
    const part = text.slice(0, length);
    const tree = length > text.length ? parser.parse(text) : parser.parse(part, true);
    const now = textOf(tree).replace(/\s/g, '');
    if (!now.startsWith(shown)) found.push(`${part}: took back ${shown}`);
    if (linksIn(tree).length < linked) found.push(`${part}: unlinked`);
    shown = now;
    linked = linksIn(tree).length;
  }
  return found;
}

describe('numbers at the beginning of lines', () => {
  it.each([
    ['24. Dezember: zu\n31. Dezember: bis 14 Uhr\n1. Januar: zu', [24, 31, 1]],
    ['1. Mai\n2. Mai\n1. Juni', [1, 2, 1]],
    ['1. a\n1. b\n1. c', [1, 2, 3]],
    ['3) a\n\n   more\n4) b', [3, 4]],
    ['1. a\n   1. b\n   2. c\n2. d', [1, 2, 1, 2]],
  ])('numbers of %j are seen as they are written', (text, seen) => {
    expect(numbers(text).sort()).toEqual([...seen].sort());
  });

  it.each(['1500.', '2019.', '2025. december 24-én érkezik.'])('%s is no list, whose number would not fit', text => {
    expect(numbers(text)).toEqual([]);
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ['12. Mai 2026 ist Ihr Liefertermin.', '12. Mai 2026 ist Ihr Liefertermin.'],
    ['24. 12. 2025', '24. \n12. \n2025'],
    ['42.', '42.'],
    ['1. A\n2. B\n\nGo back to step 2.', '1. A\n2. B\nGo back to step 2.'],
    ['5. A\n   - a\n6. B', '5. A\na\n6. B'],
  ])('numbers of %j are read aloud and copied', (text, words) => {
    const spaces = (each: string) => each.replace(/ *\n/g, '\n');
    expect(spaces(plainText(text)).replace(/\n/g, ' ')).toBe(spaces(words).replace(/\n/g, ' '));
  });
});

describe('blocks below a numbered item', () => {
  it.each([
    ['1. A\n  - a\n    - deep\n  - b\n2. B', '<ol><li>A<ul><li>a<ul><li>deep</ul><li>b</ul><li>B</ol>'],
    ['10. A\n   - a\n\n   more\n\n11. B', '<ol><li>A<ul><li>a</ul>more<li>B</ol>'],
    ['1. A\n\n  ```\n  x\n    y\n  ```\n\n2. B', '<ol><li>A<pre>x\n  y</pre><li>B</ol>'],
    ['1. A\n  1. a\n  2. b\n2. B', '<ol><li>A<ol><li>a<li>b</ol><li>B</ol>'],
    ['1. A\n  2. B\n\n    3. C', '<ol><li>A<li>B<li>C</ol>'],
    ['1. A\n - a', '<ol><li>A</ol><ul><li>a</ul>'],
    ['- A\n - B', '<ul><li>A<li>B</ul>'],
  ])('by two spaces is inside it: %j', (text, tree) => {
    const seen = show(parse(text)).replace(/<\/?p>|<\/li>| start=\d+/g, '');
    expect(seen).toBe(tree);
    expect(flickers(text)).toEqual([]);
  });
});

describe('bullets that are no Markdown', () => {
  it.each([
    ['Open:\n• Mon\n• Tue\nSee you!', '<p>Open:</p><ul><li><p>Mon</p></li><li><p>Tue</p></li></ul><p>See you!</p>'],
    ['• A\n   • **a**\n• B', '<ul><li><p>A</p><ul><li><p><strong>a</strong></p></li></ul></li><li><p>B</p></li></ul>'],
    ['1. A\n   • a\n2. B', '<ol start=1><li><p>A</p><ul><li><p>a</p></li></ul></li><li><p>B</p></li></ol>'],
    ['•\u00a0A\n\n  more\n•\u00a0B', '<ul><li><p>A</p><p>more</p></li><li><p>B</p></li></ul>'],
    ['•A\n20 GB • EU', '<p>•A<br></br>20 GB • EU</p>'],
    ['1. A\n   • a\nB', '<ol start=1><li><p>A</p><ul><li><p>a</p></li></ul></li></ol><p>B</p>'],
  ])('begin items, and what stands right below is none of them: %j', (text, tree) => {
    expect(show(parse(text))).toBe(tree);
    if (text.length > 1) expect(flickers(text)).toEqual([]);
  });
});

describe('marks', () => {
  it.each(['80*120*45 cm', '3*2=6, 4*2=8', '2**3**4'])('characters between digits are not marks: %s', text => {
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ['**订单号：**10452', '订单号：10452'],
    ['**価格：**¥12 **注文番号：**A-1', '価格：¥12 注文番号：A-1'],
    ['iPhone**「新」**', 'iPhone「新」'],
    ['สินค้า**"โต๊ะ"**ของ', 'สินค้า"โต๊ะ"ของ'],
  ])('marks work in scripts without spaces: %s', (text, words) => {
    expect(plainText(text)).toBe(words);
    expect(elements(parse(text)).some(({ tag }) => tag === 'strong')).toBe(true);
  });

  it.each([
    ['**Status:**Paid, **"x"**ın **(y)**s', 'Status:Paid, "x"ın (y)s'],
    ['**Name: **Jane\n- **Total: **€5', 'Name: Jane\nTotal: €5'],
    ['**He said: hi. **Next** one', '**He said: hi. Next one'],
    ['a:**b** and (**c**), 2**3', 'a:b and (c), 2**3'],
  ])('marks close after punctuation, and after the space of a label: %s', (text, words) => {
    expect(plainText(text)).toBe(words);
    if (!words.includes('**')) expect(flickers(text)).toEqual([]);
  });

  it.each([
    '<p class="a">Hi <STRONG style="color: red">Jane</STRONG></p><ul class="b"><li class="c">x</li></ul>',
    '> [!IMPORTANT]\n> Hot',
    'Good: **📦 Order:** shipped',
    '- **✅ Paid**',
    '| A |\n|---|\n| **🚚 x** |',
    '**&quot;x&quot;**',
    'Paid: **✅** and sent: `🚚` now',
    '| A |\n|---|\n| **👍🏽** |',
    '[**🇬🇧**](https://a.example/) or ~~👩‍💻~~',
  ])('marks are never shown and then removed: %s', text => {
    expect(flickers(text)).toEqual([]);
  });
});

describe('addresses', () => {
  it.each([
    ['&quot;https://a.example/x&quot;', 'https://a.example/x'],
    ['&lt;https://a.example/x&gt;', 'https://a.example/x'],
    ['<p>Track: https://a.example/?a=1&amp;b=2</p>', 'https://a.example/?a=1&b=2'],
    ['https://a.example/list?filter[color]=red&ids[]=5', 'https://a.example/list?filter[color]=red&ids[]=5'],
    ['See [https://a.example/x]', 'https://a.example/x'],
    ['Our site (https://a.example/x)’s pages', 'https://a.example/x'],
    ['**Bold** at https://a.example/**/x~~y.js', 'https://a.example/**/x~~y.js'],
    ['https://a.example/?x=1)&y=2', 'https://a.example/?x=1)&y=2'],
  ])('the address in %s is found exactly', (text, href) => {
    expect(links(text)).toEqual([href]);
  });

  it('an address with lists in it is also found in typed text', () => {
    const address = 'https://a.example/list?filter[color]=red&ids[]=5';
    expect(withAddresses(`See ${address}, [or not]`)).toEqual([
      'See ',
      { href: address, words: address },
      ', [or not]',
    ]);
  });

  it.each(['jörg@acme.example', "o'neil@acme.example", 'o’neil@acme.example'])(
    '%s is no link to another mailbox',
    text => {
      expect(links(text)).toEqual([]);
    },
  );

  it.each(['发送邮件至help@acme.example。', "'help@acme.example'", 'Mail:help@acme.example'])(
    'in %s is a link',
    text => {
      expect(links(text)).toEqual(['mailto:help@acme.example']);
    },
  );

  it.each(['2.4GHz Wi-Fi setup', '3.5mm adapter', 'Version 2.1b'])(
    '%s is not an address, and stays as it is',
    words => {
      expect(plainText(`[${words}](https://help.acme.example/x)`)).toBe(words);
    },
  );

  it.each([
    ['자세한 내용은 https://acme.example에서 확인하세요.', 'https://acme.example'],
    ['访问https://acme.example查看，或 http://localhost:3000查看', 'https://acme.example', 'http://localhost:3000'],
    ['www.acme.exampleをご覧ください。', 'www.acme.example'],
    ['공식 사이트(https://acme.example)에서', 'https://acme.example'],
    ['官网(https://acme.example/a_(b))查看', 'https://acme.example/a_(b)'],
    ['ดูที่https://acme.exampleนะครับ', 'https://acme.example'],
    ['https://acme.example에서/로', 'https://acme.example'],
    // Domain names in other scripts, and an address whose end is in one.
    ['https://acme日本.example/ https://日本.example/a', 'https://acme日本.example/', 'https://日本.example/a'],
    ['https://acme.中国 https://acme.рф/a', 'https://acme.中国', 'https://acme.рф/a'],
    ['https://ko.a.example/wiki/K리그', 'https://ko.a.example/wiki/K리그'],
  ])('the address in %s ends before words that follow without a space', (text, ...words) => {
    const shown = linksIn(parse(text)).map(({ kids }) => textOf(kids));
    expect(shown).toEqual(words);
    const typed = withAddresses(text).flatMap(each => (typeof each === 'string' ? [] : each.words));
    expect(typed).toEqual(words.filter(each => !each.startsWith('www')));
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ['请访问**https://a.example/track**查看', 'https://a.example/track'],
    ['자세한 내용은 **https://a.example**에서, ~~https://a.example/b~~는', 'https://a.example', 'https://a.example/b'],
    ['**https://a.example/x*y_z**をご覧ください', 'https://a.example/x*y_z'],
  ])('the address in %s ends with its marks', (text, ...words) => {
    expect(linksIn(parse(text)).map(({ kids }) => textOf(kids))).toEqual(words);
    expect(plainText(text)).toBe(text.replaceAll('**', '').replaceAll('~~', ''));
    expect(flickers(text)).toEqual([]);
  });

  it.each([
    'Write to info@acme.co.uk now',
    '[Red lamps](https://a.example/list?filter[color]=red&ids[]=5) and [more](https://a.example/x_(y[z]) "T") now',
    '[1] and [a [b] c](https://a.example/list?filter[color]=red)',
    'Lamps at https://acme.example에서 now',
    '<a href="https://acme.example/t">Track order 10452</a> now',
    '<p>Track: https://a.example/?a=1&amp;b=2 now</p>',
    'Write to <support@acme.example> or <mailto:help@acme.example> now, 5 < 6 or <x>',
    '[Call us](tel:+49 30 1234567) now',
  ])('addresses never become links and then text again: %s', text => {
    expect(flickers(text)).toEqual([]);
  });
});

describe('tables', () => {
  it.each(['- Your order:', '> Your order:', '1. Your order:'])(
    'a table may begin right below %j, and stays one',
    line => {
      const text = `${line}\n| a | b |\n|---|---|\n| 1 | 2 |`;
      expect(elements(parse(text)).filter(({ tag }) => tag === 'tr')).toHaveLength(2);
      expect(flickers(text)).toEqual([]);
    },
  );
});

describe('a table whose second line has another number of columns', () => {
  it.each([
    ['| a | b |\n|---|\n| 1 | 2 |', 2],
    ['| a | b |\n|:--|---|--:|\n| 1 | 2 |\n| 3 |', 3],
    ['Before\n\n| a | b | c |\n| - | - |\n| 1 | 2 | 3 |', 3],
  ])('a table with bars at the edge of both lines is one from the start: %j', (text, columns) => {
    const rows = elements(parse(text)).filter(({ tag }) => tag === 'tr');
    expect(rows.length).toBeGreaterThan(1);
    for (const row of rows) expect(row.kids).toHaveLength(columns);
    expect(flickers(text)).toEqual([]);
  });

  it('a table without bars at its edge is text', () => {
    expect(elements(parse('a | b\n---|---|---\n1 | 2')).some(({ tag }) => tag === 'table')).toBe(false);
  });

  it('a table that turns out to be none appears as words once, and does not become a table again with each line', () => {
    const text = '| a | b |\n| 1 | 2 |\n| 3 | 4 |\n\nEnd';
    const parser = createParser();
    let seen = '';
    for (let end = 1; end <= text.length; end += 1) {
      const table = elements(parser.parse(text.slice(0, end), true)).find(({ tag }) => tag === 'table');
      const now = table ? (textOf(table.kids).includes('a') ? 't' : 'x') : 'p';
      if (!seen.endsWith(now)) seen += now;
    }
    expect(seen).toMatch(/^p?tp$/);
  });

  it('a possible table never has thousands of cells', () => {
    expect(elements(createParser().parse('|a'.repeat(2_000), true)).length).toBeLessThan(100);
  });
});

describe('a line right below a table', () => {
  const TABLE = '| a | b |\n|---|---|\n| 1 | 2 |';

  it.each([
    [`${TABLE}\nWhich one?`, 2, 'a, b\n1, 2\nWhich one?'],
    [`- x\n\n  ${TABLE.replaceAll('\n', '\n  ')}\n  Which one?`, 2, 'x\na, b\n1, 2\nWhich one?'],
    [`${TABLE}\n3 | 4\n| 5`, 4, 'a, b\n1, 2\n3, 4\n5'],
    ['a | b\n--|--\n1 | 2\n3', 3, 'a, b\n1, 2\n3'],
    ['= | b\n--|--\n1 | 2\n3', 3, '=, b\n1, 2\n3'],
  ])('a line without bars is no row if the table has bars at its edge: %j', (text, rows, words) => {
    expect(elements(parse(text)).filter(({ tag }) => tag === 'tr')).toHaveLength(rows);
    expect(plainText(text)).toBe(words);
  });

  it('a line right below a table never looks like a row', () => {
    expect(flickers(`${TABLE}\nWhich **one**?`)).toEqual([]);
  });

  it.each([
    ['| `a | b` | c |', '<td><code>a | b</code></td><td>c</td>'],
    ['| x | `cat a | sort | uniq` |', '<td>x</td><td><code>cat a | sort | uniq</code></td>'],
    ['| x | ``a ` | b`` |', '<td>x</td><td><code>a ` | b</code></td>'],
    ['| x | `a \\| b | c` |', '<td>x</td><td><code>a | b | c</code></td>'],
    ['| ` | ` |', '<td>`</td><td>`</td>'],
    ['| x | y | z |', '<td>x</td><td>y</td><td>z</td>'],
  ])('keeps the bars of code that would else be too many cells: %j', (row, cells) => {
    expect(show(parse(`| a | b |\n|---|---|\n${row}`))).toContain(`<tr>${cells}</tr>`);
  });

  it('cells of code are not parted while they are written', () => {
    expect(flickers('| a | b |\n|---|---|\n| x | `cat a | sort | uniq` |\n| y | z |')).toEqual([]);
  });
});

describe('characters by their names', () => {
  it('characters are decoded by the names that escaping uses, and by any number; other names stay as written', () => {
    const text = '&lt;b&gt; &amp; &quot;F&#252;r&quot; &apos;x&apos;&nbsp;y &#x20AC; &eacute; &xyz;';
    expect(plainText(text)).toBe('<b> & "Für" \'x\'\u00a0y € &eacute; &xyz;');
  });
});

describe('pictures', () => {
  let stage = createStage();
  beforeEach(() => {
    stage = createStage();
  });
  afterEach(() => stage.remove());

  it('pictures are enlarged when they are pressed', () => {
    stage.show('Tap here: ![Settings](https://cdn.example/a.png)', { imageOrigins: ['*'] });
    const button = screen.getByRole('button', { name: 'Enlarge image: Settings' });
    expect(button.querySelector('img')).not.toBeNull();
    fireEvent.click(button);
    expect(screen.getByRole('dialog', { name: 'Settings' }).querySelector('img')?.getAttribute('src')).toBe(
      'https://cdn.example/a.png',
    );
  });

  it('pictures in a link follow the link', () => {
    stage.show('[![Shop](https://cdn.example/a.png)](https://shop.example/)', { imageOrigins: ['*'] });
    expect(stage.root.querySelector('a[href="https://shop.example/"] img')).not.toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
