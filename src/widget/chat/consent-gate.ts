/** A chat that waits for the visitor's consent: its panel opens, and nothing else happens. Calls made meanwhile are carried out after it. */

import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { browserRandom } from '../../browser/clock.ts';
import type { Chat } from '../../client/api/chat.ts';
import { isBlank } from '../../client/api/is-blank.ts';
import { idleState } from '../handle/initial-state.ts';

export interface GatedChat extends Chat {
  /** Stops following signals. */
  stop(): void;
}

export interface GateParts {
  /** True while there is no consent. */
  readonly closed: ReadonlySignal<boolean>;
  /** Called when everything is forgotten, including the consent. */
  forgotten(): void;
  /** Called when the chat may begin. */
  begin(): void;
}

export function gated(chat: Chat, { closed, forgotten, begin }: GateParts): GatedChat {
  const open = signal(false);
  let held: (() => void)[] = [];

  /** Runs the call now, or after the visitor's consent, which is asked for at once. */
  function hold(run: () => void): void {
    if (closed.peek()) {
      held.push(run);
      open.value = true;
    } else run();
  }

  function drop(): void {
    held = [];
    open.value = false;
  }

  const stop = effect(() => {
    if (closed.value) return;
    begin();
    const [wasOpen, calls] = [open.peek(), held];
    batch(() => {
      drop();
      if (wasOpen) chat.open();
      for (const run of calls) run();
    });
  });

  return {
    ...chat,
    stop,
    state: computed(() => (closed.value ? { ...idleState(), open: open.value } : chat.state.value)),
    open() {
      if (closed.peek()) open.value = true;
      else chat.open();
    },
    close() {
      if (closed.peek()) open.value = false;
      else chat.close();
    },
    toggle() {
      if (closed.peek()) open.value = !open.peek();
      else chat.toggle();
    },
    send(text, id) {
      if (!closed.peek()) return chat.send(text, id);
      if (typeof text !== 'string' || isBlank(text)) return null;
      const own = id ?? browserRandom.uuid();
      hold(() => chat.send(text, own));
      return own;
    },
    startNew: () => hold(() => chat.startNew()),
    end() {
      if (closed.peek()) drop();
      else chat.end();
    },
    forget() {
      forgotten();
      drop();
      begin();
      chat.forget();
    },
  };
}
