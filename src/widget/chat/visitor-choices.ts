/**
 * Stores the visitor's choices (ui/context/visitor-choices.ts) in localStorage, or in sessionStorage if the conversation is stored there. Writes
 * nothing before the first choice. `Natter.forget()` removes the choices, even before this file is loaded (browser/marker.ts).
 */

import { signal } from '@preact/signals-core';
import { choicesKey } from '../../browser/marker.ts';
import type { ChoiceBook, Choices } from '../../ui/context/visitor-choices.ts';
import type { Settings } from '../settings/options.ts';

export interface KeptChoices extends ChoiceBook {
  forget(): void;
  stop(): void;
}

type Where = Pick<Settings, 'broker' | 'widgetId' | 'remember'>;

/** Creates the choices, and keeps them in sync between tabs: consent in one tab counts in all. */
export function createChoices(where: Where): KeptChoices {
  const now = signal(readChoices(where));
  const listening = new AbortController();
  const name = choicesKey(where.broker, where.widgetId);
  /** False after a choice could not be stored. Choices then last only as long as the page. */
  let isKept = where.remember !== 'nothing';
  /** Reads the choices again. Also runs when the page returns from the back/forward cache, because it receives no events there. */
  const reread = ({ key = name, persisted = true }: Partial<StorageEvent & PageTransitionEvent>) => {
    // A null key means that the whole storage was cleared.
    if (isKept && persisted && (key === name || key === null)) now.value = readChoices(where);
  };
  // Adds the listeners later, because the first access to the browser's storage takes longer than rendering the panel.
  setTimeout(() => {
    addEventListener('storage', reread, listening);
    addEventListener('pageshow', reread, listening);
  });
  // Storage events reach only other pages. Other chats on this page are notified by an event named after the stored item.
  const told = name + where.remember;
  addEventListener(
    told,
    event => {
      now.value = (event as CustomEvent<Choices>).detail;
    },
    listening,
  );

  function write(next: Choices): void {
    now.value = next;
    try {
      const items = placeOf(where);
      const text = JSON.stringify(next);
      if (text === '{}') items?.removeItem(name);
      else items?.setItem(name, text);
    } catch {
      isKept = false;
    }
    try {
      dispatchEvent(new CustomEvent(told, { detail: next }));
    } catch {
      // Ignores pages that have replaced the Event classes by their own.
    }
  }

  return {
    now,
    set: change => write({ ...now.peek(), ...change }),
    forget: () => write({}),
    stop: () => listening.abort(),
  };
}

/** Reads the choices. A damaged or foreign item counts as no choice. */
export function readChoices(where: Where): Choices {
  try {
    const { consent, sound, language, wide, rated, feedback } = JSON.parse(
      // Uses a default, because usually nothing is stored, and an exception would be slow.
      placeOf(where)?.getItem(choicesKey(where.broker, where.widgetId)) ?? '{}',
    );
    return {
      ...(typeof consent?.version === 'string' && { consent }),
      ...(typeof sound === 'boolean' && { sound }),
      ...(typeof language === 'string' && { language }),
      ...(wide === true && { wide }),
      ...(typeof rated === 'string' && { rated }),
      ...(typeof feedback === 'object' && { feedback }),
    };
  } catch {
    return {};
  }
}

/** Returns the storage of the choices. Throws if the browser denies access. */
function placeOf({ remember }: Where): Storage | undefined {
  if (remember === 'nothing') return undefined;
  return remember === 'session' ? sessionStorage : localStorage;
}
