/** Reports network, visibility and device as the browser gives them. */

import type { Environment, EnvironmentSignal } from '../client/api/ports.ts';

export function browserEnvironment(allowed?: Promise<void>): Environment {
  return {
    // Believes a plain `false` only: some WebViews leave `onLine` undefined.
    get online() {
      return globalThis.navigator?.onLine !== false;
    },
    get hidden() {
      return !!globalThis.document?.hidden;
    },
    get deviceType() {
      // Workers, and apps without a web view, have no `matchMedia`.
      if (!globalThis.matchMedia?.('(pointer: coarse)').matches) return 'desktop';
      return Math.min(screen.width, screen.height) < 600 ? 'mobile' : 'tablet';
    },
    shown: allowed ? Promise.all([allowed, untilShown()]).then(() => {}) : untilShown(),
    subscribe,
  };
}

/** Waits for a prerendered page to be shown: Chromium renders pages ahead of time, without the locks by which tabs agree, and perhaps in vain. */
function untilShown(): Promise<void> | undefined {
  const { document: page } = globalThis as { readonly document?: Document & { readonly prerendering?: boolean } };
  if (!page?.prerendering) return undefined;
  return new Promise(shown => page.addEventListener('prerenderingchange', () => shown(), { once: true }));
}

function subscribe(listen: (signal: EnvironmentSignal) => void): () => void {
  // On a server there is nothing to listen to.
  if (typeof document === 'undefined') return () => {};
  const end = new AbortController();
  let frozen = false;
  const on = (target: EventTarget, type: string, tell: (event: Event) => EnvironmentSignal | false) =>
    target.addEventListener(
      type,
      event => {
        const signal = tell(event);
        // Most browsers say it twice: as the page is put away, and as it is stopped there; and the same on its way back.
        if (!signal || signal === (frozen ? 'frozen' : 'resumed')) return;
        if (signal === 'frozen' || signal === 'resumed') frozen = !frozen;
        listen(signal);
      },
      { signal: end.signal },
    );
  on(window, 'online', () => 'online');
  on(window, 'offline', () => 'offline');
  on(document, 'visibilitychange', () => document.visibilityState);
  // Browsers send `pagehide` before the back/forward cache and before the end alike. `unload` would keep a page out of that cache.
  on(window, 'pagehide', () => 'frozen');
  on(document, 'freeze', () => 'frozen');
  on(document, 'resume', () => 'resumed');
  // Back from the back/forward cache: the sockets of the page are gone.
  on(window, 'pageshow', event => (event as PageTransitionEvent).persisted && 'resumed');
  return () => end.abort();
}
