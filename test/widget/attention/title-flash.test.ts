/** The title of the tab while the page is hidden. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTitleFlash, type TitleFlash } from '../../../src/widget/attention/title-flash.ts';

const OWN = 'Acme: shoes';
const matchMedia = globalThis.matchMedia;

let flash: TitleFlash;
let speaks: boolean;
let hidden: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  speaks = true;
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  document.title = OWN;
  flash = createTitleFlash({ isSpeaker: () => speaks });
});

afterEach(() => {
  flash.dispose();
  globalThis.matchMedia = matchMedia;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setHidden(now: boolean): void {
  hidden = now;
  document.dispatchEvent(new Event('visibilitychange'));
}

/** The titles within `ms` milliseconds, each with the time for which it was shown. */
function watch(ms: number): readonly (readonly [string, number])[] {
  const seen: [string, number][] = [];
  for (let at = 0; at < ms; at += 100) {
    const last = seen.at(-1);
    if (last?.[0] === document.title) last[1] += 100;
    else seen.push([document.title, 100]);
    vi.advanceTimersByTime(100);
  }
  return seen;
}

describe('the title of a hidden page', () => {
  it("the page's title is restored if two chats of the page have news", () => {
    const other = createTitleFlash({ isSpeaker: () => true });
    setHidden(true);
    flash.show(1, 'New messages');
    other.show(2, 'New messages');
    const titles = new Set(watch(20_000).map(([title]) => title));
    expect(titles).toContain(OWN);
    setHidden(false);
    expect(document.title).toBe(OWN);
    other.dispose();
  });

  it('the page’s title and the number of messages alternate, at a calm pace', () => {
    setHidden(true);
    flash.show(2, 'New messages');
    const seen = watch(10_000);
    expect(seen.map(([title]) => title)).toEqual([
      '(2) New messages',
      OWN,
      '(2) New messages',
      OWN,
      '(2) New messages',
    ]);
    for (const [, ms] of seen) expect(ms).toBeGreaterThanOrEqual(1_500);
  });

  it('the title changes only while the page is hidden', () => {
    flash.show(1, 'New message');
    expect(watch(5_000)).toEqual([[OWN, 5_000]]);
    setHidden(true);
    expect(watch(5_000).map(([title]) => title)).toContain('(1) New message');
  });

  it('the title does not change while the page is left, because the history stores it', () => {
    flash.show(1, 'New message');
    setHidden(true);
    expect(document.title).toBe(OWN);
  });

  it('another message changes the title at once', () => {
    setHidden(true);
    flash.show(1, 'New message');
    vi.advanceTimersByTime(2_500);
    expect(document.title).toBe(OWN);
    flash.show(2, 'New messages');
    expect(document.title).toBe('(2) New messages');
  });

  it('the title is restored when the page is visible, when all is read and when the widget is destroyed', () => {
    const ends = [() => setHidden(false), () => flash.show(0, ''), () => flash.dispose()];
    for (const end of ends) {
      for (const ms of [0, 1_000, 2_000, 3_500, 4_000]) {
        setHidden(true);
        flash.show(3, 'New messages');
        vi.advanceTimersByTime(ms);
        end();
        expect(watch(5_000), `${end} after ${ms}`).toEqual([[OWN, 5_000]]);
        flash.dispose();
        flash = createTitleFlash({ isSpeaker: () => speaks });
      }
    }
  });

  it('hiding the page again changes the title only while messages are unread', () => {
    setHidden(true);
    flash.show(1, 'New message');
    setHidden(false);
    flash.show(0, '');
    setHidden(true);
    expect(watch(5_000)).toEqual([[OWN, 5_000]]);
  });

  it('a title that the page sets meanwhile is its title from then on', () => {
    for (const ms of [500, 2_500]) {
      setHidden(true);
      flash.show(2, 'New messages');
      vi.advanceTimersByTime(ms);
      document.title = 'Acme: checkout';
      expect(new Set(watch(8_000).map(([title]) => title))).toEqual(new Set(['Acme: checkout', '(2) New messages']));
      setHidden(false);
      expect(document.title).toBe('Acme: checkout');
      document.title = OWN;
    }
  });

  it('a title set just before the end is not overwritten', () => {
    setHidden(true);
    flash.show(2, 'New messages');
    document.title = 'Acme: order 1234';
    flash.dispose();
    expect(document.title).toBe('Acme: order 1234');
  });

  it('a title that loses spaces when it is set is recognised', () => {
    setHidden(true);
    flash.show(2, 'New   messages ');
    expect(document.title).toBe('(2) New messages');
    setHidden(false);
    expect(document.title).toBe(OWN);
  });

  it('a page without a title has none afterwards', () => {
    document.title = '';
    setHidden(true);
    flash.show(2, 'New messages');
    expect(document.title).toBe('(2) New messages');
    setHidden(false);
    expect(document.title).toBe('');
  });

  it('only the tab that notifies changes its title, as long as it does', () => {
    speaks = false;
    setHidden(true);
    flash.show(2, 'New messages');
    expect(watch(5_000)).toEqual([[OWN, 5_000]]);
    speaks = true;
    expect(watch(5_000).map(([title]) => title)).toContain('(2) New messages');
    speaks = false;
    vi.advanceTimersByTime(2_000);
    expect(watch(6_000)).toEqual([[OWN, 6_000]]);
  });

  it('the number precedes the title and nothing alternates under reduced motion', () => {
    globalThis.matchMedia = (query => ({ matches: query.includes('reduced-motion') })) as typeof matchMedia;
    setHidden(true);
    flash.show(2, 'New messages');
    expect(watch(9_000)).toEqual([[`(2) ${OWN}`, 9_000]]);
    flash.show(3, 'New messages');
    expect(document.title).toBe(`(3) ${OWN}`);
    document.title = 'Acme: checkout';
    vi.advanceTimersByTime(2_000);
    expect(document.title).toBe('(3) Acme: checkout');
    setHidden(false);
    expect(document.title).toBe('Acme: checkout');
  });
});
