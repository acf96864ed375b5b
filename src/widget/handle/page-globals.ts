/** TypeScript declarations of the globals of a page that uses the script tag. Exported as `natter/global`. */

import type { Handler, PublicEventName } from '../../client/api/chat.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import type { SettingsInput } from '../settings/settings.ts';
import type { NatterHandle } from './handle.ts';

/**
 * `window.Natter`: the chat of the script tag, or the stub that queues calls until the script has arrived. The stub's methods return
 * nothing, and the stub has no `state`. `Natter.ready` resolves with the chat itself, which has a `state` and whose methods return values.
 */
export interface NatterGlobal extends Omit<NatterHandle, 'on' | 'state'> {
  /** Adds a handler for an event and returns a function that removes it; the stub returns nothing. */
  on: <K extends PublicEventName>(event: K, handler: Handler<K>) => (() => void) | undefined;
  /** A copy of the chat's state; undefined before the script has arrived. */
  readonly state?: ChatState | undefined;
  /** Calls that the stub has queued, `[method, ...arguments]`. The chat itself has none. */
  q?: [method: string, ...args: unknown[]][];
  /** Resolves the stub's `ready`. The chat itself has none. */
  r?(handle: NatterHandle): void;
}

declare global {
  interface Window {
    /** The chat of the script tag, or its stub; undefined before either has run. */
    Natter?: NatterGlobal | undefined;
    /** Settings of the script tag, which override its attributes. Read once, when the script runs. */
    NatterSettings?: SettingsInput | undefined;
  }
  /** The chat of the script tag, or its stub; undefined before either has run. */
  var Natter: NatterGlobal | undefined;
  /** Settings of the script tag, which override its attributes. Read once, when the script runs. */
  var NatterSettings: SettingsInput | undefined;
}
