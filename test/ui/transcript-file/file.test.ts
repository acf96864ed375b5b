// @vitest-environment node

/** The conversation as a file: its contents for a reader, and nothing that others could inject. */

import { describe, expect, it } from 'vitest';
import type { Attachment, TimelineItem } from '../../../src/client/api/chat-state.ts';
import { TRANSCRIPT_KIT } from '../../../src/ui/extras.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import type { Language } from '../../../src/ui/i18n/panel-language.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { toTranscriptFile } from '../../../src/ui/transcript-file/file.ts';
import { mark, message, notice } from '../fixtures/fake-chat.ts';

const LANGUAGE: Language = {
  t: createTranslate(ENGLISH, 'en-GB'),
  tag: 'en',
  locale: 'en-GB',
  dir: 'ltr',
};

/** Noon in the time zone of the machine. */
const NOON = new Date(2026, 0, 15, 12).getTime();
const DAY_MS = 24 * 60 * 60_000;

const link = (title: string, contentUrl: string): Attachment => ({
  kind: 'url',
  title,
  contentUrl,
  previewImageUrl: '',
  callToAction: '',
});

function file(items: readonly TimelineItem[], title = 'Acme support') {
  return toTranscriptFile({ items, title, language: LANGUAGE }, TRANSCRIPT_KIT);
}

const textOf = (items: readonly TimelineItem[], title?: string): string => file(items, title).text;

/** Some versions of Intl put a comma after the weekday. */
const days = (text: string): string => text.replaceAll('day, ', 'day ');

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
  it("a visitor's attachments stand in it by name and address", () => {
    const sent = 'Broken.\n\n[chair.jpg](https://files.example/1)\n[bill.pdf](https://files.example/2)';
    expect(textOf([message('user', sent)])).toContain(
      'Broken.\n\n    chair.jpg (https://files.example/1)\n    bill.pdf (https://files.example/2)\n',
    );
  });

  it('the file has title and range, then each message with author, time and text, and replies without Markdown', () => {
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

12:02 -- Maria joined the chat. You're now talking to our team.

12:03 Maria\u00a0· Team member
    Hi, this is Maria
    Returns: https://acme.example/returns?a=1&b=2
    Call the shop: +44 20 7946 0000

== Friday 16 January 2026 ==

12:00 -- Back at ten

12:00 -- You ended this chat.

-- New conversation --

12:00 You
    One more thing
    (Message not sent.)
`);
  });

  it('no text can imitate another message', () => {
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

  it('names and titles cannot change the direction of the text after them, and nothing contains control characters', () => {
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
    const { text } = file(items, nasty);
    expect(text).not.toMatch(/(?!\n)\p{Cc}|\p{Cs}/u);
    expect(text).not.toMatch(/[\u202e\u2066]/);
  });

  it('a message without a time, and a transcript without messages, are accepted', () => {
    expect(textOf([message('user', 'Hi', { at: 0 })])).toBe('\ufeffAcme support\n\nYou\n    Hi\n');
    expect(textOf([])).toBe('\ufeffAcme support\n');
    expect(textOf([], '')).toBe('\ufeffChat\n');
  });

  it('an invisible name is replaced', () => {
    const agentName = '\u200b\u202e\u3164';
    expect(textOf([message('live', 'Hi', { at: 0, agentName })])).toContain('\nTeam member\n    Hi\n');
  });

  it('unsent and incomplete messages are marked, and a reply that has not begun is omitted', () => {
    const text = textOf([
      message('user', 'a', { status: 'sending' }),
      message('agent', 'b', { status: 'interrupted' }),
      message('agent', '', { status: 'streaming' }),
    ]);
    expect(text).toContain('    a\n    (Sending…)');
    expect(text).toContain('    b\n    (This reply was cut off.)');
    expect(text.match(/Nova/g)).toHaveLength(1);
  });

  it('lists, tables and code are written as they are copied', () => {
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

  it('a data URL is omitted, and long and hostile texts are fast', () => {
    const items = ['file:///etc/passwd', 'data:image/png;base64,AAAA'].map(url => link('Look', url));
    const text = textOf([message('agent', 'See', { attachments: items })]);
    expect(text).not.toContain('base64');
    expect(text).toContain('Look: file:///etc/passwd');
    const mean = ['tel:(', 'http://....', 'https://(a', 'mailto:()()', 'tel:(((a)', 'http://x/(((('];
    const begun = performance.now();
    for (const each of mean) file([message('agent', each.repeat(130_000 / each.length))]);
    expect(performance.now() - begun).toBeLessThan(5_000);
  });

  it('a person who came or left without a name is called a person', () => {
    const text = textOf([mark('agent-joined'), mark('live-left'), mark('language', { name: 'fr' })]);
    for (const words of ['Assistant joined', 'Team member left', 'now in French']) expect(text).toContain(words);
  });
});

describe('the name of the file', () => {
  it('the name contains title and date', () => {
    expect(file(CONVERSATION).name).toBe('Acme support 2026-01-16.txt');
    expect(file(CONVERSATION).type).toBe('text/plain;charset=utf-8');
    expect(file([]).name).toBe('Acme support transcript.txt');
  });

  it('the name of the file is safe, whatever the title', () => {
    const titles = ['a/b\\c:d\ne', '../../etc/passwd', '.hidden', 'CON', 'x'.repeat(200), '😀'.repeat(200), '', '///'];
    for (const title of [...titles, 'exe\u202etxt.', '-rf', '"<>|*?', 'a\u0000b', '~root', '%2e%2e', ' . . ']) {
      const { name } = file(CONVERSATION, title);
      expect(name, title).toMatch(/^[^.\s-][^/\\:*?"<>|\p{C}]* 2026-01-16\.txt$/u);
      expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
    }
    expect(file(CONVERSATION, 'a/b\\c:d\ne').name).toBe('a b c d e 2026-01-16.txt');
    expect(file(CONVERSATION, 'محادثة').name).toBe('محادثة 2026-01-16.txt');
  });
});
