// @vitest-environment node

/** Targets of links, compared with the addresses in their words. */

import { describe, expect, it } from 'vitest';
import { addressHref, withAddresses } from '../../../src/ui/links/autolink.ts';
import { createParser, parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { copiedText, plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { show } from './fixtures/reference.ts';

const link = (words: string, href: string): string => `<p><a href="${href}">${words}</a></p>`;

describe('words that are an address', () => {
  it.each([
    ['https://bank.example', 'https://evil.example', 'evil.example'],
    ['bank.example/login?a=b.c', 'https://evil.example/bank.example', 'evil.example'],
    ['**www.bank.example**', 'https://www.evil.example', 'evil.example'],
    ['Log in at bank.example now', 'https://evil.example', 'evil.example'],
    ['(HTTPS://BANK.EXAMPLE)', 'https://bank.example.evil.example', 'bank.example.evil.example'],
    ['https://bаnk.example', 'https://bank.example', 'bank.example'],
    ['ｂａｎｋ．example', 'https://evil.example', 'evil.example'],
    ['https://bank。example', 'https://evil.example', 'evil.example'],
    ['https://ba\u200bnk.example', 'https://evil.example', 'evil.example'],
    ['ba&shy;nk.exam&#x202e;ple', 'https://evil.example', 'evil.example'],
    ['https://bank.example@evil.example', 'https://evil.example', 'evil.example'],
    ['https://localhost', 'https://evil.example', 'evil.example'],
    ['हिन्दी.example', 'https://evil.example', 'evil.example'],
    ['ร้านค้า.example', 'https://evil.example', 'evil.example'],
    ['बैंक.भारत', 'https://evil.example', 'evil.example'],
    ['หน้า.ไทย', 'https://evil.example', 'evil.example'],
    ['\u0337bank.example', 'https://evil.example', 'evil.example'],
    ['b\u0337ank.example', 'https://evil.example', 'evil.example'],
    ['a.\u0337bank.example', 'https://evil.example', 'evil.example'],
    ['bank.example', 'https://аррӏе.com', 'xn--80ak6aa92e.com'],
    ['bank.example', 'tel:+19005550100', '+19005550100'],
    ['help@bank.example', 'mailto:evil@bank.example', 'evil@bank.example'],
    ['help@bank.example', 'https://evil.example', 'evil.example'],
    ['+44 20 7946 0000', 'tel:+19005550100', '+19005550100'],
    ['Call 0800 555 0199', 'tel:+19005550100', '+19005550100'],
    ['+43 1 234', 'tel:+99900', '+99900'],
    ['192.168.0.1', 'https://evil.example', 'evil.example'],
  ])('%s, and leads to %s, says so', (words, href, place) => {
    for (const text of [`[${words}](${href})`, `<a href="${href}">${words}</a>`, `![${words}](${href})`]) {
      expect(plainText(text)).toMatch(new RegExp(` \\(${place.replaceAll(/[.+]/g, '\\$&')}\\)$`));
    }
  });

  it('the real site is shown inside the link, where screen readers read it', () => {
    expect(show(parse('[https://bank.example](https://evil.example)'))).toBe(
      link('https://bank.example (evil.example)', 'https://evil.example/'),
    );
  });

  it.each([
    ['the shop', 'https://a.example/shop'],
    ['https://www.bank.example/', 'http://bank.example'],
    ['bank.example', 'https://www.bank.example/a?b#c'],
    ['Bank.Example', 'https://login.bank.example'],
    ['“bank.example”, our site.', 'https://bank.example'],
    ['https://bank.example/index.html?x=evil.example', 'https://bank.example/'],
    ['https://bank.example:8443/', 'https://bank.example'],
    ['https://müller.example', 'https://xn--mller-kva.example'],
    ['नेटवर्क.example', 'https://नेटवर्क.example'],
    ['Node.js, version 1.2.3, e.g. report.pdf', 'https://a.example'],
    ['重点是。然后', 'https://a.example'],
    ['help@bank.example', 'mailto:help@bank.example?subject=Hi'],
    ['write to bank.example', 'mailto:help@bank.example'],
    ['020 7946 0000', 'tel:+442079460000'],
    ['+44 (0)20 7946-0000', 'tel:+442079460000'],
    ['Call us', 'tel:+442079460000'],
    ['extension 6000', 'tel:+442079460000'],
  ])('%s, and leads to %s, stays as it is', (words, href) => {
    expect(plainText(`[${words}](${href})`)).toBe(words);
  });

  it.each([
    ['[Track it](https://a.example/t?id=1)', 'Track it (https://a.example/t?id=1)'],
    ['See **[the *shop*](https://a.example/).**', 'See the shop (https://a.example/).'],
    ['https://a.example/t, a.example', 'https://a.example/t, a.example'],
    ['[bank.example](https://www.bank.example/a)', 'bank.example (https://www.bank.example/a)'],
    ['[Write to us](mailto:help@a.example)', 'Write to us (help@a.example)'],
    ['[help@a.example](mailto:help@a.example)', 'help@a.example'],
    ['[Call us](tel:+442079460000) or [020 7946 0000](tel:+442079460000)', 'Call us (+442079460000) or 020 7946 0000'],
    ['[Call 24/7](tel:+442079460000)', 'Call 24/7 (+442079460000)'],
    ['[Write](mailto:help@a.example?subject=Hi%20you)', 'Write (help@a.example)'],
    ...[
      'https://a.example/ä?q=ß',
      '<https://müller.example/😀>',
      'www.A.example',
      'HTTPS://A.example',
      'https://a.example:443/a/../b',
      'https://a.example?x#y',
    ].map(said => [said, said.replace(/[<>]/g, '')]),
    ['- [a](https://a.example/1)\n- [b](https://a.example/2)', '- a (https://a.example/1)\n- b (https://a.example/2)'],
    ['![A chair](https://a.example/c.png) ![b](data:image/png;base64,AA)', 'A chair (https://a.example/c.png) b'],
    ['A\nb\n\n# C\n\n> d\n> e', 'A\nb\n\nC\n\nd\ne'],
    ['> a\n> b\n>\n> c\n> - d\n> - e\n>\n> > f\n> >\n> > g\n\nh', 'a\nb\n\nc\n\n- d\n- e\n\nf\n\ng\n\nh'],
    ['See:\n- a\n  - b\n\n    c\n- d\n\n7. x\n8. y\n   - z', 'See:\n\n- a\n  - b\n    c\n- d\n\n7. x\n8. y\n  - z'],
    ['| a | b |\n|--|--|\n| 1 | **2** |\n\nEnd', 'a\tb\n1\t2\n\nEnd'],
  ])('%s is copied as %s', (text, copied) => {
    expect(copiedText(text)).toBe(copied);
  });

  it('an address is not a link before it is complete', () => {
    const growing = (text: string) => show(createParser().parse(text, true));
    expect(growing('<a href="https://evil.example">https://bank.exa')).toBe('<p>https://bank.exa</p>');
    expect(growing('<a href="https://evil.example">bank.exa')).toBe('<p>bank.exa</p>');
    // The same holds for words that look like no address so far: the next letters may complete one.
    expect(growing('<a href="https://a.example">the sh')).toBe('<p>the sh</p>');
    expect(growing('<a href="https://a.example">the shop</a> and')).toContain(
      link('the shop', 'https://a.example/').slice(3, -4),
    );
  });
});

describe('letters that imitate others', () => {
  it.each([
    // Cyrillic, Greek and Armenian letters among Latin ones.
    ['https://b\u0430nk.example/login', 'xn--bnk-6cd.example'],
    ['www.b\u0430nk.example', 'xn--bnk-6cd.example'],
    ['https://shop.g\u03bfogle.example', 'shop.xn--gogle-rce.example'],
    ['https://\u0578etflix.example', 'xn--etflix-ojh.example'],
    // Cyrillic letters only.
    ['https://\u0430\u0440\u0440\u04cf\u0435.com/', 'xn--80ak6aa92e.com'],
  ])('the real name of the host is shown: %s', (address, host) => {
    const said = `${address} (${host})`;
    for (const text of [address, `[${address}](${address.replace(/^www/, 'https://www')})`, `<${address}>`]) {
      if (text.startsWith('<www')) continue;
      expect(plainText(text)).toBe(said);
      expect(show(parse(text))).toContain(`>${said}</a>`);
    }
    expect(copiedText(address)).toContain(host);
  });

  it.each([
    'https://m\u00fcller.example/',
    'https://\u4f8b\u3048abc.example/',
    'https://abc\ud55c\uad6d.example/',
    'https://\u043f\u043e\u0447\u0442\u0430.\u0440\u0444/',
    'https://\u0441\u043e\u0440\u0430.\u0440\u0443\u0441/',
    'https://\u0440\u043e\u0441\u0441\u0438\u044f.example/',
    'https://\u03b5\u03bb\u03bb\u03ac\u03b4\u03b1.example/',
    'https://a.example/b\u0430nk?b\u0430nk.example',
  ])('letters of one script, or of scripts that are written together, are not imitations: %s', address => {
    expect(plainText(address)).toBe(address);
    expect(show(parse(address))).toContain(`>${address}</a>`);
  });
});

describe('the end of an address in a sentence', () => {
  const A = 'https://a.example/b';
  it.each([
    [`詳細は ${A}。次に進みます。`, [A]],
    [`${A}、または ${A}，謝謝`, [A, A]],
    [`然後再看「${A}」，${A}（新）`, [A, A]],
    [`${A}：好；${A}！${A}？${A}】`, [A, A, A, A]],
    [`انظر ${A}، ثم ${A}؟`, [A, A]],
    [`“${A}” ‘${A}’ «${A}» ‹${A}› ${A}… ${A}।`, [A, A, A, A, A, A]],
    ['https://a.example。次', ['https://a.example/']],
    ['https://a.example/路徑。然後', ['https://a.example/%E8%B7%AF%E5%BE%91']],
    // Browsers treat these full stops as dots: half of the name would be another host.
    ['https://bank。example', []],
    ['https://bank．evil.example/a', []],
    ['https://bank｡example', []],
  ])('%s', (text, addresses) => {
    expect(show(parse(text)).match(/(?<=href=")[^"]*/g) ?? []).toEqual(addresses);
    expect(withAddresses(text).flatMap(each => (typeof each === 'string' ? [] : each.href))).toEqual(addresses);
    expect(plainText(text)).toBe(text);
  });
});

describe('addresses of mail and telephones', () => {
  it.each([
    [
      'mailto:a@b.example?bcc=c@d.example&subject=Hi%20you&BODY=one%0Atwo&cc=e@f.example&attach=/x&to=g@h.example',
      'mailto:a@b.example?subject=Hi%20you&BODY=one%0Atwo',
    ],
    ['mailto:a@b.example?subject=x%0D%0ABcc:c@d.example', 'mailto:a@b.example'],
    ['MAILTO:a%2Bb@c.example', 'mailto:a+b@c.example'],
    ['mailto:a@b.example?bcc=c@d.example#x', 'mailto:a@b.example'],
    ['mailto:a@b.example,c@d.example', null],
    ['mailto:a@b.example%2Cc@d.example', null],
    ['mailto:a@b.example%3Fbcc=c@d.example', null],
    ['mailto:?to=a@b.example', null],
    ['mailto:%zz@b.example', null],
    ['tel:+44-20-7946-0000', 'tel:+442079460000'],
    ['tel:+442079460000;ext=22', 'tel:+442079460000'],
    ['tel:+442079460000,,,99', 'tel:+442079460000'],
    ['tel:*21*123456%23', null],
    ['tel:**61*123456#', null],
    ['tel:+1;phone-context=javascript:1', null],
    ['tel:1-800-FLOWERS', null],
    ['tel:+44207946/0000', null],
    ['tel://0800', null],
  ])('%s leads to %s', (address, href) => {
    expect(addressHref(address)).toBe(href);
    expect(show(parse(`[x](${address})`))).toBe(href ? link('x', href) : `<p>x (${address})</p>`);
    expect(withAddresses(address.toLowerCase()).flatMap(each => (typeof each === 'string' ? [] : each.href))).toEqual(
      href ? [href.toLowerCase()].map(each => each.replace('%0a', '%0a')) : [],
    );
  });
});

it.each(['+44 20 7946 0000', '020 7946-0000', '+44.20.7946.0000'])('tel:%s is one number, in its groups', number => {
  expect(show(parse(`[x](tel:${number}) and [y](tel: )`))).toContain(`href="tel:${number.replace(/[ .-]/g, '')}"`);
});

describe('an address that was none before something was taken out of it', () => {
  it.each([
    ['https://exa\u202emple.com', 'https://example.com'],
    ['https://a.example/\u202etxt.exe', 'https://a.example/txt.exe'],
    ['ht\u2066tps://a.example', 'https://a.example'],
    ['https:\0//a.example', 'https://a.example'],
    ['www.\u202aa.example', 'www.a.example'],
    ['a\u202eb@c.example', 'ab@c.example'],
    ['a@b.exam\u202eple', 'a@b.example'],
    ['a@b.example\u202e.evil', 'a@b.example.evil'],
    ['<https://a.exam\u202eple>', '<https://a.example>'],
    ['https://exa\u200bmple.com', 'https://exa\u200bmple.com'],
    ['https://exa\u00admple.com', 'https://exa\u00admple.com'],
    ['https://exa\u200dmple.com', 'https://exa\u200dmple.com'],
    ['[x](https://exa\u202emple.com)', 'x'],
    ['[x](https://exa&#x202e;mple.com)', 'x'],
    ['[x](<https://exa\tmple.com>)', 'x'],
    ['[x](https://exa\u2060mple.com)', 'x'],
    ['<a href="https://exa\u0007mple.com">x</a>', 'x'],
    ['<a href="https://exa\nmple.com">x</a>', 'x'],
    ['| x |\n|---|\n| https://exa\u202emple.com |', 'x\nhttps://example.com'],
  ])('an address is text if something was taken out of it: %j', (text, words) => {
    expect(show(parse(text))).not.toContain('href');
    expect(plainText(text)).toBe(words);
    expect(withAddresses(text).flatMap(each => (typeof each === 'string' ? [] : each.href))).not.toContain(
      'https://example.com/',
    );
  });

  it.each([
    ['\u202ahttps://a.example\u202c, yes', 'https://a.example', 'https://a.example/'],
    ['https://a.example/\u200f.', 'https://a.example/', 'https://a.example/'],
    ['(\u2067a@b.example\u2069)', 'a@b.example', 'mailto:a@b.example'],
  ])('an address is a link if only its surroundings were taken out: %j', (text, words, href) => {
    expect(show(parse(text))).toContain(`<a href="${href}">${words}</a>`);
  });

  it('an address is a link if the mark belongs to its words', () => {
    expect(show(parse('https://fa.example/می\u200cخواهم'))).toContain('href="https://fa.example/');
  });

  it('removed characters and their placeholders are not left in the text', () => {
    const texts = ['a\u202eb', '`a\u202eb`', '```\na\u202eb\n```', '# a\u202eb', '<code>a&#x202e;b</code>', 'a\ufdd0b'];
    for (const text of texts) expect(plainText(text)).toBe('ab');
    expect(show(parse('\u2067- **a**\u2069'))).toBe('<ul><li><p><strong>a</strong></p></li></ul>');
  });
});
