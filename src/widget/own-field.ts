/**
 * A text field of the page's own, in the place of an inline chat: a visitor writes in it from the page's first moment, before any script has
 * come. The composer takes over what is written there, with the focus and the caret.
 */

import { styleFirst } from '../ui/focus.ts';

/** Who composes tells of it within this time. */
const SURE_MS = 1_000;

/** The one in `target`, marked as ours to take. */
const ownField = (target: Element | null) => target?.querySelector<HTMLTextAreaElement>('textarea[data-natter]');

/**
 * Has the composer take over from the field in `target`, if there is one: when it stands in `panel`, which may wait for the words of a language,
 * and not in the middle of what an input method composes. Where the panel has none to begin with, before a consent or when a conversation is
 * over, the field waits out of sight, and what stands in it nowhere else.
 */
export function takeOver(target: Element | null, panel: ParentNode & Node): void {
  const field = ownField(target);
  if (!field) return;
  /** Null until something has told whether it is so. */
  let composing = document.activeElement === field && field.value ? null : false;
  // A step behind the drawing; and what was composed is in the field only then.
  const soon = () => setTimeout(look);
  const watch = new MutationObserver(soon);
  function look(): void {
    const composer = panel.querySelector<HTMLTextAreaElement>('[part=input]');
    if (!composer && panel.querySelector('[role=dialog] > *')) field?.style.setProperty('display', 'none');
    if (composer && composing === false) styleFirst(composer, () => take(composer));
  }
  function take(composer: HTMLTextAreaElement): void {
    // Meanwhile something may be composed again, or all be drawn anew.
    if (composing !== false || !composer.isConnected) return;
    watch.disconnect();
    // Twice, or gone with its page's body.
    if (field?.isConnected) move(field, composer);
  }
  function tell({ type, isComposing }: Partial<InputEvent>): void {
    composing = type === 'compositionupdate' || Boolean(isComposing);
    if (!composing) soon();
  }
  for (const type of ['compositionupdate', 'compositionend', 'input', 'blur']) field.addEventListener(type, tell);
  setTimeout(() => composing ?? tell({}), SURE_MS);
  watch.observe(panel, { childList: true, subtree: true });
  soon();
}

function move(field: HTMLTextAreaElement, composer: HTMLTextAreaElement): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = field;
  // Behind what an earlier page load has left.
  const before = composer.value && `${composer.value}\n`;
  const isWriting = document.activeElement === field;
  if (value) {
    composer.value = before + value;
    composer.dispatchEvent(new Event('input', { bubbles: true }));
  }
  if (isWriting) {
    composer.focus({ preventScroll: true });
    composer.setSelectionRange(before.length + selectionStart, before.length + selectionEnd, selectionDirection);
  }
  field.remove();
}
