/**
 * The modules that the engine's chunk shares with the panel's. When the engine is built, this file takes their place (build/browser.mjs): it exports the
 * same names, which are empty until the panel hands over its own (lent.ts). There must be no second copy: computed values of one copy of signals
 * do not follow signals of another, components of one copy of Preact cannot stand among those of another, and two frame clocks (ui/beat.ts) would
 * draw in two frames what belongs into one. Some are here only because the panel has them anyway, which saves bytes.
 *
 * A name that the engine imports from these modules must be here and in lent.ts, or the build fails. None may be used while a module is being
 * loaded, because `borrow` is called after that.
 */

import type { Lent } from './lent.ts';

export let batch: Lent['batch'];
export let computed: Lent['computed'];
export let effect: Lent['effect'];
export let signal: Lent['signal'];
export let h: Lent['h'];
export let Fragment: Lent['Fragment'];
export let hydrate: Lent['hydrate'];
export let options: Lent['options'];
export let useContext: Lent['useContext'];
export let useEffect: Lent['useEffect'];
export let useLayoutEffect: Lent['useLayoutEffect'];
export let useMemo: Lent['useMemo'];
export let useRef: Lent['useRef'];
export let useState: Lent['useState'];
export let UiContext: Lent['UiContext'];
export let onBeat: Lent['onBeat'];
export let asking: Lent['asking'];
export let createEmitter: Lent['createEmitter'];
export let useLive: Lent['useLive'];
export let useSignal: Lent['useSignal'];
export let adoptStyles: Lent['adoptStyles'];
export let dropStyles: Lent['dropStyles'];
export let Avatar: Lent['Avatar'];
export let Button: Lent['Button'];
export let Link: Lent['Link'];
export let focusedBeside: Lent['focusedBeside'];
export let focusStill: Lent['focusStill'];
export let keepFocus: Lent['keepFocus'];
export let focusOnward: Lent['focusOnward'];

/** Before the first signal is made and the first component drawn. Chats that were made with another panel's keep those. */
export function borrow(lent: Lent): void {
  ({ batch, computed, effect, signal, h, Fragment, hydrate, options } = lent);
  ({ useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, UiContext, onBeat } = lent);
  ({
    asking,
    createEmitter,
    useLive,
    useSignal,
    adoptStyles,
    dropStyles,
    Avatar,
    Button,
    Link,
    focusedBeside,
    focusStill,
    keepFocus,
    focusOnward,
  } = lent);
}
