/** Provides the visitor's current day. Updates it at midnight, and when the visitor returns to the page. */

import { type Signal, signal } from '@preact/signals-core';
import { useSelected } from '../context/use-signal.ts';

let timer: ReturnType<typeof setTimeout> | undefined;
/** Created on first use, because importing this file must have no side effects. */
let moment: Signal<object> | undefined;

/** Returns a signal that is set to a new object whenever the day may have changed. */
function now(): Signal<object> {
  moment ??= signal(
    {},
    {
      watched() {
        wait();
        document.addEventListener('visibilitychange', look);
      },
      unwatched() {
        clearTimeout(timer);
        document.removeEventListener('visibilitychange', look);
      },
    },
  );
  return moment;
}

function wait(): void {
  timer = setTimeout(look, new Date().setHours(24, 0, 0, 0) - Date.now());
}

/** Updates the day. Also runs when the visitor returns to the page, because timers stop while a computer sleeps. */
function look(): void {
  clearTimeout(timer);
  wait();
  now().value = {};
}

/** Returns the time at which the visitor's current day began, in milliseconds. */
export const useToday = (): number =>
  useSelected(() => {
    void now().value;
    return new Date().setHours(0, 0, 0, 0);
  });
