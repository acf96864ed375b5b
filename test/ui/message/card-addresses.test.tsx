// @vitest-environment jsdom
/** Cards, buttons and suggestions whose addresses and titles come from shops and feeds: they look, sound and are saved alike. */

import { signal } from '@preact/signals-core';
import { fireEvent, screen } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Attachment } from '../../../src/client/api/chat-state.ts';
import { itemWords } from '../../../src/ui/announce/announcements.ts';
import { TRANSCRIPT_KIT } from '../../../src/ui/extras.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { toTranscriptFile } from '../../../src/ui/transcript-file/file.ts';
import { message, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat } from '../fixtures/render-chat.ts';

const SHOP = 'http://localhost:3000';
const LANGUAGE = {
  t: createTranslate(ENGLISH, 'en'),
  tag: 'en',
  locale: 'en',
  dir: 'ltr',
} as const;

const withCard = (change: Partial<Attachment>) =>
  message('agent', '', {
    attachments: [
      { kind: 'url', title: 'Boots', contentUrl: '', previewImageUrl: '', callToAction: 'More', ...change },
    ],
  });

const saved = (item: ReturnType<typeof message>): string =>
  toTranscriptFile({ items: [item], title: 'Chat', language: LANGUAGE }, TRANSCRIPT_KIT).text;

beforeEach(() => history.replaceState(null, '', '/shop/page.html'));

describe('a card', () => {
  it.each([
    ['www.shop.example/boots', 'https://www.shop.example/boots', 'shop.example'],
    ['shop.example/boots', 'https://shop.example/boots', 'shop.example'],
    ['/boots', `${SHOP}/boots`, 'localhost'],
    ['boots.html', `${SHOP}/shop/boots.html`, 'localhost'],
    ['https://shop.example/My Boots.pdf?a=1&amp;b=2', 'https://shop.example/My%20Boots.pdf?a=1&b=2', 'shop.example'],
    ['sms:+1 555 123 4567', 'sms:+15551234567', 'sms:+1 555 123 4567'],
  ])('a card that leads to %s is a link', (contentUrl, href, place) => {
    const { container } = renderChat({ messages: [withCard({ contentUrl })] });
    expect(screen.getByRole('link', { name: /Boots/ }).getAttribute('href')).toBe(href);
    expect(container.querySelector('.host')?.textContent).toBe(place);
    expect(saved(withCard({ contentUrl }))).toContain(`Boots: ${href}`);
    const untitled = itemWords(withCard({ contentUrl, title: '' }), null, LANGUAGE, []);
    expect(untitled?.words).toContain(place);
  });

  it.each(['whatsapp://send?phone=1555', 'geo:48.2,16.3', 'tel:0800FLOWERS'])(
    'a card that leads to %s, which cannot be a link, shows the address',
    contentUrl => {
      const { container } = renderChat({ messages: [withCard({ contentUrl })] });
      expect(screen.queryByRole('link')).toBeNull();
      expect(container.querySelector('.card')?.textContent).toBe(`Boots${contentUrl}`);
      expect(saved(withCard({ contentUrl }))).toContain(`Boots: ${contentUrl}`);
    },
  );

  it.each([
    'javascript:alert(1)',
    ' jAva\tscript:alert(1)',
    '&#106;avascript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
  ])('a card that would run %j shows its title only', contentUrl => {
    const { container } = renderChat({ messages: [withCard({ contentUrl })] });
    expect(screen.queryByRole('link')).toBeNull();
    expect(container.querySelector('.card')?.textContent).toBe('Boots');
    expect(saved(withCard({ contentUrl })).trim().split('\n').at(-1)).toBe('    Boots');
    expect(renderChat({ messages: [withCard({ contentUrl, title: '' })] }).container.querySelector('.card')).toBeNull();
  });

  it.each([
    ['www.shop.example/a.png', 'https://www.shop.example', 'https://www.shop.example/a.png'],
    ['cdn.shop.example/a.png', '*', 'https://cdn.shop.example/a.png'],
  ])('has the picture at %s', (previewImageUrl, origin, src) => {
    const { container } = renderChat(
      { messages: [withCard({ contentUrl: 'shop.example/boots', previewImageUrl })] },
      { settings: signal({ ...SETTINGS, imageOrigins: [origin] }) },
    );
    expect(container.querySelector('.card img')?.getAttribute('src')).toBe(src);
  });
});

describe('titles copied from HTML', () => {
  it('entities are decoded on cards and buttons, when read aloud and in the saved transcript', () => {
    const item = message('agent', '', {
      attachments: withCard({
        title: 'Salt &amp; Pepper',
        callToAction: 'Gr&#246;&#xdf;en &#8250;',
        contentUrl: 'shop.example',
      }).attachments,
      callActions: [{ title: 'Caf&#233; &lt;Nord&gt;', number: '+44 20 7946 0018' }],
    });
    renderChat({ messages: [item] });
    expect(screen.getByRole('link', { name: /^Salt & Pepper.*Größen ›/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Café <Nord>/ })).toBeTruthy();
    expect(itemWords(item, null, LANGUAGE, [])?.words).toContain('Salt & Pepper. Café <Nord>');
    expect(saved(item)).toContain('    Salt & Pepper: https://shop.example/\n    Café <Nord>: +44 20 7946 0018');
  });

  it('cannot turn the direction of the words around them', () => {
    renderChat({ messages: [withCard({ title: '&#x202e;stooB' })] });
    expect(screen.getByText('stooB').textContent).toBe('stooB');
  });

  it('entities are decoded on suggestions, and the visible text is the one that is sent', () => {
    const { chat } = renderChat({ suggestions: [{ text: 'Salt &amp; Pepper' }, { text: 'Salt & Pepper' }] });
    fireEvent.click(screen.getByRole('button', { name: 'Salt & Pepper' }));
    expect(chat.calls).toEqual([['send', 'Salt & Pepper']]);
  });
});
