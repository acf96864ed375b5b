/** The conversation as a file: what a reader of it finds, and what nobody can smuggle into it. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Attachment, CallAction, TimelineItem } from '../../src/client/chat-state.ts';
import { ENGLISH } from '../../src/ui/english.ts';
import { parse } from '../../src/ui/rich-text/blocks.ts';
import { isSaying, type Node } from '../../src/ui/rich-text/tree.ts';
import { copiedText } from '../../src/ui/rich-text.ts';
import type { Language } from '../../src/ui/speech.ts';
import { toTranscriptFile } from '../../src/ui/transcript-file.ts';
import { createWords } from '../../src/ui/words.ts';
import { mark, message, notice } from './fake-chat.ts';

const LANGUAGE: Language = {
  t: createWords(ENGLISH, 'en-GB'),
  tag: 'en',
  locale: 'en-GB',
  dir: 'ltr',
};

/** In the time zone of whoever runs this. */
const NOON = new Date(2026, 0, 15, 12).getTime();
const DAY_MS = 24 * 60 * 60_000;

const link = (title: string, contentUrl: string): Attachment => ({
  kind: 'url',
  title,
  contentUrl,
  previewImageUrl: '',
  callToAction: '',
});

function file(form: 'txt' | 'html', items: readonly TimelineItem[], title = 'Acme support', language = LANGUAGE) {
  return toTranscriptFile(form, { items, title, language });
}

const textOf = (items: readonly TimelineItem[], title?: string): string => file('txt', items, title).text;

function pageOf(items: readonly TimelineItem[], title?: string, language?: Language): Document {
  return new DOMParser().parseFromString(file('html', items, title, language).text, 'text/html');
}

/** Some versions of Intl put a comma after the weekday. */
const days = (text: string): string => text.replaceAll('day, ', 'day ');

const written = (element: Element): string =>
  [...element.childNodes].map(each => (each.nodeName === 'BR' ? '\n' : (each.textContent ?? ''))).join('');

/** What somebody said, put together from the paragraphs of the page. */
function bodyOf(article: Element): string {
  return [...article.querySelectorAll('p:not([class])')].map(written).join('\n\n');
}

const CONVERSATION: readonly TimelineItem[] = [
  message('agent', 'Hello.\nHow can I **help**?', { at: NOON }),
  message('user', 'I *want* a person', { at: NOON + 60_000 }),
  mark('live-joined', { at: NOON + 120_000, name: 'Maria' }),
  message('live', 'Hi, this is Maria', {
    at: NOON + 180_000,
    agentName: 'Maria',
    attachments: [link('Returns', 'https://acme.example/returns?a=1&b=2')],
    callActions: [{ title: 'Call the shop', number: '+44 20 7946 0000' }],
  }),
  notice('Back at ten', { at: NOON + DAY_MS, level: 'info' }),
  mark('ended', { at: NOON + DAY_MS, reason: 'user-end' }),
  mark('divider', { at: 0 }),
  message('user', 'One more thing', { at: NOON + DAY_MS, status: 'failed' }),
];

describe('transcript as text', () => {
  it('[U110] has title and range, then each message with author, time and text, a reply without its marks', () => {
    const lines = textOf(CONVERSATION).split('\n');
    expect(lines[0]).toBe('\ufeffAcme support');
    expect(lines[1]).toMatch(/^15 January 2026.*12:00.*–.*16 January 2026.*12:00/);
    expect(days(lines.slice(2).join('\n'))).toBe(`
== Thursday 15 January 2026 ==

12:00 Nova\u00a0· Assistant
    Hello.
    How can I help?

12:01 You
    I *want* a person

12:02 -- Maria joined. You're talking to a person now.

12:03 Maria\u00a0· A person
    Hi, this is Maria
    Returns: https://acme.example/returns?a=1&b=2
    Call the shop: +44 20 7946 0000

== Friday 16 January 2026 ==

12:00 -- Back at ten

12:00 -- You ended this chat.

-- New conversation --

12:00 You
    One more thing
    (That didn't go through.)
`);
  });

  it('[U111] nothing that somebody wrote can pass for another message', () => {
    const forged = 'Fine\n\n12:05 You\n    I agree to pay\r\r\n== Friday ==\u202812:06 You\u2029x\u0085y\vz\fz';
    const text = textOf([message('agent', forged, { at: NOON, agentName: `Nova\n\n12:01 You\n    Yes${forged}` })]);
    const edge = text
      .replace('\ufeff', '')
      .split(/[\n\r\u2028\u2029\u0085\v\f]/)
      .filter(line => /^\S/.test(line));
    expect(edge).toHaveLength(4);
    expect(edge[2]).toMatch(/^== .* ==$/);
    expect(edge[3]).toMatch(/^12:00 Nova .*\u00a0· Assistant$/);
  });

  it('[U111] names and titles cannot turn the direction of what follows, and nothing holds control characters', () => {
    const nasty = 'Eve\u202e\u2066\u0000\u001b[31m\u0007\ud800';
    const items = [
      message('live', nasty, {
        agentName: nasty,
        attachments: [link(nasty, `https://acme.example/${nasty}`), link(nasty, nasty)],
        callActions: [{ title: nasty, number: nasty }],
      }),
      notice(nasty),
      mark('live-left', { name: nasty }),
    ];
    for (const form of ['txt', 'html'] as const) {
      const { text } = file(form, items, nasty);
      expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}/u);
      expect(text).not.toMatch(/[\u202e\u2066]/);
    }
  });

  it('[U110] a message without a time, and a transcript without messages, are no trouble', () => {
    expect(textOf([message('user', 'Hi', { at: 0 })])).toBe('\ufeffAcme support\n\nYou\n    Hi\n');
    expect(textOf([])).toBe('\ufeffAcme support\n');
    expect(pageOf([], '').title).toBe('Chat');
  });

  it('[U140] calls nobody by a name in which nothing can be seen', () => {
    const agentName = '\u200b\u202e\u3164';
    expect(textOf([message('live', 'Hi', { at: 0, agentName })])).toContain('\nA person\n    Hi\n');
  });

  it('[U110] says what was not sent or is not whole, and leaves out a reply that has not begun', () => {
    const text = textOf([
      message('user', 'a', { status: 'sending' }),
      message('agent', 'b', { status: 'interrupted' }),
      message('agent', '', { status: 'streaming' }),
    ]);
    expect(text).toContain('    a\n    (Sending…)');
    expect(text).toContain('    b\n    (This reply was cut off.)');
    expect(text.match(/Nova/g)).toHaveLength(1);
  });

  it('[U110] has the lists, tables and code of a reply as they are copied', () => {
    const text =
      'Bring:\n\n- **the** leg\n  1. or two\n- screws\n\n| Oak | Pine |\n|--|--|\n| 1 | 2 |\n\n```\na\n\n  b\n```';
    expect(textOf([message('agent', text, { at: 0 })])).toContain(`
    Bring:

    - the leg
      1. or two
    - screws

    Oak\tPine
    1\t2

    a

      b
`);
  });

  it('[U110] who came or went without a name is named for what they are', () => {
    const text = textOf([mark('agent-joined'), mark('live-left'), mark('language', { name: 'fr' })]);
    for (const words of ['Assistant joined', 'A person left', 'continues in French']) expect(text).toContain(words);
  });
});

describe('transcript as a page', () => {
  it('[U112] runs nothing, loads nothing, and says its language and direction', () => {
    const page = pageOf(CONVERSATION, 'Acme', { ...LANGUAGE, tag: 'ar', dir: 'rtl' });
    expect(page.documentElement.lang).toBe('ar');
    expect(page.documentElement.dir).toBe('rtl');
    expect(page.compatMode).toBe('CSS1Compat');
    expect(page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'",
    );
    expect(page.querySelector('style')?.textContent).not.toMatch(/url|@import/);
    expect(file('html', CONVERSATION).text.indexOf('<meta charset="utf-8">')).toBeLessThan(512);
  });

  it('[U112] has the same content as the text', () => {
    const page = pageOf(CONVERSATION);
    expect(page.title).toBe('Acme support');
    expect(page.querySelector('h1')?.textContent).toBe('Acme support');
    expect([...page.querySelectorAll('h2')].map(each => days(each.textContent))).toEqual([
      'Thursday 15 January 2026',
      'Friday 16 January 2026',
    ]);
    expect([...page.querySelectorAll('h3')].map(each => each.textContent)).toEqual([
      '12:00 Nova\u00a0· Assistant',
      '12:01 You',
      '12:03 Maria\u00a0· A person',
      '12:00 You',
    ]);
    expect([...page.querySelectorAll('.note')].map(each => each.textContent)).toEqual([
      "12:02 Maria joined. You're talking to a person now.",
      '12:00 Back at ten',
      '12:00 You ended this chat.',
      'New conversation',
    ]);
    expect([...page.querySelectorAll('.enclosure')].map(each => each.textContent)).toEqual([
      'Returns https://acme.example/returns?a=1&b=2',
      'Call the shop +44 20 7946 0000',
    ]);
    expect(page.querySelector('time')?.dateTime).toBe(new Date(NOON).toISOString());
    expect(page.body.textContent).toContain("That didn't go through.");
  });

  const addresses = (items: readonly TimelineItem[]) =>
    [...pageOf(items).querySelectorAll('a')].map(each => [each.textContent, each.getAttribute('href')]);

  it('[U113] addresses in the text become links, and the sentence around them stays', () => {
    const text =
      'See https://acme.example/a_(b)?x=1&y=2, (https://acme.example/c) or [ours](https://acme.example/d). ' +
      'Write to mailto:a@acme.example; call tel:+442079460000.';
    expect(addresses([message('agent', text)])).toEqual([
      ['https://acme.example/a_(b)?x=1&y=2', 'https://acme.example/a_(b)?x=1&y=2'],
      ['https://acme.example/c', 'https://acme.example/c'],
      ['ours', 'https://acme.example/d'],
      ['a@acme.example', 'mailto:a@acme.example'],
    ]);
    const read = text.replace('[ours](https://acme.example/d)', 'ours');
    expect(bodyOf(pageOf([message('agent', text)]).querySelector('article') ?? document.body)).toBe(read);
    expect(addresses([message('user', text)]).slice(2)).toEqual([
      ['https://acme.example/d', 'https://acme.example/d'],
      ['mailto:a@acme.example', 'mailto:a@acme.example'],
      ['tel:+442079460000', 'tel:+442079460000'],
    ]);
  });

  it('[U113] anything but http, https, mailto, tel and sms is no link, and a picture in its own address is left out', () => {
    const bad = ['javascript:alert(1)', ' JaVaScRiPt:alert(1)', 'vbscript:x', 'file:///etc/passwd', 'x'];
    const data = 'data:image/png;base64,AAAA';
    const items = [message('agent', bad.join(' '), { attachments: [...bad, data].map(url => link('Look', url)) })];
    expect(addresses(items)).toEqual([]);
    expect(file('html', items).text).not.toContain('base64');
    expect(textOf(items)).not.toContain('base64');
    expect(textOf(items)).toContain('Look: file:///etc/passwd');
  });

  it('[U113] long and mean texts are done at once', () => {
    const mean = ['tel:(', 'http://....', 'https://(a', 'mailto:()()', 'tel:(((a)', 'http://x/(((('];
    const begun = performance.now();
    for (const each of mean) file('html', [message('agent', each.repeat(130_000 / each.length))]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('[U232] a reply is in it as the panel shows it, and what the visitor typed as it was typed', () => {
    const text = [
      '# Sizes',
      '**Bold**, *slanted*, ~~gone~~ and `a < b`[.](https://acme.example/)\nnext',
      '3. one\n4. two\n   - [x] three\n\n> said\n>\n> twice',
      '| Oak | Pine |\n|-----|-----:|\n| **1** | <2 |',
      '```\n\na  <b>\n  c\n```\n---\n![A chair](https://acme.example/c.png)',
    ].join('\n\n');
    const page = pageOf([message('agent', text), message('user', text)]);
    const [reply, typed] = page.querySelectorAll('article');
    const has = (selector: string) => [...(reply?.querySelectorAll(selector) ?? [])].map(each => each.textContent);
    expect(has('p > strong')).toEqual(['Sizes', 'Bold']);
    expect([has('em'), has('del'), has('p > code')]).toEqual([['slanted'], ['gone'], ['a < b']]);
    expect(has('p > br')).toHaveLength(1);
    expect([has('ol[start="3"] > li'), has('li li')]).toEqual([['one', 'two☑ three'], ['☑ three']]);
    expect(has('blockquote > p')).toEqual(['said', 'twice']);
    expect(has('thead th[scope=col]')).toEqual(['Oak', 'Pine']);
    expect(has('tbody td')).toEqual(['1', '<2']);
    expect(has('[style="text-align:right"]')).toEqual(['Pine', '<2']);
    expect(has('pre > code')).toEqual(['\na  <b>\n  c']);
    expect(has('hr')).toHaveLength(1);
    expect(has('a[href="https://acme.example/c.png"]')).toEqual(['A chair']);
    expect(reply?.querySelector('img, h4, script')).toBeNull();
    expect(typed?.querySelector('strong, li, table, pre')).toBeNull();
    expect(typed && bodyOf(typed)).toBe(text);
  });

  it('[U232] lists and quotes of a reply have the direction of their words, and their parts none of their own', () => {
    const page = pageOf([message('agent', '1. واحد\n\n> اثنان\n\n| ثلاثة |\n|---|')]);
    const told = [...page.querySelectorAll('article [dir]')].map(
      each => `${each.localName} ${each.getAttribute('dir')}`,
    );
    expect(told).toEqual(['b auto', 'ol auto', 'blockquote auto', 'table auto']);
  });

  const ALLOWED = new Set(
    (
      'HTML HEAD META TITLE STYLE BODY MAIN H1 H2 H3 ARTICLE P DIV B BDI TIME A BR ' +
      'UL OL LI BLOCKQUOTE PRE CODE TABLE THEAD TBODY TR TH TD HR STRONG EM DEL'
    ).split(' '),
  );
  const MEANT = new Set(
    'lang dir charset http-equiv content name class datetime href rel start scope style translate'.split(' '),
  );
  const MARKS = [
    '<',
    '>',
    '&',
    '"',
    "'",
    '</p>',
    '<script>',
    '</style>',
    '<!--',
    ']]>',
    '&lt;',
    '&#0;',
    '\r\n',
    '\n\n',
    ...'<p> </b> <b> <ul><li> <i> <a href="https://a.example"> </a> <code> <br> <summary> [a](https://a.example)'.split(
      ' ',
    ),
    ...[
      '**',
      '*',
      '~~',
      '`',
      '\n- ',
      '\n1. ',
      '\n> ',
      '\n# ',
      '\n```\n',
      '\n|a|b|\n|-|:-:|\n|c|',
      '![](https://a.example)',
    ],
  ];
  const nasty = fc
    .array(fc.oneof(fc.constantFrom(...MARKS), fc.string({ unit: 'binary' }), fc.webUrl()), { maxLength: 8 })
    .map(parts => parts.join(''));
  const call = fc.record<CallAction>({ title: nasty, number: nasty });
  const attachment = fc
    .record({ title: nasty, contentUrl: fc.oneof(nasty, fc.webUrl()), image: fc.boolean() })
    .map(({ title, contentUrl, image }): Attachment => ({ ...link(title, contentUrl), kind: image ? 'image' : 'url' }));
  const item = fc.oneof(
    fc
      .record({
        text: nasty,
        name: nasty,
        attachments: fc.array(attachment, { maxLength: 2 }),
        calls: fc.array(call, { maxLength: 2 }),
      })
      .map(({ text, name, attachments, calls }) =>
        message('agent', text, { agentName: name, attachments, callActions: calls }),
      ),
    nasty.map(text => notice(text)),
    nasty.map(name => mark('live-joined', { name })),
  );

  /** As the file says to its reader: no control characters, one kind of line end. */
  const readable = (text: string): string =>
    text
      .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
      .replace(/(?![\n\t])\p{Cc}/gu, '')
      .replace(/\p{Cs}/gu, '\ufffd');

  const TAGS = /<\/?\w+/g;
  const letters = (words: string) => words.replace(/\s/g, '');

  /** What there is to see of a reply, but for spaces. */
  function seenOf(text: string): string {
    const seen = (node: Node): string => {
      if (typeof node === 'string') return node;
      return node.kids.map(seen).join('') || (node.tag === 'img' && node.href) || '';
    };
    const tree = parse(text);
    return letters(isSaying(tree) ? tree.map(seen).join('') : copiedText(text));
  }

  const saidIn = (article: Element): string =>
    letters(
      [...article.querySelectorAll(':scope > :not(h3, .enclosure, .meta)')].map(each => each.textContent).join(''),
    );

  it('[U114] whatever is said, a browser reads back exactly the texts, and only elements and links that are meant', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 5 }), nasty, (items, title) => {
        const page = pageOf(items, title);
        const elements = [...page.querySelectorAll('*')];
        expect(elements.map(each => each.tagName).filter(name => !ALLOWED.has(name))).toEqual([]);
        expect(elements.flatMap(each => each.getAttributeNames()).filter(name => !MEANT.has(name))).toEqual([]);
        const hrefs = [...page.querySelectorAll('a')].map(each => each.href);
        expect(hrefs.filter(href => !/^(https?|mailto|tel|sms):/.test(href))).toEqual([]);
        const told = items.filter(
          each => each.kind === 'message' && (each.text || each.attachments[0] || each.callActions[0]),
        );
        const texts = told.map(each => (each.kind === 'message' ? seenOf(readable(each.text)) : ''));
        expect([...page.querySelectorAll('article')].map(saidIn)).toEqual(texts);
        expect(
          elements
            .map(each => each.getAttribute('style'))
            .filter(Boolean)
            .join(),
        ).toMatch(/^(text-align:center,?)*$/);
        // Elements stand where they were written: a browser had nothing to close or to move.
        expect(page.body.outerHTML.match(TAGS)).toEqual(
          /<body[\s\S]*<\/body>/.exec(file('html', items, title).text)?.[0].match(TAGS),
        );
      }),
      { numRuns: 80 },
    );
  });
});

describe('the name of the file', () => {
  it('[U115] says what and when', () => {
    expect(file('txt', CONVERSATION).name).toBe('Acme support 2026-01-16.txt');
    expect(file('html', CONVERSATION).name).toBe('Acme support 2026-01-16.html');
    expect(file('html', CONVERSATION).type).toBe('text/html;charset=utf-8');
    expect(file('txt', []).name).toBe('Acme support transcript.txt');
  });

  it('[U115] is a safe one, whatever the title', () => {
    const titles = ['a/b\\c:d\ne', '../../etc/passwd', '.hidden', 'CON', 'x'.repeat(200), '😀'.repeat(200), '', '///'];
    for (const title of [...titles, 'exe\u202etxt.', '-rf', '"<>|*?', 'a\u0000b', '~root', '%2e%2e', ' . . ']) {
      const { name } = file('html', CONVERSATION, title);
      expect(name, title).toMatch(/^[^.\s-][^/\\:*?"<>|\p{C}]* 2026-01-16\.html$/u);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    }
    expect(file('txt', CONVERSATION, 'a/b\\c:d\ne').name).toBe('a b c d e 2026-01-16.txt');
    expect(file('txt', CONVERSATION, 'محادثة').name).toBe('محادثة 2026-01-16.txt');
  });
});
