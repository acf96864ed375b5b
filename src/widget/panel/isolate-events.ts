/**
 * Keeps typing, copying and scrolling in the chat away from the page. For the page all these events happen on `<natter-chat>`, which is no
 * text field. So its shortcuts, copy protection and smooth scrolling, which leave fields alone, would disturb the visitor; and a dialog
 * that traps the focus would never let it into the composer. Safari shows pressed buttons only if there is a touch listener.
 */

const TYPES = (
  'keydown keypress input copy cut paste selectstart contextmenu wheel focusin focusout ' +
  'touchstart touchmove touchend'
).split(' ');

/** Keys that a page may handle wherever they are pressed. */
const PAGES = /^(?:Escape|Tab|F\d+)$/;
/**
 * Keys that edit no text together with Ctrl or ⌘. Alt alone writes letters on many keyboards, and so does AltGr, which Windows reports as
 * Ctrl and Alt.
 */
const PAGES_HELD = /^[^acvxyz]$/i;
/** Keys that press a button. With the focus on the launcher, every other key keeps its meaning on the page. */
const PRESSES = /^(?: |Enter)$/;

/** Lasts as long as the root. A second call adds no listener. */
export function keepEvents(root: ShadowRoot): void {
  for (const type of TYPES) root.addEventListener(type, keep, { passive: true });
  root.addEventListener('keydown', press as EventListener, true);
  root.addEventListener('keyup', release as EventListener);
  root.addEventListener('mousedown', tellPressed);
}

/**
 * Passes a press on to the page, which may close its menus by it. Pages that prevent its default action would keep the focus out of the
 * composer, so they get a copy.
 */
function tellPressed(event: Event): void {
  const { button, buttons, clientX, clientY, detail, currentTarget } = event as MouseEvent;
  event.stopPropagation();
  (currentTarget as ShadowRoot).host.dispatchEvent(
    new MouseEvent('mousedown', { bubbles: true, composed: true, button, buttons, clientX, clientY, detail }),
  );
}

/** Keys that are down and were pressed in the chat: a page that receives a key's press must receive its release, and no other release. */
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
  // On keyboards without Latin letters, the key's number alone tells browsers and pages which shortcut it is.
  const edits = !PAGES_HELD.test(key) || /[ACVXYZ]/.test(String.fromCharCode(keyCode));
  return (ctrlKey || metaKey) && !edits && !event.getModifierState('AltGraph');
}
