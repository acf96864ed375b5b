// @vitest-environment jsdom
/** A conversation of hundreds of messages: the newest part is drawn, older parts when the reader asks for them. */

import { act, fireEvent, screen } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { firstDrawn } from '../../../src/ui/rows/first-drawn.ts';
import { toRows } from '../../../src/ui/rows/rows.ts';
import { mark, message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

/** Reports the button as near, when the test says so. */
let near: (() => void) | undefined;
let idle: (() => void)[];

beforeEach(() => {
  idle = [];
  near = undefined;
  // Not removed after a test: a panel may cancel its callbacks later.
  Object.assign(globalThis, {
    IntersectionObserver: function Fake(this: object, told: (entries: readonly object[]) => void) {
      near = () => told([{ isIntersecting: true }]);
      return { observe: () => undefined, disconnect: () => undefined };
    },
    requestIdleCallback: (run: () => void) => idle.push(run),
    cancelIdleCallback: () => undefined,
  });
});

const rest = () => act(async () => void idle.splice(0).map(run => run()));

const many = (length: number) =>
  Array.from({ length }, (_, place) => message(place % 2 ? 'agent' : 'user', `Number ${place}.`));

// Looks by class: jsdom needs seconds to find a role among hundreds of messages.
const log = () => document.querySelector<HTMLElement>('.log') as HTMLElement;
const drawn = () => (log().textContent?.match(/Number \d+\./g) ?? []).map(each => each.slice(7, -1));
const earlier = () => screen.queryByText('Show earlier messages');
const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => `${from + place}`);

describe('a long transcript', () => {
  it('the end is rendered first, then the newest 200 messages', async () => {
    renderChat({ messages: many(1_000) });
    await settled();
    expect(drawn()).toEqual(numbers(960, 1_000));
    await rest();
    expect(drawn()).toEqual(numbers(800, 1_000));
  });

  it('200 older messages are rendered at a press of the button and when the reader comes near the top, up to the first', async () => {
    renderChat({ messages: many(550) });
    await settled();
    await rest();
    await act(async () => near?.());
    expect(drawn()).toEqual(numbers(150, 550));
    earlier()?.focus();
    await act(async () => void fireEvent.click(earlier() as Element));
    expect(drawn()).toEqual(numbers(0, 550));
    expect(earlier()).toBeNull();
    expect(document.activeElement ?? document.body).toBe(log());
  });

  it('no element is replaced when a message arrives or older ones are rendered', async () => {
    const messages = many(430);
    const { chat, container } = renderChat({ messages });
    await settled();
    await rest();
    const before = [...container.querySelectorAll('.message')];
    chat.set({ messages: [...messages, message('agent', 'Number 430.')] });
    await settled();
    await act(async () => near?.());
    expect(drawn()).toEqual(numbers(30, 431));
    const after = new Set(container.querySelectorAll('.message'));
    expect(before.filter(each => !after.has(each))).toEqual([]);
  });

  it('links and buttons far up work', async () => {
    const messages = many(300);
    messages[120] = message('user', 'Lost', { status: 'failed', id: 'lost' });
    const { chat } = renderChat({ messages });
    await settled();
    await rest();
    await act(async () => void fireEvent.click(screen.getByText('Retry')));
    expect(chat.calls).toContainEqual(['retry', 'lost']);
  });
});

describe('the first message that is drawn', () => {
  const items = many(1_000);

  it('the first drawn message stays the same when messages come, until twice as many are drawn', () => {
    expect(firstDrawn(items.slice(0, 399), { first: 0, count: 398 }, '', true)).toBe(0);
    expect(firstDrawn(items.slice(0, 400), { first: 0, count: 399 }, '', true)).toBe(360);
    expect(firstDrawn(items.slice(0, 900), { first: 0, count: 100 }, '', false)).toBe(0);
    // A history that arrives in several frames.
    expect(firstDrawn(items.slice(0, 250), { first: 0, count: 190 }, '', true)).toBe(210);
    // Fewer messages, because an earlier conversation was removed.
    expect(firstDrawn(items.slice(0, 100), { first: 800, count: 900 }, '', true)).toBe(60);
  });

  it('the first drawn message is the first new one, or one before it', () => {
    expect(firstDrawn(items, { first: 0, count: 0 }, items[500]?.key ?? '', true)).toBe(500);
    expect(firstDrawn(items, { first: 800, count: 999 }, items[990]?.key ?? '', true)).toBe(800);
  });

  it('the first drawn message has the language that was set before it', () => {
    const turned = [message('user', 'Hi'), mark('language', { name: 'fr' }), ...items.slice(0, 3)];
    expect(toRows(turned, false, '', 0, 'en', 2).map(({ lang }) => lang)).toEqual(['fr', 'fr', 'fr']);
    expect(toRows([...items.slice(0, 3), mark('language', { name: 'fr' })], false, '', 0, 'en', 1)[0]?.lang).toBe('en');
  });
});
