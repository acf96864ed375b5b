/**
 * The widget's trace, from its first entry on. The widget may start before this module has run, so a script in the head of the page
 * (public/demo-settings.js) asks for the trace and keeps it until someone takes it over.
 */

import type { TraceEntry } from '../entries/index.ts';

declare global {
  interface Window {
    demoTrace?: { push(entry: TraceEntry): void } | TraceEntry[];
  }
}

/** Hands over what was kept, and from now on every entry as it comes. */
export function onTrace(take: (entry: TraceEntry) => void): void {
  const kept = window.demoTrace;
  window.demoTrace = { push: take };
  if (Array.isArray(kept)) for (const entry of kept) take(entry);
}
