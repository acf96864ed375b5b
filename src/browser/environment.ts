/** Reports network, visibility and device as the browser gives them. */

import type { Environment, EnvironmentSignal } from '../client/api/ports.ts';

export function browserEnvironment(allowed?: Promise<void>): Environment {
  return {
    // Only a plain `false` is believed: some WebViews leave it undefined.
    get online() {
      return globalThis.navigator?.onLine !== false;
    },
    get hidden() {
      return !!globalThis.document?.hidden;
    },
    get deviceType() {
      // There is none where there is no page: in a worker, or in an app that has no web view.
      if (!globalThis.matchMedia?.('(pointer: coarse)').matches) return 'desktop';
      return Math.min(screen.width, screen.height) < 600 ? 'mobile' : 'tablet';
    },
    shown: allowed ? Promise.all([allowed, untilShown()]).then(() => {}) : untilShown(),
    subscribe,
  };
}

/** Chromium renders pages ahead of time, without the locks by which tabs agree, and perhaps for nobody at all. */
function untilShown(): Promise<void> | undefined {
  const { document: page } = globalThis as { readonly document?: Document & { readonly prerendering?: boolean } };
  if (!page?.prerendering) return undefined;
  return new Promise(shown => page.addEventListener('prerenderingchange', () => shown(), { once: true }));
}

function subscribe(listen: (signal: EnvironmentSignal) => void): () => void {
  // Made while a server renders: there is nothing to listen to, and nothing is asked of anyone before a page opens it.
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
  // Both before the back/forward cache and before the end: nobody can tell which. `unload` would keep a page out of that cache.
  on(window, 'pagehide', () => 'frozen');
  on(document, 'freeze', () => 'frozen');
  on(document, 'resume', () => 'resumed');
  // Back from the back/forward cache: the sockets of the page are gone.
  on(window, 'pageshow', event => (event as PageTransitionEvent).persisted && 'resumed');
  return () => end.abort();
}
