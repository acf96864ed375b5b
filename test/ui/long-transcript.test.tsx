// @vitest-environment jsdom
/** A conversation of hundreds of messages: what is far from what is seen is kept as mere elements, and nobody notices. */

import { signal } from '@preact/signals-core';
import { act, screen, waitFor } from '@testing-library/preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { languages } from '../../src/ui/languages.ts';
import { createFakeChat, message, SETTINGS } from './fake-chat.ts';
import { renderChat, settled } from './render-chat.ts';

/** Says which pages are near, when the test says so. */
let observed: Map<Element, (near: boolean) => void>;
let idle: Map<number, () => void>;

// Left standing: what a panel has put off may still be called off after its test.
beforeEach(() => {
  Element.prototype.scrollIntoView ??= () => undefined;
  observed = new Map();
  idle = new Map();
  let requests = 0;
  Object.assign(globalThis, {
    IntersectionObserver: function Fake(this: object, told: (entries: readonly object[]) => void) {
      return {
        observe: (target: Element) => observed.set(target, near => told([{ target, isIntersecting: near }])),
        unobserve: (target: Element) => observed.delete(target),
      };
    },
    requestIdleCallback(run: () => void) {
      requests += 1;
      idle.set(requests, run);
      return requests;
    },
    cancelIdleCallback: (request: number) => idle.delete(request),
  });
});

/** Lets idle time pass until nobody wants any more. */
async function rest(): Promise<void> {
  for (let rounds = 0; idle.size > 0; rounds++) {
    expect(rounds).toBeLessThan(20);
    const due = [...idle.values()];
    idle.clear();
    await act(async () => {
      for (const run of due) run();
    });
    await settled();
  }
}

const pages = (container: Element) => [...container.querySelectorAll<HTMLElement>('.page')];
const pageOf = (container: Element, words: string) => pages(container).find(each => each.textContent?.includes(words));
async function scroll(page: Element | undefined, near: boolean): Promise<void> {
  const tell = page && observed.get(page);
  if (!tell) throw new Error('Nobody watches whether this is near.');
  await act(async () => tell(near));
}
const scrollTo = (page: Element | undefined) => scroll(page, true);
const scrollFrom = (page: Element | undefined) => scroll(page, false);
/** The room of pages that are still to be drawn. */
const ahead = () => [...observed.keys()].find(each => each instanceof HTMLElement && !each.matches('.page'));

const many = (length = 200) =>
  Array.from({ length }, (_, place) =>
    message(place % 2 ? 'agent' : 'user', `Number ${place}. See [the page](https://acme.example/${place})`),
  );

describe('a long transcript', () => {
  it('[U120] draws its end first, and all of it soon: the first of many messages can be found', async () => {
    const { container } = renderChat({ messages: many(400) });
    await settled();
    expect(pageOf(container, 'Number 399.')).toBeTruthy();
    expect(pageOf(container, 'Number 1.')).toBeUndefined();
    await rest();
    expect(pageOf(container, 'Number 1.')).toBe(pages(container)[0]);
    const found = screen.getByRole('log').textContent?.match(/Number \d+\./g);
    expect(found).toEqual(Array.from({ length: 400 }, (_, place) => `Number ${place}.`));
  });

  it('[U120] draws at once what somebody scrolls to, and nothing else', async () => {
    const { container } = renderChat({ messages: many() });
    await settled();
    await scrollTo(ahead());
    await settled();
    expect(ahead()).toBeUndefined();
    const drawn = () => pages(container).map(each => each.textContent !== '');
    const all = pages(container).length;
    // The last two are always there.
    expect(drawn()).toEqual(pages(container).map((_, place) => place >= all - 2));
    await scrollTo(pages(container)[4]);
    await settled();
    expect(drawn()).toEqual(pages(container).map((_, place) => place === 4 || place >= all - 2));
    const numbers = [...(pages(container)[4]?.textContent?.matchAll(/Number (\d+)\./g) ?? [])].map(each =>
      Number(each[1]),
    );
    const length = pages(container)[4]?.querySelectorAll('.message').length ?? 0;
    expect(numbers).toEqual(Array.from({ length }, (_, place) => length * 4 + place));
  });

  it('[U120] [U126] draws what is far from its end when there is time, in the room that was kept for it', async () => {
    const { container } = renderChat({ messages: many(600) });
    await settled();
    const height = () =>
      [...container.querySelectorAll<HTMLElement>('.items > *')].reduce(
        (sum, { style }) => sum + Number.parseFloat(style.height || style.containIntrinsicHeight.slice(5) || '0'),
        0,
      );
    expect(pages(container).length).toBeLessThan(10);
    const before = height();
    expect(before).toBeGreaterThan(600 * 40);
    await rest();
    expect(ahead()).toBeUndefined();
    expect(pages(container)).toHaveLength(50);
    expect(height()).toBe(before);
  });

  it('[U120] of a very long one gets some pages at a time, the last first, and all of them where somebody scrolls', async () => {
    const { container } = renderChat({ messages: many(1_500) });
    await settled();
    const atFirst = pages(container).length;
    const due = [...idle.values()];
    idle.clear();
    await act(async () => {
      for (const run of due) run();
    });
    expect(pages(container).length).toBeGreaterThan(atFirst);
    expect(pages(container).length).toBeLessThan(1_500 / 12);
    expect(pages(container).at(-1)?.textContent).toContain('Number 1499.');
    await scrollTo(ahead());
    expect(ahead()).toBeUndefined();
    expect(pages(container)).toHaveLength(1_500 / 12);
  });

  it('[U120] a history that comes behind one that is still to be drawn is drawn as well, in its order', async () => {
    const messages = many(400);
    const { chat, container } = renderChat({ messages: messages.slice(0, 150) });
    await settled();
    chat.set({ messages });
    await settled();
    chat.set({ messages: [...messages, message('agent', 'Number 400.')] });
    await rest();
    expect(ahead()).toBeUndefined();
    const found = screen.getByRole('log').textContent?.match(/Number \d+\./g);
    expect(found).toEqual(Array.from({ length: 401 }, (_, place) => `Number ${place}.`));
    expect(container.querySelector('.items')?.textContent).not.toMatch(/^0|\.0/);
  });

  it('[U120] lets go again of what somebody has scrolled past, and leaves its words', async () => {
    vi.stubGlobal('innerHeight', 1_000);
    const { chat, container } = renderChat({ messages: many() });
    vi.unstubAllGlobals();
    await settled();
    const [page] = pages(container);
    await scrollTo(page);
    await settled();
    const seen = page?.querySelector('.message');
    const words = page?.textContent;
    expect(words).toContain('Number 168.');
    await scrollFrom(page);
    await rest();
    expect(page?.querySelector('.message')).not.toBe(seen);
    expect(page?.textContent).toBe(words);
    chat.add(message('agent', 'One more'));
    await rest();
    expect(page?.textContent).toBe(words);
  });

  it('[U171] replaces nothing that somebody comes back to, not even when it is pressed, and answers each press', async () => {
    const { chat, container } = renderChat({ messages: many() });
    await rest();
    const [page] = pages(container);
    const elements = [...(page?.querySelectorAll('*') ?? [])];
    const words = page?.querySelector('.text p')?.firstChild;
    if (!page || !words) throw new Error('There are words on the first page.');
    // As the browser's own search marks what it has found.
    getSelection()?.setBaseAndExtent(words, 0, words, 6);
    await scrollTo(page);
    await settled();
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
    page.querySelector('a[href$="/5"]')?.dispatchEvent(press);
    // A link that is to open behind this page must be left to the browser.
    expect(press.defaultPrevented).toBe(false);
    await settled();
    page.querySelector<HTMLElement>('a[href$="/5"]')?.click();
    expect(chat.emitted.filter(({ name }) => name === 'link')).toHaveLength(2);
    await rest();
    expect([...page.querySelectorAll('*')].filter(each => elements.includes(each))).toEqual(elements);
    expect(`${getSelection()}`).toBe('Number');
    getSelection()?.removeAllRanges();
  });

  it('[U171] a message that becomes another beside what was pressed changes by itself', async () => {
    const messages = many();
    messages[4] = message('user', 'Lost', { status: 'failed', id: 'lost' });
    const { chat, container } = renderChat({ messages });
    await rest();
    const [page] = pages(container);
    await scrollTo(page);
    const before = page?.querySelectorAll('.message') ?? [];
    const retry = [...(page?.querySelectorAll('button') ?? [])].find(each => each.textContent === 'Retry');
    await act(async () => retry?.click());
    chat.set({ messages: messages.map(each => (each.id === 'lost' ? { ...each, status: 'sent' } : each)) });
    await settled();
    expect(page?.textContent).not.toContain('Retry');
    expect(page?.textContent?.match(/Lost/g)).toHaveLength(1);
    await rest();
    expect([...(page?.querySelectorAll('.message') ?? [])]).toEqual([...before]);
    // And goes back to rest as it is now.
    await scrollFrom(page);
    await rest();
    expect(page?.textContent?.match(/Lost/g)).toHaveLength(1);
    expect(page?.querySelectorAll('.message')).toHaveLength(before.length);
    expect(page?.querySelector('.message')).not.toBe(before[0]);
  });

  it('[U171] another language is followed by what was focused, which keeps the focus; another theme touches nothing', async () => {
    const settings = signal(SETTINGS);
    const { container } = renderChat(createFakeChat({ messages: many() }), { settings, languages });
    await rest();
    const [page, other] = pages(container);
    await scrollTo(page);
    const link = page?.querySelector<HTMLElement>('a[href$="/3"]');
    link?.focus();
    await settled();
    const elements = [...(page?.querySelectorAll('*') ?? []), ...(other?.querySelectorAll('*') ?? [])];
    settings.value = { ...SETTINGS, title: 'Another' };
    await settled();
    await rest();
    expect([...(page?.querySelectorAll('*') ?? []), ...(other?.querySelectorAll('*') ?? [])]).toEqual(elements);
    settings.value = { ...SETTINGS, locale: 'de' };
    await waitFor(() => expect(page?.querySelector('[aria-label="Nachricht kopieren"]')).toBeTruthy());
    await rest();
    expect(document.activeElement).toBe(link);
    expect(link?.isConnected).toBe(true);
  });

  it('[U171] what is said for a moment on a page that is left does not stay there', async () => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined }, configurable: true });
    const { container } = renderChat({ messages: many() });
    await rest();
    const [page] = pages(container);
    await scrollTo(page);
    const copy = page?.querySelector<HTMLElement>('[aria-label="Copy message"]');
    const said = () => page?.querySelector('[role=status]')?.textContent;
    await act(async () => copy?.click());
    await waitFor(() => expect(said()).toBe('Copied'));
    await scrollFrom(page);
    await rest();
    await act(async () => void copy?.dispatchEvent(new Event('pointerleave')));
    await waitFor(() => expect(said()).toBeUndefined());
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  const withPicture = () => {
    const messages = many();
    const attachment = { kind: 'image', title: 'Map', contentUrl: 'https://maps.example/map.png' } as const;
    messages[1] = message('agent', 'Look', { attachments: [{ ...attachment, previewImageUrl: '', callToAction: '' }] });
    return messages;
  };

  it('[U121] [U171] a picture that has failed stays what it became, and its link is followed at the first press', async () => {
    const settings = signal({ ...SETTINGS, imageOrigins: ['*'] });
    const { chat, container } = renderChat(createFakeChat({ messages: withPicture() }), { settings });
    await rest();
    const [page] = pages(container);
    await scrollTo(page);
    await act(async () => void page?.querySelector('img')?.dispatchEvent(new Event('error')));
    await settled();
    const card = page?.querySelector<HTMLElement>('a.card');
    expect(card?.textContent).toContain('Map');
    await scrollFrom(page);
    await rest();
    await scrollTo(page);
    card?.focus();
    await settled();
    card?.click();
    expect(chat.emitted.filter(({ name }) => name === 'link')).toHaveLength(1);
    expect(card?.isConnected).toBe(true);
  });

  it('[U120] lets go of a page with pictures that nobody has looked at, too', async () => {
    const complete = vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    const settings = signal({ ...SETTINGS, imageOrigins: ['*'] });
    const { container } = renderChat(createFakeChat({ messages: withPicture() }), { settings });
    await settled();
    const drawn = () => pages(container)[0]?.querySelector('.message');
    await scrollTo(ahead());
    await settled();
    await scrollTo(pages(container)[0]);
    await settled();
    const before = drawn();
    expect(before).toBeTruthy();
    await scrollFrom(pages(container)[0]);
    await rest();
    expect(drawn()).not.toBe(before);
    complete.mockRestore();
  });

  it('[U121] a wide table in a page that is far is measured when it comes near', async () => {
    const measured = new Set<Element>();
    Object.assign(globalThis, {
      ResizeObserver: function Fake() {
        return { observe: (each: Element) => measured.add(each), disconnect: () => {}, unobserve: () => {} };
      },
    });
    const messages = many();
    messages[1] = message('agent', '| a | b |\n|---|---|\n| 1 | 2 |');
    const { container } = renderChat({ messages });
    await rest();
    const [page] = pages(container);
    const table = page?.querySelector('.scroller');
    measured.clear();
    await scrollTo(page);
    await settled();
    expect(page?.querySelector('.scroller')).toBe(table);
    expect(table && measured.has(table)).toBe(true);
    Reflect.deleteProperty(globalThis, 'ResizeObserver');
  });

  it('[U121] a link in a page that is far still tells the host page, once', async () => {
    const { chat, container } = renderChat({ messages: many() });
    await rest();
    await act(async () => pages(container)[0]?.querySelector<HTMLElement>('a[href$="/1"]')?.click());
    await settled();
    expect(chat.emitted.filter(({ name }) => name === 'link')).toMatchObject([
      { detail: { href: 'https://acme.example/1' } },
    ]);
    // And goes back to rest.
    await rest();
    await act(async () => pages(container)[0]?.querySelector<HTMLElement>('a[href$="/3"]')?.click());
    await settled();
    expect(chat.emitted.filter(({ name }) => name === 'link')).toHaveLength(2);
  });

  it('[U121] Retry in a page that is far sends again', async () => {
    const messages = many();
    messages[4] = message('user', 'Lost', { status: 'failed', id: 'lost' });
    const { chat, container } = renderChat({ messages });
    await rest();
    const retry = [...(pages(container)[0]?.querySelectorAll('button') ?? [])].find(
      each => each.textContent === 'Retry',
    );
    await act(async () => retry?.click());
    await settled();
    expect(chat.calls).toContainEqual(['retry', 'lost']);
  });

  it('[U122] shows what becomes of a message in a page that is far', async () => {
    const messages = many();
    const { chat, container } = renderChat({ messages });
    await rest();
    const [first, ...others] = messages;
    if (!first) throw new Error('There is a first message.');
    chat.set({ messages: [{ ...first, text: 'Mended', status: 'failed' }, ...others] });
    await settled();
    await rest();
    expect(pages(container)[0]?.textContent).toContain('Mended');
    expect(pages(container)[0]?.textContent).toContain('Retry');
    expect(pages(container)[0]?.textContent).not.toContain('Number 0.');
    expect(pages(container)[0]?.textContent?.match(/Number 1\./g)).toHaveLength(1);
  });

  it('[U121] [U133] the arrow keys go from one copy button to the next through pages that are far', async () => {
    const { container } = renderChat({ messages: many() });
    await rest();
    const buttons = [...container.querySelectorAll<HTMLElement>('.copy-message')];
    const [, , last] = buttons.slice(-3);
    last?.focus();
    for (let steps = 0; steps < 60; steps++) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
      await settled();
    }
    expect(document.activeElement?.closest('.message')?.textContent).toContain('Number 139.');
  });

  it('[U122] follows the settings in a page that is far', async () => {
    const settings = signal(SETTINGS);
    const messages = many();
    messages[1] = message('agent', '![Map](https://maps.example/map.png)');
    const { container } = renderChat(createFakeChat({ messages }), { settings });
    await rest();
    expect(pages(container)[0]?.querySelector('img')).toBeNull();
    settings.value = { ...SETTINGS, imageOrigins: ['https://maps.example'] };
    await settled();
    await rest();
    expect(pages(container)[0]?.querySelector('img')).toBeTruthy();
  });

  it('[U130] calls the day in a page that is far by another name when it is over', async () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00'), toFake: ['Date'] });
    try {
      const at = Date.now();
      const { container } = renderChat({ messages: many().map(each => ({ ...each, at })) });
      await rest();
      expect(pages(container)[0]?.textContent).toContain('Today');
      vi.setSystemTime(new Date('2026-03-03T09:00:00'));
      await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
      await rest();
      expect(pages(container)[0]?.textContent).toContain('Yesterday');
      expect(pages(container)[0]?.textContent).not.toContain('Today');
    } finally {
      vi.useRealTimers();
    }
  });

  it('[U123] keeps the focus when the page that it is in is seen, and the page while it has it', async () => {
    const { container } = renderChat({ messages: many() });
    await rest();
    const [page] = pages(container);
    const link = () => page?.querySelector<HTMLElement>('a[href$="/3"]');
    const before = link();
    before?.focus();
    await scrollTo(page);
    await settled();
    expect(document.activeElement).toBe(before);
    await scrollFrom(page);
    await rest();
    expect(link()).toBe(before);
    expect(document.activeElement).toBe(before);
  });

  it('[U124] adds one row to it and touches none that is there', async () => {
    const { container, chat } = renderChat({ messages: many() });
    await rest();
    const before = [...container.querySelectorAll('.message')];
    chat.add(message('agent', 'One more'));
    await waitFor(() => expect(pageOf(container, 'One more')).toBeTruthy());
    await rest();
    const after = [...container.querySelectorAll('.message')];
    expect(after).toHaveLength(201);
    // All but the page before the end, which has gone to rest meanwhile.
    expect(after.filter((each, place) => each === before[place]).length).toBeGreaterThanOrEqual(180);
  });
});
