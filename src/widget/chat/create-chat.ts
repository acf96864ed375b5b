/** Creates a running chat from settings, with the browser's own ports and without a user interface (that is mount.ts). */

import { browserPorts } from '../../browser/ports.ts';
import type { Chat } from '../../client/api/chat.ts';
import { createClient } from '../../client/client.ts';
import type { PageChat } from '../../client/hooks/with-before-send.ts';
import type { NatterHandle } from '../handle/handle.ts';
import type { ChatSettings, Settings, SettingsInput } from '../settings/options.ts';
import { warn } from '../warn.ts';
import { decorateHeadless } from './decorators.ts';
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
  return decorateHeadless(clientFor(settings), settings);
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

/** Creates the innermost chat (decorators.ts). Until `allowed` resolves it reads no storage and sends no request. */
export function clientFor(settings: Settings, allowed?: Promise<void>): Chat {
  const { broker, widgetId, remember, challenge, streaming, platform, keepAlive, trace } = settings;
  // Without a secure context browsers have no locks, by which tabs agree on the one that writes.
  if (globalThis.isSecureContext === false && remember !== 'nothing') warn('insecure_page', INSECURE);
  const { machine: _, ...chat } = createClient(
    { streaming, platform, keepAlive, ...(trace && { trace }) },
    browserPorts({ broker, widgetId, remember, challenge }, allowed),
  );
  return chat;
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
