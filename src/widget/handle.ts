/**
 * The object that a host page holds: `window.Natter`, or the `handle` that mount() answers. Its face, and making one around a running widget.
 * What the methods do is mount.ts and the client; what stands in for it before the widget has come is stand-in.ts.
 */

import type { Chat, Custom, Handler, PublicEventName } from '../client/chat.ts';
import type { ChatState } from '../client/chat-state.ts';
import type { Settings } from './options.ts';
import { wordsOf } from './warn.ts';

/** Each of its functions may be taken off it. */
export interface NatterHandle {
  /** Opens the panel; the first time this starts the conversation. */
  open: () => void;
  /** Closes the panel; the conversation goes on. */
  close: () => void;
  /** Opens a closed panel and closes an open one. */
  toggle: () => void;
  /** Shows the launcher. */
  show: () => void;
  /** Hides the launcher; an open panel stays. */
  hide: () => void;
  /** Sends a message of the visitor's, starting the conversation if there is none. Blank texts are ignored. */
  send: (text: string) => void;
  /** Ends the conversation. */
  end: () => void;
  /** Starts a new conversation in place of the current one. */
  startNew: () => void;
  /** Ends the conversation and leaves nothing of it in this browser. */
  forget: () => void;
  /** The language, BCP 47; the empty string takes that choice back. One without words is English, with a warning (`unknown_language`). */
  setLocale: (tag: string) => void;
  /** `auto` follows the visitor's system. Anything else than the three changes nothing and warns (`invalid_setting`). */
  setTheme: (theme: Settings['theme']) => void;
  /**
   * Invites to chat with a bubble beside the launcher, 300 letters at most; the empty text takes it away. One that the visitor has dismissed stays
   * away, and while the panel is open there is none.
   */
  prompt: (text: string) => void;
  /**
   * Puts pairs of strings on every later message of this page (`metadata.custom`), in place of those before. Values that are no strings are
   * left out with a warning (`invalid_call`); `{}` or null clears. Kept nowhere: call it on every page load. It starts nothing.
   */
  identify: (pairs: Custom | null) => void;
  /** Takes the widget off the page: element, listeners, sockets and timers. Later calls do nothing and warn once. */
  destroy: () => void;
  /** Calls `handler` on every event of that name; the answer takes it off. `ready` is told to whoever comes late, too. */
  on: <K extends PublicEventName>(event: K, handler: Handler<K>) => () => void;
  /** Resolves with this object when the widget is on the page. */
  readonly ready: Promise<NatterHandle>;
  /**
   * A copy of the chat's state: changing it changes nothing. Of the script tag's, until the panel has been fetched, only what has a value
   * then: `connection` (its `status` and `phase`), `open`, `unread`, `messages`, `outbox`, `suggestions`, `party` and `draft`.
   */
  readonly state: ChatState;
}

/** What the methods act on besides the chat. */
export interface HandleControls {
  setVisible(visible: boolean): void;
  setLocale(tag: string): void;
  setTheme(theme: Settings['theme']): void;
  prompt(text: string): void;
  identify(pairs: Custom | null): void;
  dispose(): void;
  warn(code: string, message: string): void;
}

export function createHandle(chat: Chat, controls: HandleControls): NatterHandle {
  let destroyed = false;
  let warned = false;

  /** True while the widget lives; a call after that is answered by one warning in all. */
  function alive(): boolean {
    if (destroyed && !warned) {
      warned = true;
      controls.warn('destroyed', 'This chat is gone.');
    }
    return !destroyed;
  }

  /** Whoever comes late still hears it, once. */
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
    forget: () => alive() && chat.forget(),
    setLocale: tag => alive() && controls.setLocale(wordsOf(tag)),
    setTheme: theme => alive() && controls.setTheme(wordsOf(theme) as Settings['theme']),
    prompt: text => alive() && controls.prompt(text),
    identify: pairs => alive() && controls.identify(pairs),
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
    // A step later, because the object does not exist yet here.
    ready: Promise.resolve().then(() => handle),
    get state() {
      return structuredClone(chat.state.peek());
    },
  };
  return handle;
}
