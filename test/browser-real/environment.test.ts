import { afterEach, expect, it, vi } from 'vitest';
import type { browserEnvironment } from '../../src/browser/environment.ts';
import { load, openPage, type Page } from './page.ts';

let page: Page;
afterEach(() => page.close());

/** A page of its own that can really be unloaded, and the signals of its environment. */
async function watched() {
  page = openPage();
  const types: string[] = [];
  for (const target of [page.window, page.window.document]) {
    const listen = target.addEventListener.bind(target);
    target.addEventListener = (type: string, ...rest: readonly unknown[]) => {
      types.push(type);
      listen(type, ...(rest as [EventListener]));
    };
  }
  const loaded = (await load(page, '../../src/browser/environment.ts')) as {
    browserEnvironment: typeof browserEnvironment;
  };
  const heard: string[] = [];
  const end = loaded.browserEnvironment().subscribe(signal => heard.push(signal));
  const { window } = page;
  /** Dispatches an event that the browser would send when it freezes or resumes a page; a test cannot make it do so. */
  const tell = (target: EventTarget, event: Event) => target.dispatchEvent(event);
  return { heard, end, types, window, tell };
}

it('[R40] a page that goes says so while it still can', async () => {
  const { heard } = await watched();
  page.close();
  await vi.waitUntil(() => heard.length > 0);
  expect(heard).toContain('frozen');
});

it('[R40] a page that is put away or stopped is frozen, one that comes back is resumed', async () => {
  const { heard, window, tell } = await watched();
  tell(window, new PageTransitionEvent('pagehide', { persisted: true }));
  tell(window, new PageTransitionEvent('pageshow', { persisted: true }));
  tell(window.document, new Event('freeze'));
  tell(window.document, new Event('resume'));
  tell(window, new PageTransitionEvent('pagehide', { persisted: false }));
  expect(heard).toEqual(['frozen', 'resumed', 'frozen', 'resumed', 'frozen']);
});

it('[R42] a signal that the browser sends twice is reported once', async () => {
  const { heard, window, tell } = await watched();
  // The order in which Chromium sends events when a page enters its back/forward cache and leaves it again.
  tell(window, new PageTransitionEvent('pagehide', { persisted: true }));
  tell(window.document, new Event('visibilitychange'));
  tell(window.document, new Event('freeze'));
  tell(window.document, new Event('resume'));
  tell(window.document, new Event('visibilitychange'));
  tell(window, new PageTransitionEvent('pageshow', { persisted: true }));
  const { visibilityState } = window.document;
  expect(heard).toEqual(['frozen', visibilityState, 'resumed', visibilityState]);
});

it('[R40] a page that is shown for the first time, or hidden, is neither', async () => {
  const { heard, window, tell } = await watched();
  tell(window, new PageTransitionEvent('pageshow', { persisted: false }));
  tell(window.document, new Event('visibilitychange'));
  expect(heard).toEqual([window.document.visibilityState]);
});

it('[R41] nothing is listened to that keeps a page out of the back/forward cache, and nothing after the end', async () => {
  const { heard, end, types, window, tell } = await watched();
  expect(types).toContain('pagehide');
  expect(types.filter(type => /unload/.test(type))).toEqual([]);
  end();
  tell(window, new PageTransitionEvent('pagehide', { persisted: true }));
  tell(window.document, new Event('freeze'));
  expect(heard).toEqual([]);
});

it('a page that is rendered ahead of time waits until it is shown; one that is there waits for nothing', async () => {
  page = openPage();
  const { document } = page.window;
  let ahead = true;
  Object.defineProperty(document, 'prerendering', { get: () => ahead });
  const loaded = (await load(page, '../../src/browser/environment.ts')) as {
    browserEnvironment: typeof browserEnvironment;
  };
  const { shown } = loaded.browserEnvironment();
  let isShown = false;
  void shown?.then(() => {
    isShown = true;
  });
  await Promise.resolve();
  expect([shown !== undefined, isShown]).toEqual([true, false]);
  ahead = false;
  document.dispatchEvent(new Event('prerenderingchange'));
  await vi.waitUntil(() => isShown);
  expect(loaded.browserEnvironment().shown).toBeUndefined();
});

it.each([
  ['a phone', true, [412, 915], 'mobile'],
  ['a phone on its side', true, [915, 412], 'mobile'],
  ['a tablet', true, [1280, 800], 'tablet'],
  ['a small tablet', true, [600, 960], 'tablet'],
  ['a small screen with a mouse', false, [412, 915], 'desktop'],
] as const)('[W159] the platform is told what %s is', async (_, coarse, [width, height], device) => {
  page = openPage();
  Object.defineProperty(page.window, 'screen', { value: { width, height } });
  page.window.matchMedia = query => ({ matches: coarse && query === '(pointer: coarse)' }) as MediaQueryList;
  const loaded = (await load(page, '../../src/browser/environment.ts')) as {
    browserEnvironment: typeof browserEnvironment;
  };
  expect(loaded.browserEnvironment().deviceType).toBe(device);
});

it('[V6] a page says whether it is hidden', async () => {
  page = openPage();
  const loaded = (await load(page, '../../src/browser/environment.ts')) as {
    browserEnvironment: typeof browserEnvironment;
  };
  const environment = loaded.browserEnvironment();
  for (const hidden of [true, false]) {
    Object.defineProperty(page.window.document, 'hidden', { value: hidden, configurable: true });
    expect(environment.hidden).toBe(hidden);
  }
});
