/** Moves the focus: only on the visitor's own gesture, and never out of the panel. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useIsOwnDoing } from '../context/hooks.ts';
import { byFinger } from './by-finger.ts';

/** Focuses without scrolling. */
export const focusStill = (element: HTMLElement | null | undefined): void => element?.focus({ preventScroll: true });

/** Returns the focused element of the tree (document or shadow root) that contains `element`. */
export function focusedBeside(element: HTMLElement): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement;
}

/** Returns the focused element of the page, including those in shadow roots. */
export function focusedOnPage(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused as HTMLElement | null;
}

/** Focuses the composer, or the bar that replaces it when the conversation is over. On touch screens focuses the panel. */
export function focusOnward(panel: Element | null | undefined): void {
  focusStill((!byFinger() && panel?.querySelector<HTMLElement>('textarea,.ended')) || (panel as HTMLElement | null));
}

/** Calls `focusOnward` when a focused button disappears. */
export function useHeir(button: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = button.current;
    const panel = own?.closest<HTMLElement>('.panel');
    return () => {
      if (own && own === focusedBeside(own)) focusOnward(panel);
    };
  }, []);
}

/**
 * Used for elements that appear and disappear at the foot of the panel. Moves the focus from the panel to the new element, and back to the panel
 * when a focused element is removed. Otherwise a keyboard user would end up at the top of the page when a conversation ends.
 */
export function keepFocus(element: HTMLElement | null): (() => void) | undefined {
  const panel = element?.closest<HTMLElement>('.panel');
  if (!element || !panel) return undefined;
  if (focusedBeside(element) === panel) focusStill(element);
  return () => {
    if (element.contains(focusedBeside(panel))) focusStill(panel);
  };
}

/**
 * Computes styles now, and runs `next`, which moves the focus, in another task. Focusing needs the styles and the layout of everything that was
 * rendered. Both take long the first time; in two tasks they block the page less.
 */
export function styleFirst(element: Element | null, next: () => void): void {
  if (element) getComputedStyle(element).getPropertyValue('color');
  setTimeout(next);
}

/** Moves the focus into a panel that a gesture of the visitor has opened: to the composer or, on touch screens, to the panel itself. */
export function useFocusOnOpen(panel: RefObject<HTMLElement | null>, open: boolean): void {
  const isOwnDoing = useIsOwnDoing();
  const before = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    const known = before.current !== null;
    before.current = open;
    // In browsers without userActivation, opening the panel counts as a gesture, but a panel that is open from the start does not.
    const gesture = (navigator.userActivation as UserActivation | undefined)?.isActive ?? known;
    const writesElsewhere = () => focusedOnPage()?.matches('input,textarea,select,iframe,[contenteditable]');
    const heir = () =>
      panel.current?.querySelector<HTMLElement>(byFinger() ? '.full-message-text' : 'textarea,.full-message-text') ??
      panel.current;
    // Checks again, because the visitor may have begun to write elsewhere since the panel opened.
    const take = () => writesElsewhere() || focusStill(heir());
    if (!open || !gesture || !isOwnDoing() || writesElsewhere()) return;
    if (known) take();
    else setTimeout(() => styleFirst(heir(), take));
  }, [open, panel]);
}
