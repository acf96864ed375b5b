/**
 * Stores the visitor's choices (ui/context/visitor-choices.ts): in localStorage, or in sessionStorage if the conversation is stored there. Nothing is written before
 * there is a choice. Natter.forget() removes them, even before this file is loaded (marker.ts).
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

/** Creates the choices, and follows those of other tabs: consent in one counts in all. */
export function createChoices(where: Where): KeptChoices {
  const now = signal(readChoices(where));
  const listening = new AbortController();
  const name = choicesKey(where.broker, where.widgetId);
  /** False once a choice could not be stored. It then holds as long as the page. */
  let isKept = where.remember !== 'nothing';
  /** Reads the choices again, also when the page returns from the back/forward cache, where it receives no events. */
  const reread = ({ key = name, persisted = true }: Partial<StorageEvent & PageTransitionEvent>) => {
    // A null key: all of the storage was cleared.
    if (isKept && persisted && (key === name || key === null)) now.value = readChoices(where);
  };
  // Listens later: the first listener wakes the browser's storage, which takes longer than drawing the panel.
  setTimeout(() => {
    addEventListener('storage', reread, listening);
    addEventListener('pageshow', reread, listening);
  });
  // Storage events reach other pages only. Other chats of this page listen to an event named after the stored item.
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
      // The page has replaced these classes by something else.
    }
  }

  return {
    now,
    set: change => write({ ...now.peek(), ...change }),
    forget: () => write({}),
    stop: () => listening.abort(),
  };
}

/** Reads the choices. A damaged or foreign item counts as no decision. */
export function readChoices(where: Where): Choices {
  try {
    const { consent, sound, language, rated } = JSON.parse(
      // Usually nothing is stored, and finding that out by an exception is slow.
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

/** Throws if the browser denies storage. */
function placeOf({ remember }: Where): Storage | undefined {
  if (remember === 'nothing') return undefined;
  return remember === 'session' ? sessionStorage : localStorage;
}
