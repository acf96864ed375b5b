/** Loads what a panel shows, and draws the states that all panels share: loading, empty and failed. */

import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { PlatformError } from '../../../entries/platform.ts';

export interface Asked<T> {
  /** The latest value; undefined before the first answer. Stays while the next one is loaded. */
  readonly value: T | undefined;
  /** The sentence of the latest failure; empty if there was none. */
  readonly problem: string;
  readonly isLoading: boolean;
  /** Loads again. */
  reload(): void;
}

/**
 * Calls `load` at first, whenever `key` changes, and every `everyMs` while the page is visible. Answers to an older key are ignored.
 * A changed key forgets the value.
 */
export function useAsk<T>(key: string, load: () => Promise<T>, everyMs = 0): Asked<T> {
  const [state, setState] = useState<{ key: string; value?: T; problem: string; isLoading: boolean }>({
    key,
    problem: '',
    isLoading: true,
  });
  const latest = useRef({ load, call: 0 });
  latest.current.load = load;
  const run = () => {
    const call = ++latest.current.call;
    setState(before => ({ ...(before.key === key ? before : { problem: '' }), key, isLoading: true }));
    latest.current.load().then(
      value => call === latest.current.call && setState({ key, value, problem: '', isLoading: false }),
      error =>
        call === latest.current.call &&
        setState(before => ({ ...before, key, problem: problemOf(error), isLoading: false })),
    );
  };
  useEffect(() => {
    run();
    const timer = everyMs > 0 ? setInterval(() => document.visibilityState === 'visible' && run(), everyMs) : undefined;
    return () => {
      latest.current.call += 1;
      clearInterval(timer);
    };
  }, [key, everyMs]);
  const isCurrent = state.key === key;
  return {
    value: isCurrent ? state.value : undefined,
    problem: isCurrent ? state.problem : '',
    isLoading: !isCurrent || state.isLoading,
    reload: run,
  };
}

/** Returns the sentence of a failure. Leaves out the name of the client's method and of its options, which say nothing to a reader of the console. */
export function problemOf(error: unknown): string {
  if (error instanceof PlatformError && error.code === 'no_answer')
    return 'The demo did not answer. Is it still running?';
  if (error instanceof PlatformError && error.code === 'invalid_input' && error.fields.length > 0)
    return `Not sent: ${error.fields.map(({ field, message }) => `${field}: ${message}`).join('; ')}`;
  return error instanceof Error && error.message ? error.message : 'The call failed.';
}

interface AskedViewProps<T> {
  readonly asked: Asked<T>;
  /** Shown instead of `children` if `isEmpty` returns true. */
  readonly empty?: ComponentChildren;
  readonly isEmpty?: (value: T) => boolean;
  readonly children: (value: T) => ComponentChildren;
}

/** Draws the value; or the skeleton, the failure with a way to try again, or the words for nothing. */
export function AskedView<T>({ asked, empty, isEmpty, children }: AskedViewProps<T>): JSX.Element {
  const { value, problem, isLoading, reload } = asked;
  return (
    <div class="asked" aria-busy={isLoading}>
      {problem && (
        <div class="problem" role="alert">
          <p>{problem}</p>
          <button type="button" onClick={reload}>
            Try again
          </button>
        </div>
      )}
      {value === undefined && !problem && (
        <div class="loading" role="status">
          <span class="visually-hidden">Loading…</span>
          <i class="bone" />
          <i class="bone" />
          <i class="bone" />
        </div>
      )}
      {value !== undefined && (isEmpty?.(value) ? <div class="empty">{empty}</div> : children(value))}
    </div>
  );
}

export interface Act {
  readonly words: string;
  readonly isProblem: boolean;
  readonly isBusy: boolean;
  /** Runs an action, and then shows the words that it returns, or the sentence of its failure. Ignored while another one runs. */
  run(action: () => Promise<string>): void;
}

export function useAct(): Act {
  const [state, setState] = useState({ words: '', isProblem: false, isBusy: false });
  const busy = useRef(false);
  return {
    ...state,
    run(action) {
      if (busy.current) return;
      busy.current = true;
      // Takes the words of the action before away, because they would stand beside this one, and equal words would not be announced again.
      setState({ words: '', isProblem: false, isBusy: true });
      const done = (words: string, isProblem: boolean) => {
        busy.current = false;
        setState({ words, isProblem, isBusy: false });
      };
      action().then(
        words => done(words, false),
        error => done(problemOf(error), true),
      );
    },
  };
}

/** The result of the latest action, announced to screen readers. */
export function ActStatus({ act }: { readonly act: Act }): JSX.Element {
  return (
    <p class={`act-status${act.isProblem ? ' failed' : ''}`} role="status">
      {act.words}
    </p>
  );
}
