/** What the browser says about network, visibility and device. */

import type { Environment, EnvironmentSignal } from '../client/ports.ts';

export function browserEnvironment(): Environment {
  return {
    // Only a plain `false` is believed: some WebViews leave it undefined.
    get online() {
      return globalThis.navigator?.onLine !== false;
    },
    get deviceType() {
      if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
      return Math.min(screen.width, screen.height) < 600 ? 'mobile' : 'tablet';
    },
    subscribe,
  };
}

function subscribe(listen: (signal: EnvironmentSignal) => void): () => void {
  // Made while a server renders: there is nothing to listen to, and nothing is asked of anyone before a page opens it.
  if (typeof document === 'undefined') return () => {};
  const end = new AbortController();
  const on = (target: EventTarget, type: string, tell: (event: Event) => EnvironmentSignal | false) =>
    target.addEventListener(
      type,
      event => {
        const signal = tell(event);
        if (signal) listen(signal);
      },
      { signal: end.signal },
    );
  on(window, 'online', () => 'online');
  on(window, 'offline', () => 'offline');
  on(document, 'visibilitychange', () => document.visibilityState);
  on(document, 'resume', () => 'resumed');
  // Back from the back/forward cache: the sockets of the page are gone.
  on(window, 'pageshow', event => (event as PageTransitionEvent).persisted && 'resumed');
  return () => end.abort();
}
