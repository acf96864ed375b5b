/**
 * A text field of the page's own, in the place of an inline chat: a visitor writes in it from the page's first moment, before any script has
 * come. The composer takes over what is written there, with the focus and the caret.
 */

/** The one in `target`, marked as ours to take. */
export const ownField = (target: Element | null) => target?.querySelector<HTMLTextAreaElement>('textarea[data-natter]');

/** Once the panel is drawn. Where there is no composer, before a consent, nothing is written down and the field only goes. */
export function takeOver(field: HTMLTextAreaElement, panel: ParentNode | null): void {
  const composer = panel?.querySelector('textarea');
  const { value, selectionStart, selectionEnd } = field;
  const isWriting = document.activeElement === field;
  if (composer) {
    // Behind what an earlier page load has left.
    const before = composer.value && `${composer.value}\n`;
    if (value) {
      composer.value = before + value;
      composer.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (isWriting) {
      composer.focus({ preventScroll: true });
      composer.setSelectionRange(before.length + selectionStart, before.length + selectionEnd);
    }
  }
  field.remove();
}
