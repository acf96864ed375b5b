// @vitest-environment jsdom
/**
 * Link targets as agents and shops write them, on a page of the shop: a link leads to the whole address, and a target that is no link can
 * be read.
 */

import { fireEvent, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from '../../../src/ui/rich-text/parse-blocks.ts';
import { copiedText, plainText } from '../../../src/ui/rich-text/plain-text.ts';
import { type Element, type Node, textOf } from '../../../src/ui/rich-text/tree.ts';
import { createStage } from './fixtures/render-text.tsx';

const elements = (nodes: readonly Node[]): Element[] =>
  nodes.flatMap(node => (typeof node === 'string' ? [] : [node, ...elements(node.kids)]));
const links = (text: string) => elements(parse(text)).flatMap(({ href, kids }) => (href ? [[textOf(kids), href]] : []));

const SHOP = 'http://localhost:3000';

beforeEach(() => history.replaceState(null, '', '/shop/page.html?a=1'));

describe('a link', () => {
  it.each([
    ['[shop](shop.example.com/returns)', 'shop', 'https://shop.example.com/returns'],
    ['[shop](shop.example.com)', 'shop', 'https://shop.example.com/'],
    ['[shop](shop.example.com:8443?a=b#c)', 'shop', 'https://shop.example.com:8443/?a=b#c'],
    ['[shop](Müller.example/a)', 'shop', 'https://xn--mller-kva.example/a'],
    ['[shop](<shop.example.com/a b>)', 'shop', 'https://shop.example.com/a%20b'],
    ['[router](192.168.0.1/admin)', 'router', 'https://192.168.0.1/admin'],
    ['[shop](www.shop.example)', 'shop', 'https://www.shop.example/'],
    ['<a href="shop.example.com/returns">shop</a>', 'shop', 'https://shop.example.com/returns'],
    ['[us](help@shop.example)', 'us', 'mailto:help@shop.example'],
  ])('the link in %s leads to the host that it names', (text, words, href) => {
    expect(links(text)).toEqual([[words, href]]);
  });

  it.each([
    ['[returns](/returns)', 'returns', `${SHOP}/returns`],
    ['[returns](./a.html)', 'returns', `${SHOP}/shop/a.html`],
    ['[returns](../a.html)', 'returns', `${SHOP}/a.html`],
    ['[returns](a.html)', 'returns', `${SHOP}/shop/a.html`],
    ['[returns](guide/returns)', 'returns', `${SHOP}/shop/guide/returns`],
    ['[returns](manual.pdf)', 'returns', `${SHOP}/shop/manual.pdf`],
    ['[returns](?b=2)', 'returns', `${SHOP}/shop/page.html?b=2`],
    ['[returns](#faq)', 'returns', `${SHOP}/shop/page.html?a=1#faq`],
    ['[returns](//example.com/a)', 'returns', 'http://example.com/a'],
    ['<a href="/returns">returns</a>', 'returns', `${SHOP}/returns`],
    ['[plan](/files/My File.pdf)', 'plan', `${SHOP}/files/My%20File.pdf`],
    ['![plan](/plan.png)', 'plan', `${SHOP}/plan.png`],
  ])('the link in %s leads to the page’s own site', (text, words, href) => {
    expect(links(text)).toEqual([[words, href]]);
    expect(copiedText(text)).toBe(`${words} (${href})`);
  });

  it('a link follows the page’s <base>, except to a part of the page itself', () => {
    const base = document.head.appendChild(document.createElement('base'));
    base.href = '/docs/';
    expect(links('[a](a.html) [b](#b)').map(each => each[1])).toEqual([
      `${SHOP}/docs/a.html`,
      `${SHOP}/shop/page.html?a=1#b`,
    ]);
    base.remove();
  });

  it('a link is copied with the whole address if its words are only a part of it', () => {
    expect(copiedText('[/returns](/returns)')).toBe(`/returns (${SHOP}/returns)`);
    expect(copiedText('[shop.example.com](shop.example.com)')).toBe('shop.example.com');
  });

  it.each([
    ['[Text us](sms:+15551234567)', 'Text us', 'sms:+15551234567'],
    ['[Text us](sms:+1 555 123-4567)', 'Text us', 'sms:+15551234567'],
    ['[Text us](SMS:+1(555)123.4567)', 'Text us', 'sms:+15551234567'],
    ['[Join](sms:12345?body=JOIN%20now)', 'Join', 'sms:12345?body=JOIN%20now'],
    ['<a href="sms:+1 (555) 123-4567">Text us</a>', 'Text us', 'sms:+15551234567'],
    ['[+1 555 765 4321](sms:+15551234567)', '+1 555 765 4321 (+15551234567)', 'sms:+15551234567'],
    ['<sms:+15551234567>', 'sms:+15551234567', 'sms:+15551234567'],
  ])('the link in %s writes a text message to the number', (text, words, href) => {
    expect(links(text)).toEqual([[words, href]]);
  });

  it.each([
    ['[PDF](https://example.com/My File.pdf)', 'https://example.com/My%20File.pdf'],
    ['[PDF](https://example.com/My File (1).pdf "My file")', 'https://example.com/My%20File%20(1).pdf'],
    ['[PDF](https://example.com/My File (final copy).pdf)', 'https://example.com/My%20File%20(final%20copy).pdf'],
    ['[PDF](https://example.com/a (A title))', 'https://example.com/a'],
    ["[PDF]( https://example.com/a b.pdf  'A title' )", 'https://example.com/a%20b.pdf'],
    ['[PDF](www.example.com/My File.pdf)', 'https://www.example.com/My%20File.pdf'],
    ['<a href="https://example.com/My File.pdf">PDF</a>', 'https://example.com/My%20File.pdf'],
  ])('the link in %s keeps its spaces', (text, href) => {
    expect(links(text)).toEqual([['PDF', href]]);
    expect(plainText(text)).toBe('PDF');
  });

  it.each([
    [String.raw`See https://example.com/a\_b\_c now`, 'https://example.com/a_b_c'],
    [String.raw`https://example.com/\~a\*b\-c\&d\=e\#f\+g.`, 'https://example.com/~a*b-c&d=e#f+g'],
    ['https://example.com/f?w=A|B', 'https://example.com/f?w=A|B'],
    ['(https://example.com/f?w=A|B|C)', 'https://example.com/f?w=A|B|C'],
    ['https://example.com/{id}', 'https://example.com/{id}', 'https://example.com/%7Bid%7D'],
    ['{https://example.com/{id}/{nr}}', 'https://example.com/{id}/{nr}', 'https://example.com/%7Bid%7D/%7Bnr%7D'],
  ])('a link of %s is the whole address', (text, words, href = words) => {
    expect(links(text)).toEqual([[words, href]]);
    expect(plainText(text)).toContain(words);
  });

  it.each([
    ['Shop|https://a.example|Help', ['https://a.example/']],
    ['https://a.example/b|https://b.example/c', ['https://a.example/b', 'https://b.example/c']],
    ['https://a.example/b| or {https://b.example/c}', ['https://a.example/b', 'https://b.example/c']],
    [String.raw`https://a.example/b\_, https://b.example/\*\*c`, ['https://a.example/b', 'https://b.example/**c']],
    ['| a | b |\n|---|---|\n| https://a.example/b|c |', ['https://a.example/b']],
  ])('the link in %s ends with its address', (text, hrefs) => {
    expect(links(text).map(each => each[1])).toEqual(hrefs);
  });
});

describe('an address that cannot be a link', () => {
  it.each([
    ['[WhatsApp](whatsapp://send?phone=1555)', 'WhatsApp (whatsapp://send?phone=1555)'],
    ['[Call](sip:bob@example.com)', 'Call (sip:bob@example.com)'],
    ['[Map](geo:48.2,16.3)', 'Map (geo:48.2,16.3)'],
    ['[Files](ftp://example.com/a)', 'Files (ftp://example.com/a)'],
    ['[Call **us**](tel:0800FLOWERS) now', 'Call us (tel:0800FLOWERS) now'],
    ['[Text](sms:SHOP)', 'Text (sms:SHOP)'],
    ['[0800 FLOWERS](tel:0800FLOWERS)', '0800 FLOWERS'],
    ['[geo:48.2,16.3](geo:48.2,16.3)', 'geo:48.2,16.3'],
    ['<a href="whatsapp://send">WhatsApp</a>', 'WhatsApp (whatsapp://send)'],
    ['![Map](geo:48.2,16.3)', 'Map (geo:48.2,16.3)'],
    ['[](geo:48.2,16.3)', 'geo:48.2,16.3'],
    ['[x](https://shop.example@evil.example/)', 'x (https://shop.example@evil.example/)'],
    ['[x](file:///etc/passwd)', 'x (file:///etc/passwd)'],
    [String.raw`[x](\\\\evil.example)`, String.raw`x (\\evil.example)`],
    ['a[i](x)', 'ai (x)'],
  ])('the address in %s is shown after its words', (text, words) => {
    expect(links(text)).toEqual([]);
    for (const read of [plainText, copiedText]) expect(read(text)).toBe(words);
    expect(textOf(parse(text))).toBe(words);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java script:alert("a.b/c")',
    '\u0001javascript:alert(1)',
    '\u200bjavascript:alert(1)',
    'java\u00adscript:alert(1)',
    '&#106;avascript:alert(1)',
    '&#x6A;ava&#x73;cript&#58;alert(1)',
    'javascript&colon;alert(1)',
    'javascript&Tab;:alert(1)',
    '&amp;#106;avascript:alert(1)',
    'javascript\\:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'javascript%3Aalert(1)',
    '\\javascript:alert(1)',
    'vbscript:msgbox',
    'VB&#83;CRIPT:msgbox',
    'data:text/html,hi',
    'DATA:text/html;base64,PHNjcmlwdD4=',
    ' data :text/html,hi',
    '',
  ])('an address that would run code is not shown: %j', address => {
    for (const text of [
      `[x](<${address}>)`,
      `<a href="${address}">x</a>`,
      `<a href='${address}'>x</a>`,
      `![x](<${address}>)`,
    ]) {
      expect(links(text)).toEqual([]);
      if (!address.includes('"') && !address.includes('\n')) expect(plainText(text)).toBe('x');
    }
  });
});

describe('a link to a part of the same page', () => {
  let stage = createStage();
  beforeEach(() => {
    stage = createStage();
  });
  afterEach(() => stage.remove());

  it('the link scrolls the page in its own tab, after it was reported to the page', () => {
    stage.show('[FAQ](#faq) [Returns](/returns) [Elsewhere](https://example.com/#faq)');
    const targets = screen.getAllByRole('link').map(each => [each.getAttribute('target'), each.getAttribute('rel')]);
    expect(targets).toEqual([
      [null, 'noopener noreferrer'],
      ['_blank', 'noopener noreferrer'],
      ['_blank', 'noopener noreferrer'],
    ]);
    const link = screen.getByRole('link', { name: 'FAQ' });
    expect(link.getAttribute('aria-description')).toBeNull();
    let heard = '';
    stage.chat.onLink = ({ href, preventDefault }) => {
      heard = href;
      preventDefault();
    };
    expect(fireEvent.click(link)).toBe(false);
    expect(heard).toBe(`${SHOP}/shop/page.html?a=1#faq`);
  });

  it('the link closes a chat that covers the page, unless the page handles the link itself', () => {
    stage.root.setAttribute('aria-modal', 'true');
    stage.show('[FAQ](#faq) [Returns](/returns)');
    for (const name of ['Returns', 'FAQ']) {
      const link = screen.getByRole('link', { name });
      stage.chat.onLink = ({ preventDefault }) => preventDefault();
      fireEvent.click(link);
      expect(stage.chat.calls).toEqual([]);
    }
    stage.chat.onLink = () => undefined;
    fireEvent.click(screen.getByRole('link', { name: 'FAQ' }));
    expect(stage.chat.calls).toEqual([['close']]);
  });
});
