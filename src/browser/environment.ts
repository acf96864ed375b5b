/** Reports network, visibility and type of device. */

import type { Environment, EnvironmentSignal } from '../client/api/ports.ts';

export function browserEnvironment(allowed?: Promise<void>): Environment {
  return {
    // Only `false` means offline: some WebViews leave `onLine` undefined.
    get online() {
      return globalThis.navigator?.onLine !== false;
    },
    get hidden() {
      return !!globalThis.document?.hidden;
    },
    get deviceType() {
      // `matchMedia` is missing in workers, and in apps without a web view.
      if (!globalThis.matchMedia?.('(pointer: coarse)').matches) return 'desktop';
      return Math.min(screen.width, screen.height) < 600 ? 'mobile' : 'tablet';
    },
    shown: allowed ? Promise.all([allowed, untilShown()]).then(() => {}) : untilShown(),
    subscribe,
  };
}

/** Resolves when a prerendered page is shown. Chromium prerenders pages that the visitor may never open, and grants them no Web Locks. */
function untilShown(): Promise<void> | undefined {
  const { document: page } = globalThis as { readonly document?: Document & { readonly prerendering?: boolean } };
  if (!page?.prerendering) return undefined;
  return new Promise(shown => page.addEventListener('prerenderingchange', () => shown(), { once: true }));
}

function subscribe(listen: (signal: EnvironmentSignal) => void): () => void {
  // Does nothing on a server, which has no such events.
  if (typeof document === 'undefined') return () => {};
  const end = new AbortController();
  let frozen = false;
  const on = (target: EventTarget, type: string, tell: (event: Event) => EnvironmentSignal | false) =>
    target.addEventListener(
      type,
      event => {
        const signal = tell(event);
        // Ignores the second of two signals: most browsers send both `pagehide` and `freeze`, and both `resume` and `pageshow`.
        if (!signal || signal === (frozen ? 'frozen' : 'resumed')) return;
        if (signal === 'frozen' || signal === 'resumed') frozen = !frozen;
        listen(signal);
      },
      { signal: end.signal },
    );
  on(window, 'online', () => 'online');
  on(window, 'offline', () => 'offline');
  on(document, 'visibilitychange', () => document.visibilityState);
  // `pagehide` comes before a page enters the back/forward cache and before it is unloaded. A listener for `unload` would keep the page out of
  // that cache.
  on(window, 'pagehide', () => 'frozen');
  on(document, 'freeze', () => 'frozen');
  on(document, 'resume', () => 'resumed');
  // The page returns from the back/forward cache, without its sockets.
  on(window, 'pageshow', event => (event as PageTransitionEvent).persisted && 'resumed');
  return () => end.abort();
}
