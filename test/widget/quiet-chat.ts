/** A real client in a world where nothing ever answers; it counts what it asks of that world. */

import { expect } from 'vitest';
import type { Chat } from '../../src/client/api/chat.ts';
import type { Ports } from '../../src/client/api/ports.ts';
import { createClient } from '../../src/client/client.ts';
// Read before the first test that waits for it: a busy machine takes seconds.
import '../../src/widget/script-tag/application.ts';
import { readSettings } from '../../src/widget/chat/report-settings.ts';
import type { Settings } from '../../src/widget/settings/options.ts';

export interface QuietChat {
  readonly chat: Chat;
  readonly asked: { tokens: number; sockets: number; listeners: number };
}

/** `own` takes the place of ports that keep quiet. */
export function createQuietChat(own: Partial<Ports> = {}): QuietChat {
  const asked = { tokens: 0, sockets: 0, listeners: 0 };
  const never = new Promise<never>(() => {});
  let ids = 0;
  const ports: Ports = {
    clock: { now: () => 0, after: () => () => {} },
    random: { uuid: () => `id-${++ids}`, fraction: () => 0.5 },
    openSocket() {
      asked.sockets += 1;
      return { send: () => false, close() {} };
    },
    api: {
      fetchToken() {
        asked.tokens += 1;
        return never;
      },
      createSession: () => never,
      probe: () => never,
    },
    environment: {
      online: true,
      deviceType: 'desktop',
      subscribe() {
        asked.listeners += 1;
        return () => {
          asked.listeners -= 1;
        };
      },
    },
    log: { warn() {} },
    ...own,
  };
  return { chat: createClient({ streaming: true, platform: 'web' }, ports), asked };
}

/** Valid settings with a few of one's own. */
export function settingsWith(own: Record<string, unknown> = {}): Settings {
  const { settings } = readSettings({ broker: 'https://chat.example.com', ...own });
  if (!settings) throw new Error('These settings have no usable broker.');
  return settings;
}

/** Past all microtasks and the renderer's own queue. */
export async function settled(): Promise<void> {
  // A widget starts in steps, each of them a task of its own.
  for (let task = 0; task < 8; task++) await new Promise(resolve => setTimeout(resolve));
}

/** Has the widgets of these elements fetched, as a visitor does whose pointer comes to the launcher. */
export async function fetched(...hosts: readonly (Element | undefined)[]): Promise<void> {
  for (const host of hosts) host?.shadowRoot?.querySelector('.launcher')?.dispatchEvent(new Event('pointerenter'));
  for (const host of hosts) await expect.poll(() => host?.shadowRoot?.querySelector('[role=dialog]')).toBeTruthy();
  await settled();
}
