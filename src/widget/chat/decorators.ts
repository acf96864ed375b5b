/**
 * Defines the order in which a chat is decorated, from the client outwards. Calls pass the decorators from the outside in, state and events from
 * the inside out. The client itself does not know about pages and panels.
 */

import type { Chat } from '../../client/api/chat.ts';
import { type PageChat, withBeforeSend } from '../../client/hooks/with-before-send.ts';
import { withBeforeShow } from '../../client/hooks/with-before-show.ts';
import type { Gate } from '../../ui/context/ui-context.ts';
import { nameHint } from '../../ui/i18n/did-you-mean.ts';
import { EVENTS } from '../handle/event-names.ts';
import type { Settings } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import { alwaysOpen } from './always-open.ts';
import { withSoundLists } from './checked-lists.ts';
import { type GateParts, withGate } from './gate.ts';
import { untilSettled } from './until-settled.ts';

type Hooks = Partial<Pick<Settings, 'beforeSend' | 'beforeShow'>>;

/** Decorates a chat without the widget. */
export function decorateHeadless(client: Chat, settings: Hooks): PageChat {
  const page = withBeforeSend(withCheckedEvents(client, settings), settings.beforeSend, warn);
  // Checks calls first, so that `beforeSend` never receives a text as metadata.
  return withCheckedCalls(page);
}

export interface WidgetChat {
  /** The chat for the panel, the launcher and the page's handle. */
  readonly chat: PageChat;
  readonly gate: Gate;
  /** Opens the panel, without reporting it to `opened`. */
  openItself(): void;
  /** Returns true if the chat itself is open, not only the panel. */
  isBegun(): boolean;
  /** To be called when all waiting calls have been made (until-settled.ts). */
  asked(): void;
  /** Stops all effects. */
  stop(): void;
}

/** Decorates a chat for the widget. Calls `opened` whenever the page opens or closes the chat with a call. */
export function decorateForWidget(
  client: Chat,
  settings: Hooks & Pick<Settings, 'renderMode'>,
  parts: GateParts,
  opened: (open: boolean) => unknown,
): WidgetChat {
  // Inside `beforeSend`, because waiting messages must be shown with the text that the hook returned.
  const settled = untilSettled(withCheckedEvents(client, settings));
  const page = withBeforeSend(settled, settings.beforeSend, warn, () => parts.preChat.peek() || null);
  // Outside `beforeSend`, so that the hook gets no text before the consent.
  const gated = withGate(page, parts);
  // Outside the gate, so that the panel is open while it asks.
  const panel = settings.renderMode === 'floating' ? gated : alwaysOpen(gated);
  return {
    chat: { ...withOwnCalls(panel, opened), identify: page.identify },
    gate: gated.gate,
    openItself: panel.open,
    isBegun: () => gated.state.peek().open,
    asked: settled.asked,
    stop: gated.stop,
  };
}

/** Decorates the chat's events. Handlers are checked before `beforeShow` wraps them. */
function withCheckedEvents(client: Chat, { beforeShow }: Hooks): Chat {
  return withKnownEvents(beforeShow ? withBeforeShow(client, withSoundLists(beforeShow), warn) : client);
}

/** Warns about arguments of `send` and `setDraft` that have the wrong type, and omits them. */
function withCheckedCalls(chat: PageChat): PageChat {
  return {
    ...chat,
    // Drops a wrong id, because the echo of such a message could not be recognised. It is most likely metadata in the wrong place.
    send(text, id, metadata) {
      const isId = id === undefined || (typeof id === 'string' && id !== '');
      const given = id === '' ? 'the empty string' : typeof id;
      if (!isId) warn('invalid_call', `send() takes a string as its id, not ${given}. Sent under a new one.`);
      // Omits a text given as metadata, because each of its letters would become a pair.
      const isPairs = typeof metadata !== 'string';
      if (!isPairs) warn('invalid_call', 'send() takes an object of strings as metadata, not string. Left out.');
      return chat.send(text, isId ? id : undefined, isPairs ? metadata : undefined);
    },
    setDraft(text) {
      if (typeof text === 'string') chat.setDraft(text);
      else warn('invalid_call', `setDraft() takes a string, not ${typeof text}. Nothing was changed.`);
    },
  };
}

/** Reports the calls of this page that open and close the chat. */
function withOwnCalls(chat: Chat, tell: (open: boolean) => unknown): Chat {
  return {
    ...chat,
    open() {
      tell(true);
      chat.open();
    },
    toggle() {
      tell(true);
      chat.toggle();
    },
    close() {
      tell(false);
      chat.close();
    },
  };
}

/** Warns about listeners of an unknown event, and about listeners that are not functions. */
function withKnownEvents(chat: Chat): Chat {
  return {
    ...chat,
    on(name, handler) {
      const given = wordsOf(name);
      if (!EVENTS.includes(name)) warn('unknown_event', `There is no event "${given}".${nameHint(given, EVENTS)}`);
      else if (typeof handler !== 'function')
        warn('invalid_call', `on("${given}") takes a function. Nothing was registered.`);
      else return chat.on(name, handler);
      return () => {};
    },
  };
}
