/**
 * The handle, by which a host page controls the widget: `window.Natter`, or the `handle` that mount() returns. This file has its type, and creates it
 * for a running widget. Before the widget is loaded, early-api.ts provides a handle with the same methods.
 */

import type { Chat, Custom, Handler, PublicEventName } from '../../client/api/chat.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import type { Settings } from '../settings/options.ts';
import { wordsOf } from '../warn.ts';

/** The methods of a chat with the widget. Each works on its own: `const { open, send } = await Natter.ready`. */
export interface NatterHandle {
  /** Opens the panel. The first opening starts the conversation. */
  open: () => void;
  /** Closes the panel. The conversation continues. */
  close: () => void;
  /** Opens a closed panel and closes an open one. */
  toggle: () => void;
  /** Shows the launcher. */
  show: () => void;
  /** Hides the launcher. An open panel stays open. */
  hide: () => void;
  /** Sends a message as the visitor, and starts the conversation if there is none. Blank texts are ignored. */
  send: (text: string) => void;
  /** Ends the conversation. */
  end: () => void;
  /** Starts a new conversation in place of the current one. */
  startNew: () => void;
  /**
   * Asks `onContextRequired` for a new token, which replaces the earlier one, for example after the visitor has signed in. Does nothing before the
   * conversation begins: the function is called then. The event `context` has the outcome.
   */
  refreshContext: () => void;
  /** Ends the conversation and removes everything that this browser has stored of it, in all tabs. */
  forget: () => void;
  /**
   * Sets the language, as a BCP 47 tag, until the page is left. The empty string undoes this choice. If Natter does not have the language, it uses
   * English and warns (`unknown_language`).
   */
  setLocale: (tag: string) => void;
  /** Sets light or dark colours; `auto` follows the visitor's system. Any other value changes nothing and warns (`invalid_setting`). */
  setTheme: (theme: Settings['theme']) => void;
  /**
   * Shows a bubble beside the launcher, with a text of at most 300 characters. The empty string removes it. Does nothing without a launcher, while
   * the panel is open, or if the visitor has dismissed the same text on this page.
   */
  prompt: (text: string) => void;
  /**
   * Sends pairs of strings with every later message of this page (`metadata.custom`), in place of the pairs of an earlier call; `{}` or null clears
   * them. Values that are not strings are omitted with a warning (`invalid_call`). The pairs are not stored, so call this on every page load. It
   * starts no conversation.
   */
  identify: (pairs: Custom | null) => void;
  /**
   * Opens the panel with the card that asks for the visitor's number and has the platform call it. Warns (`not_offered`) if the broker places no
   * calls.
   */
  callMe: () => void;
  /** Takes the widget off the page: element, listeners, sockets and timers. Stored data stays. Later calls do nothing and warn once. */
  destroy: () => void;
  /**
   * Adds a handler for an event and returns a function that removes it. A handler that throws, or whose promise is rejected, is reported
   * (`handler_failed`) and harms nothing.
   */
  on: <K extends PublicEventName>(event: K, handler: Handler<K>) => () => void;
  /** Promise of this object, resolved when the widget is on the page. */
  readonly ready: Promise<NatterHandle>;
  /**
   * A copy of the chat's state; changing it changes nothing. Until the script tag's panel has been fetched, it has only `connection` (`status` and
   * `phase`), `open`, `unread`, `messages`, `outbox`, `earlier`, `suggestions`, `party` and `draft`.
   */
  readonly state: ChatState;
}

/** Controls for the methods that act on more than the chat. */
export interface HandleControls {
  setVisible(visible: boolean): void;
  setLocale(tag: string): void;
  setTheme(theme: Settings['theme']): void;
  prompt(text: string): void;
  identify(pairs: Custom | null): void;
  callMe(): void;
  dispose(): void;
  warn(code: string, message: string): void;
}

export function createHandle(chat: Chat, controls: HandleControls): NatterHandle {
  let destroyed = false;
  let warned = false;

  /** Returns true until the widget is destroyed. After that, the first call prints a warning. */
  function alive(): boolean {
    if (destroyed && !warned) {
      warned = true;
      controls.warn('destroyed', 'This chat is gone.');
    }
    return !destroyed;
  }

  /** Calls a handler once, even one that is added late. */
  function onReady(handler: Handler<'ready'>): () => void {
    let wanted = true;
    handle.ready
      .then(() => (wanted && !destroyed ? handler({}) : undefined))
      .catch(error => controls.warn('handler_failed', `A handler of "ready" threw: ${wordsOf(error)}`));
    return () => {
      wanted = false;
    };
  }

  const handle: NatterHandle = {
    open: () => alive() && chat.open(),
    close: () => alive() && chat.close(),
    toggle: () => alive() && chat.toggle(),
    show: () => alive() && controls.setVisible(true),
    hide: () => alive() && controls.setVisible(false),
    send: text => alive() && chat.send(text),
    end: () => alive() && chat.end(),
    startNew: () => alive() && chat.startNew(),
    refreshContext: () => alive() && chat.refreshContext(),
    forget: () => alive() && chat.forget(),
    setLocale: tag => alive() && controls.setLocale(wordsOf(tag)),
    setTheme: theme => alive() && controls.setTheme(wordsOf(theme) as Settings['theme']),
    prompt: text => alive() && controls.prompt(text),
    identify: pairs => alive() && controls.identify(pairs),
    callMe: () => alive() && controls.callMe(),
    on(event, handler) {
      if (!alive()) return () => {};
      if (typeof handler !== 'function') {
        controls.warn('invalid_call', `on("${wordsOf(event)}") takes a function. Nothing was registered.`);
        return () => {};
      }
      return event === 'ready' ? onReady(handler as Handler<'ready'>) : chat.on(event, handler);
    },
    destroy() {
      if (!alive()) return;
      destroyed = true;
      controls.dispose();
    },
    // Resolves in a microtask, because `handle` does not exist yet.
    ready: Promise.resolve().then(() => handle),
    get state() {
      return structuredClone(chat.state.peek());
    },
  };
  return handle;
}
