/** Moves the focus: only on the visitor's own gesture, and never out of the panel. */

import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useIsOwnDoing } from '../context/hooks.ts';
import { byFinger } from './by-finger.ts';

/** Focuses without scrolling. */
export const focusStill = (element: HTMLElement | null | undefined): void => element?.focus({ preventScroll: true });

/** The focused element in the tree (document or shadow root) that `element` stands in. */
export function focusedBeside(element: HTMLElement): Element | null {
  return (element.getRootNode() as Document | ShadowRoot).activeElement;
}

/** Returns `document.activeElement`, or the focused element within it if it is a shadow host of the page's own. */
export function focusedOnPage(): HTMLElement | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused as HTMLElement | null;
}

/** Focuses the composer, or the end if the conversation is over; for a finger the panel. */
export function focusOnward(panel: Element | null | undefined): void {
  focusStill((!byFinger() && panel?.querySelector<HTMLElement>('textarea,.ended')) || (panel as HTMLElement | null));
}

/** Moves the focus to the place where the conversation goes on, when a pressed button disappears. */
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
 * For elements that come and go at the foot of the panel: takes the focus from the panel, and returns it when the element leaves with it. Without
 * this a keyboard user is thrown back to the top of the page when a conversation ends.
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
 * Computes the styles of the document around `element`, then runs `next` in another task. Focusing needs the styles and the layout of
 * everything that was rendered; the first time, each takes long.
 */
export function styleFirst(element: Element | null, next: () => void): void {
  if (element) getComputedStyle(element).getPropertyValue('color');
  setTimeout(next);
}

/** Moves the focus into a panel that the visitor's own gesture has opened: to the composer or, for a finger, to the panel itself. */
export function useFocusOnOpen(panel: RefObject<HTMLElement | null>, open: boolean): void {
  const isOwnDoing = useIsOwnDoing();
  const before = useRef<boolean | null>(null);
  useLayoutEffect(() => {
    const known = before.current !== null;
    before.current = open;
    // Browsers without userActivation: opening the panel later counts as a gesture, a panel that is open from the start does not.
    const gesture = (navigator.userActivation as UserActivation | undefined)?.isActive ?? known;
    const writesElsewhere = () => focusedOnPage()?.matches('input,textarea,select,iframe,[contenteditable]');
    const heir = () =>
      panel.current?.querySelector<HTMLElement>(byFinger() ? '.full-message-text' : 'textarea,.full-message-text') ??
      panel.current;
    // Checks again when the focus is moved, which may be some steps later.
    const take = () => writesElsewhere() || focusStill(heir());
    if (!open || !gesture || !isOwnDoing() || writesElsewhere()) return;
    if (known) take();
    else setTimeout(() => styleFirst(heir(), take));
  }, [open, panel]);
}
