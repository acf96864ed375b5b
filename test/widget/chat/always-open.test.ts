/** A chat that is always open, inline or fullscreen: it reports if it is in view. */

import { afterEach, expect, it, vi } from 'vitest';
import { createLauncher } from '../../../src/widget/launcher/launcher.ts';
import { mount } from '../../../src/widget/panel/mount.ts';
import '../fixtures/constructed-sheets.ts';
import { createQuietChat, settingsWith } from '../fixtures/quiet-chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

/** Makes every observed element visible or invisible. */
type Show = (isIntersecting: boolean) => void;

function fakeObserver(): Show {
  const told = new Set<(entries: readonly object[]) => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: (entries: readonly object[]) => void;
      constructor(tell: (entries: readonly object[]) => void) {
        this.#tell = tell;
      }
      observe() {
        told.add(this.#tell);
      }
      disconnect() {
        told.delete(this.#tell);
      }
    },
  );
  return isIntersecting => told.forEach(tell => void tell([{ isIntersecting }]));
}

function stand(renderMode: string) {
  const told: boolean[] = [];
  const settings = settingsWith({ renderMode });
  const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  const root = host.attachShadow({ mode: 'open' });
  const launcher = renderMode === 'floating' ? createLauncher(root, settings) : null;
  const chat = { ...createQuietChat().chat, inView: (inView: boolean) => void told.push(inView) };
  const widget = mount(settings, { host, launcher }, chat);
  return { told, handle: widget.handle };
}

it.each(['inline', 'fullscreen'])('[V5] %s: the chat reports whether it is in view; closed, it is not', mode => {
  const show = fakeObserver();
  const { told, handle } = stand(mode);
  // The observer has not reported yet.
  expect(told).toEqual([false]);
  show(true);
  show(false);
  show(true);
  expect(told.splice(0)).toEqual([false, true, false, true]);
  handle.close();
  expect(told.splice(0)).toEqual([false]);
  handle.open();
  show(true);
  expect(told).toEqual([false, true]);
});

it('[V5] a chat that is always open is in view if the browser cannot tell', () => {
  const { told, handle } = stand('inline');
  handle.close();
  handle.open();
  expect(told).toEqual([true, false, true]);
});

it('[V5] a floating panel reports nothing, because it is visible whenever the page is', () => {
  const show = fakeObserver();
  const { told, handle } = stand('floating');
  handle.open();
  show(true);
  handle.close();
  expect(told).toEqual([]);
});
