/** What the browser says about network, visibility and device. */

import type { Environment, EnvironmentSignal } from '../client/ports.ts';
import type { DeviceType } from '../protocol/rest.ts';

export function browserEnvironment(): Environment {
  return {
    // Only a plain `false` is believed: some WebViews leave it undefined.
    get online() {
      return navigator.onLine !== false;
    },
    get visible() {
      return document.visibilityState !== 'hidden';
    },
    get deviceType() {
      return deviceType();
    },
    subscribe,
  };
}

function subscribe(listen: (signal: EnvironmentSignal) => void): () => void {
  const undo: (() => void)[] = [];
  const on = (target: EventTarget, type: string, tell: (event: Event) => EnvironmentSignal | null) => {
    const handler = (event: Event) => {
      const signal = tell(event);
      if (signal) listen(signal);
    };
    target.addEventListener(type, handler);
    undo.push(() => target.removeEventListener(type, handler));
  };
  on(window, 'online', () => 'online');
  on(window, 'offline', () => 'offline');
  on(document, 'visibilitychange', () => (document.visibilityState === 'hidden' ? 'hidden' : 'visible'));
  on(document, 'freeze', () => 'frozen');
  on(document, 'resume', () => 'resumed');
  // Back from the back/forward cache: the sockets of the page are gone.
  on(window, 'pageshow', event => ((event as PageTransitionEvent).persisted ? 'resumed' : null));
  return () => {
    for (const each of undo) each();
  };
}

function deviceType(): DeviceType {
  const touch = matchMedia('(pointer: coarse)').matches;
  if (!touch) return 'desktop';
  return Math.min(screen.width, screen.height) < 600 ? 'mobile' : 'tablet';
}
