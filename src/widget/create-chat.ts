/** From settings to a running chat with the browser's own ports. No user interface: that is mount.ts. */

import { browserPorts } from '../browser/ports.ts';
import type { Chat } from '../client/chat.ts';
import { createClient } from '../client/client.ts';
import { readSettings, type Settings, type SettingsInput } from './options.ts';
import { warn } from './warn.ts';

/**
 * A chat without any user interface: signals to read, methods to call. Nothing is asked of any server before `open()` or `send()`.
 * Wrong settings are reported in the console and replaced by their defaults.
 *
 * @throws Error with `code` `missing_broker` or `invalid_broker` when there is no usable broker address.
 */
export function createChat(input: SettingsInput): Chat {
  return chatFor(requireSettings(input));
}

export function chatFor(settings: Settings): Chat {
  return createClient(
    { streaming: settings.streaming, platform: settings.platform, keepAlive: settings.keepAlive },
    browserPorts({ broker: settings.broker }),
  );
}

/** Validated settings for callers that cannot go on without; warnings go to the console. */
export function requireSettings(input: SettingsInput): Settings {
  const { settings, warnings } = readSettings({ ...input });
  const fatal = settings ? undefined : warnings.at(-1);
  for (const warning of warnings) if (warning !== fatal) warn(warning.code, warning.message);
  if (!settings) throw Object.assign(new Error(`Natter: ${fatal?.message}`), { code: fatal?.code });
  return settings;
}
