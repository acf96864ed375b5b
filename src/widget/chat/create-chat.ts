/** Creates a running chat from settings, in a browser and without a user interface. mount.ts adds the user interface. */

import { browserPorts } from '../../browser/ports.ts';
import type { Chat } from '../../client/api/chat.ts';
import { createClient } from '../../client/client.ts';
import type { PageChat } from '../../client/hooks/with-before-send.ts';
import type { NatterHandle } from '../handle/handle.ts';
import { brokerTrouble } from '../settings/broker-url.ts';
import { acceptSettings, type ChatSettings, type Settings, type SettingsInput } from '../settings/options.ts';
import { warn } from '../warn.ts';
import { checkSettings } from './check-settings.ts';
import { decorateHeadless } from './decorators.ts';

/**
 * Creates a chat without a user interface: signals to read, and methods to call. It contacts no server before `open()`, `send()` or `startNew()`,
 * except to continue a stored conversation. Wrong settings are reported in the console and replaced by their defaults.
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
const OF_THE_WIDGET = ['show', 'hide', 'setLocale', 'setTheme', 'prompt', 'callMe'] as const;
type OfTheWidget = Pick<NatterHandle, (typeof OF_THE_WIDGET)[number]>;

function withoutWidget(): OfTheWidget {
  const refuse = (name: string) => [name, () => warn('no_widget', `${name}() needs the widget.`)];
  return Object.fromEntries(OF_THE_WIDGET.map(refuse));
}

/**
 * A chat without the widget. It also has the widget's methods, so that the same code can use both; but `show`, `hide`, `setLocale`, `setTheme`, `prompt`
 * and `callMe` do nothing and warn (`no_widget`).
 */
export interface HeadlessChat extends PageChat, OfTheWidget {
  /** Resolves with this object at once. */
  readonly ready: Promise<Omit<HeadlessChat, 'ready'>>;
  /** Does the same as `dispose()`. */
  destroy: () => void;
}

/** Creates the innermost chat (decorators.ts). Until `allowed` resolves it reads no storage and sends no request. */
export function clientFor(settings: Settings, allowed?: Promise<void>): Chat {
  const { streaming, platform, keepAlive, remember, transport, trace } = settings;
  // Without a secure context browsers have no locks, by which tabs agree on the one that writes.
  if (globalThis.isSecureContext === false && remember !== 'nothing') warn('insecure_page', INSECURE);
  const { machine: _, ...chat } = createClient(
    { streaming, platform, keepAlive, transport, ...(trace && { trace }) },
    browserPorts(settings, allowed),
  );
  return chat;
}

const NO_SCREEN = 'No consent is asked for: ask before you call open() or send().';

const INSECURE = 'Over http the conversation lives as long as the page. Use https.';

/** Returns validated settings, or throws; warnings go to the console. */
function requireSettings(input: SettingsInput): Settings {
  // Reads a value that is not an object as empty settings. The only error is then the missing broker.
  const source = typeof input === 'object' ? { ...input } : {};
  const accepted = acceptSettings(source);
  const { settings, values } = accepted;
  const { code, message } = brokerTrouble(values.broker);
  void checkSettings({ source, accepted }).then(warnings => {
    for (const each of warnings) if (settings || each.code !== code) warn(each.code, each.message);
  });
  if (!settings) throw Object.assign(new Error(`Natter: ${message}`), { code });
  return settings;
}
