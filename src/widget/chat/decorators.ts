/**
 * The order in which a chat is decorated, from the client outwards. A call enters at the outermost decorator, state and events leave the client
 * through the innermost one. The client carries out calls and knows nothing of pages and panels.
 */

import type { Chat } from '../../client/api/chat.ts';
import { type PageChat, withBeforeSend } from '../../client/hooks/with-before-send.ts';
import { withBeforeShow } from '../../client/hooks/with-before-show.ts';
import { nameHint } from '../../ui/i18n/did-you-mean.ts';
import { EVENTS } from '../handle/event-names.ts';
import type { Settings } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import { alwaysOpen } from './always-open.ts';
import { withSoundLists } from './checked-lists.ts';
import { type GateParts, withConsent } from './consent-gate.ts';
import { untilSettled } from './until-settled.ts';

type Hooks = Partial<Pick<Settings, 'beforeSend' | 'beforeShow'>>;

/** Decorates a chat without the widget. */
export function decorateHeadless(client: Chat, settings: Hooks): PageChat {
  const page = withBeforeSend(withCheckedEvents(client, settings), settings.beforeSend, warn);
  // Outermost: `beforeSend` and its messages are given metadata, not texts in its place.
  return withCheckedCalls(page);
}

export interface WidgetChat {
  /** The chat for the panel, the launcher and the page's handle. */
  readonly chat: PageChat;
  /** Opens the panel, but not as a call of this page. */
  openItself(): void;
  /** Returns true if the chat is open, not its panel alone. */
  isBegun(): boolean;
  /** From now on the chat's own state counts as soon as it is settled (until-settled.ts). */
  asked(): void;
  /** Lets go of the signals that are followed. */
  stop(): void;
}

/** Decorates a chat for the widget. `opened` is told of the page's calls that open and close it. */
export function decorateForWidget(
  client: Chat,
  settings: Hooks & Pick<Settings, 'renderMode'>,
  consent: GateParts,
  opened: (open: boolean) => unknown,
): WidgetChat {
  // Shows calls that wait as they will be carried out, so it gets texts that `beforeSend` has changed.
  const settled = untilSettled(withCheckedEvents(client, settings));
  const page = withBeforeSend(settled, settings.beforeSend, warn);
  // Holds messages before `beforeSend` is called: a page gets no text that may never be sent.
  const gate = withConsent(page, consent);
  // Is open over the consent screen, too.
  const panel = settings.renderMode === 'floating' ? gate : alwaysOpen(gate);
  return {
    chat: { ...withOwnCalls(panel, opened), identify: page.identify },
    openItself: panel.open,
    isBegun: () => gate.state.peek().open,
    asked: settled.asked,
    stop: gate.stop,
  };
}

/** Decorates what the chat tells. Handlers are checked before `beforeShow` puts functions in their place. */
function withCheckedEvents(client: Chat, { beforeShow }: Hooks): Chat {
  return withKnownEvents(beforeShow ? withBeforeShow(client, withSoundLists(beforeShow), warn) : client);
}

/** Warns about arguments of other types than `send` and `setDraft` take, and omits them. */
function withCheckedCalls(chat: PageChat): PageChat {
  return {
    ...chat,
    // Most likely metadata, one place too early. A message with such an id would never be known to have arrived.
    send(text, id, metadata) {
      const isId = id === undefined || (typeof id === 'string' && id !== '');
      const given = id === '' ? 'the empty string' : typeof id;
      if (!isId) warn('invalid_call', `send() takes a string as its id, not ${given}. Sent under a new one.`);
      // Spread, a text would be as many pairs as it has letters.
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

/** Tells about the calls that open and close the chat. What other tabs and earlier page loads have opened was opened elsewhere. */
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

/** Warns about listeners of an unknown event, and about listeners that are no functions. */
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
