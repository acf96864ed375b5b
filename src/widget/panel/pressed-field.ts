/**
 * Keeps the focus in a field of the chat that the visitor has just pressed. A dialog of the page may call the focus back, or, if the press
 * closes it, give it to the button that opened it.
 */

import { focusStill } from '../../ui/focus/focus.ts';
import { isPages } from './isolate-events.ts';

/** Milliseconds; longer than dialogs take to fade out, after which they move the focus. */
const HELD_MS = 1_000;

/** How often the focus is taken back after one press. A page that insists gets it. */
const MOST_TIMES = 3;

/** Holds the focus as long as the root lives. Returns a function that ends the hold of the last press. */
export function holdPressedField(root: ShadowRoot): () => void {
  let hold = new AbortController();
  const release = () => hold.abort();

  root.addEventListener('click', ({ target }) => {
    release();
    const field = target as HTMLElement;
    if (!field.matches('textarea,input')) return;
    hold = new AbortController();
    const { signal } = hold;
    let times = 0;
    const takeBack = () => {
      const { activeElement, body } = document;
      // The focus is nowhere, for example, if a phone's keyboard was folded away.
      const isTaken = activeElement && activeElement !== body && !root.activeElement && document.hasFocus();
      if (signal.aborted || !isTaken) return;
      times += 1;
      // A press inside a frame fires no event outside.
      if (times > MOST_TIMES || activeElement.matches('iframe')) release();
      else focusUnheard(field);
    };
    const timer = setTimeout(release, HELD_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('pointerdown', release, { capture: true, signal });
    root.addEventListener('keydown', event => isPages(event as KeyboardEvent) && release(), { capture: true, signal });
    // Runs in a task of its own, when the page is done with the focus.
    root.addEventListener('focusout', () => setTimeout(takeBack), { signal });
    takeBack();
  });
  return release;
}

/** Focuses without an event for the page: otherwise the dialog would call the focus back once more. */
function focusUnheard(field: HTMLElement): void {
  const unheard = new AbortController();
  for (const type of ['focus', 'focusin', 'focusout'])
    addEventListener(type, event => event.stopImmediatePropagation(), { capture: true, signal: unheard.signal });
  focusStill(field);
  unheard.abort();
  // The chat has missed the event, too, so it gets one.
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}
