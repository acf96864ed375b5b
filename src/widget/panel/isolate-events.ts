/**
 * Keeps typing, copying and scrolling in the chat away from the page. A page sees all these events on `<natter-chat>`, which is not a text
 * field. The page's shortcuts, copy protection and smooth scrolling, which usually ignore text fields, would therefore disturb the visitor, and
 * a dialog with a focus trap would never let the focus into the composer. The touch listeners also make Safari show pressed buttons.
 */

const TYPES = (
  'keydown keypress input copy cut paste selectstart contextmenu wheel focusin focusout ' +
  'touchstart touchmove touchend'
).split(' ');

/** Keys that the page may handle even if they are pressed in the chat. */
const PAGES = /^(?:Escape|Tab|F\d+)$/;
/**
 * Keys that, with Ctrl or ⌘, are not editing commands such as copy, so the page may handle them. Alt is not among these modifiers, because Alt and
 * AltGr (on Windows: Ctrl and Alt) write letters on many keyboards.
 */
const PAGES_HELD = /^[^acvxyz]$/i;
/** Keys that press a button. If the launcher has the focus, the page may handle all other keys. */
const PRESSES = /^(?: |Enter)$/;

/** Adds the listeners, which stay as long as the root exists. A second call adds none. */
export function keepEvents(root: ShadowRoot): void {
  for (const type of TYPES) root.addEventListener(type, keep, { passive: true });
  root.addEventListener('keydown', press as EventListener, true);
  root.addEventListener('keyup', release as EventListener);
  root.addEventListener('mousedown', tellPressed);
}

/**
 * Dispatches a copy of a press to the page, which may have menus to close. The page does not get the event itself: if it prevented the default
 * action, the composer would not get the focus.
 */
function tellPressed(event: Event): void {
  const { button, buttons, clientX, clientY, detail, currentTarget } = event as MouseEvent;
  event.stopPropagation();
  (currentTarget as ShadowRoot).host.dispatchEvent(
    new MouseEvent('mousedown', { bubbles: true, composed: true, button, buttons, clientX, clientY, detail }),
  );
}

/** Keys that were pressed in the chat and are still down. The page must not receive their release, because it has not received the press. */
const held = new Set<string>();

function press({ code }: KeyboardEvent): void {
  held.add(code);
}

function release(event: KeyboardEvent): void {
  if (held.delete(event.code)) event.stopPropagation();
}

function keep(event: Event): void {
  if (!(event instanceof KeyboardEvent && isPages(event))) event.stopPropagation();
  else if (event.type === 'keydown') held.delete(event.code);
}

/** Returns true if the page may handle the key although it was pressed in the chat. */
export function isPages(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, keyCode, target } = event;
  if (PAGES.test(key)) return true;
  if ((target as Element).matches('.launcher')) return !PRESSES.test(key);
  // Uses `keyCode`, because on keyboards without Latin letters nothing else identifies the shortcut.
  const edits = !PAGES_HELD.test(key) || /[ACVXYZ]/.test(String.fromCharCode(keyCode));
  return (ctrlKey || metaKey) && !edits && !event.getModifierState('AltGraph');
}
