/**
 * Keeps the focus in a field of the chat that the visitor has just pressed. Otherwise a dialog of the page might take the focus back or, if the
 * press closes it, move the focus to the button that opened it.
 */

import { focusStill } from '../../ui/focus/focus.ts';
import { isPages } from './isolate-events.ts';

/** Milliseconds for which the focus is held: longer than a dialog takes to fade out, after which it moves the focus. */
const HELD_MS = 1_000;

/** Number of times that the focus is taken back after one press. After that the page gets it. */
const MOST_TIMES = 3;

/** Adds the listeners, which stay as long as the root exists. The returned function ends the hold of the last press. */
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
      // Does nothing if no element has the focus, for example after a phone's keyboard was closed.
      const isTaken = activeElement && activeElement !== body && !root.activeElement && document.hasFocus();
      if (signal.aborted || !isTaken) return;
      times += 1;
      // Gives up if a frame has the focus: the visitor may have pressed inside it, which fires no event here.
      if (times > MOST_TIMES || activeElement.matches('iframe')) release();
      else focusUnheard(field);
    };
    const timer = setTimeout(release, HELD_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('pointerdown', release, { capture: true, signal });
    root.addEventListener('keydown', event => isPages(event as KeyboardEvent) && release(), { capture: true, signal });
    // Runs after the page's script has moved the focus, and before the next key.
    root.addEventListener('focusout', () => queueMicrotask(takeBack), { signal });
    takeBack();
  });
  return release;
}

/** Focuses the field without an event for the page; otherwise the dialog would take the focus back again. */
function focusUnheard(field: HTMLElement): void {
  const unheard = new AbortController();
  for (const type of ['focus', 'focusin', 'focusout'])
    addEventListener(type, event => event.stopImmediatePropagation(), { capture: true, signal: unheard.signal });
  focusStill(field);
  unheard.abort();
  // Dispatches a separate event to the chat, which needs it.
  field.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
}
