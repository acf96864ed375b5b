/**
 * Preact and signals for the engine's chunk, where the build puts this file in their place: the panel lends its own. Computed values of one
 * copy of signals do not follow signals of another, components of one copy of Preact cannot stand among those of another, and two beats
 * would draw in two frames what belongs into one. What is
 * taken from those packages behind the panel must be here and in lent.ts, or the build fails. None of it may be used while a file is
 * loaded: the loan comes after that.
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

/** Before the first signal is made and the first component drawn. Chats that were made with another panel's keep those. */
export function borrow(lent: Lent): void {
  ({ batch, computed, effect, signal, h, Fragment, hydrate, options } = lent);
  ({ useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, UiContext, onBeat } = lent);
}
