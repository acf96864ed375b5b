/**
 * Keeps what the visitor has decided (ui/choices.ts): in localStorage, or in sessionStorage where the conversation is kept no longer than
 * that. Nothing is written before there is a decision; Natter.forget() removes it, also before this file has come (marker.ts).
 */

import { signal } from '@preact/signals-core';
import { choicesKey } from '../browser/marker.ts';
import type { ChoiceBook, Choices } from '../ui/choices.ts';
import type { Settings } from './options.ts';

export interface KeptChoices extends ChoiceBook {
  forget(): void;
  stop(): void;
}

type Where = Pick<Settings, 'broker' | 'widgetId' | 'remember'>;

/** Follows other tabs, too: who agrees in one has agreed in all. */
export function createChoices(where: Where): KeptChoices {
  const now = signal(readChoices(where));
  const listening = new AbortController();
  const onStorage = ({ key }: StorageEvent) => {
    // Null: somebody has cleared all of it.
    if (key === choicesKey(where.broker, where.widgetId) || key === null) now.value = readChoices(where);
  };
  // To listen wakes the browser's storage, which takes longer than all else here: not while the panel is to be drawn.
  if (where.remember === 'conversation')
    setTimeout(() => globalThis.addEventListener?.('storage', onStorage, listening));

  function write(next: Choices, text?: string): void {
    now.value = next;
    try {
      const items = placeOf(where);
      const key = choicesKey(where.broker, where.widgetId);
      if (text) items?.setItem(key, text);
      else items?.removeItem(key);
    } catch {
      // Denied or full: it holds as long as the page.
    }
  }

  return {
    now,
    set(change) {
      const next = { ...now.peek(), ...change };
      write(next, JSON.stringify(next));
    },
    forget: () => write({}),
    stop: () => listening.abort(),
  };
}

/** What was written here and is none, or damaged, counts as no decision. */
export function readChoices(where: Where): Choices {
  try {
    const { consent, sound, language, rated } = JSON.parse(
      // Most often there is nothing, and to find that out by a failure is slow.
      placeOf(where)?.getItem(choicesKey(where.broker, where.widgetId)) ?? '{}',
    );
    return {
      ...(typeof consent?.version === 'string' && { consent }),
      ...(typeof sound === 'boolean' && { sound }),
      ...(typeof language === 'string' && { language }),
      ...(typeof rated === 'string' && { rated }),
    };
  } catch {
    return {};
  }
}

/** Throws where the browser denies it. */
function placeOf({ remember }: Where): Storage | undefined {
  if (remember === 'nothing') return undefined;
  return remember === 'session' ? sessionStorage : localStorage;
}
