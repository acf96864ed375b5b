/** Creates a running chat from settings, with the browser's own ports and without a user interface (that is mount.ts). */

import { browserPorts } from '../../browser/ports.ts';
import type { Chat } from '../../client/api/chat.ts';
import { createClient } from '../../client/client.ts';
import { createPageChat, type PageChat } from '../../client/hooks/with-before-send.ts';
import { shown } from '../../client/hooks/with-before-show.ts';
import { nameHint } from '../../ui/i18n/did-you-mean.ts';
import { EVENTS } from '../handle/event-names.ts';
import type { NatterHandle } from '../handle/handle.ts';
import type { ChatSettings, Settings, SettingsInput } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';
import { withSoundLists } from './checked-lists.ts';
import { readSettings } from './report-settings.ts';

/**
 * A chat without any user interface: signals to read, methods to call. No server is contacted before `open()`, `send()` or `startNew()`,
 * unless a stored conversation goes on. Wrong settings are reported in the console and replaced by their defaults.
 *
 * @throws Error with `code` `missing_broker` or `invalid_broker` if there is no usable broker address.
 */
export function createChat(input: ChatSettings): HeadlessChat {
  const chat = startChat(input);
  const headless = { ...chat, ...withoutWidget(), destroy: chat.dispose };
  return Object.assign(headless, { ready: Promise.resolve(headless) });
}

/** Creates the chat without the handle, for callers that add their own. */
export function startChat(input: ChatSettings): PageChat {
  const settings = requireSettings(input);
  if (settings.consent === 'required') warn('consent_not_asked', NO_SCREEN);
  const chat = createPageChat(chatFor(settings), settings, warn);
  return {
    ...chat,
    // Most likely these are metadata, one argument too early. No echo could ever match a message with such an id.
    send(text, id, metadata) {
      const isId = id === undefined || (typeof id === 'string' && id !== '');
      const given = id === '' ? 'the empty string' : typeof id;
      if (!isId) warn('invalid_call', `send() takes a string as its id, not ${given}. Sent under a new one.`);
      // A spread text would become a pair for each letter.
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

/** Methods that only a widget has. A page that calls one on a headless chat gets a warning. */
const OF_THE_WIDGET = ['show', 'hide', 'setLocale', 'setTheme', 'prompt'] as const;
type OfTheWidget = Pick<NatterHandle, (typeof OF_THE_WIDGET)[number]>;

function withoutWidget(): OfTheWidget {
  const refuse = (name: string) => [name, () => warn('no_widget', `${name}() needs the widget.`)];
  return Object.fromEntries(OF_THE_WIDGET.map(refuse));
}

/**
 * A chat without the widget has the widget's methods all the same: code that holds either can be one. `show`, `hide`, `setLocale`, `setTheme` and
 * `prompt` do nothing and warn (`no_widget`).
 */
export interface HeadlessChat extends PageChat, OfTheWidget {
  /** Resolves with this object: there is nothing to wait for. */
  readonly ready: Promise<Omit<HeadlessChat, 'ready'>>;
  /** Does the same as `dispose()`. */
  destroy: () => void;
}

/** Creates a chat without the page's hooks on the visitor's messages. Until `allowed` resolves it reads no storage and sends no request. */
export function chatFor(settings: Settings, allowed?: Promise<void>): Chat {
  const { broker, widgetId, remember, streaming, platform, keepAlive, trace, beforeShow } = settings;
  // Without a secure context browsers have no locks, by which tabs agree on the one that writes.
  if (globalThis.isSecureContext === false && remember !== 'nothing') warn('insecure_page', INSECURE);
  const { machine: _, ...chat } = createClient(
    { streaming, platform, keepAlive, ...(trace && { trace }) },
    browserPorts({ broker, widgetId, remember }, allowed),
  );
  const known = withKnownEvents(chat);
  return beforeShow ? shown(known, withSoundLists(beforeShow), warn) : known;
}

const NO_SCREEN = 'No consent is asked for: ask before you call open() or send().';

const INSECURE = 'Over http the conversation lives as long as the page. Use https.';

/** Returns validated settings, or throws; warnings go to the console. */
function requireSettings(input: SettingsInput): Settings {
  // Anything but an object has no broker, and other warnings would not help.
  const { settings, warnings } = readSettings(typeof input === 'object' ? { ...input } : {});
  const fatal = settings ? undefined : warnings.at(-1);
  for (const warning of warnings) if (warning !== fatal) warn(warning.code, warning.message);
  if (!settings) throw Object.assign(new Error(`Natter: ${fatal?.message}`), { code: fatal?.code });
  return settings;
}

const deaf = (): void => {};

/** Warns about listeners of an unknown event, and about listeners that are no functions. */
export function withKnownEvents(chat: Chat): Chat {
  return {
    ...chat,
    on(name, handler) {
      const given = wordsOf(name);
      if (!EVENTS.includes(name)) warn('unknown_event', `There is no event "${given}".${nameHint(given, EVENTS)}`);
      else if (typeof handler !== 'function')
        warn('invalid_call', `on("${given}") takes a function. Nothing was registered.`);
      else return chat.on(name, handler);
      return deaf;
    },
  };
}
