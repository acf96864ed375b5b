/** Ids of expected external events. Each belongs to one conversation and is valid for an hour. */

import type { PlatformSettings } from '../model/options.ts';
import type { ConversationRecord } from './records.ts';

export interface ExpectedEvent {
  readonly conversationId: string;
  readonly expiresAt: number;
  arrived: boolean;
}

interface Core {
  readonly settings: PlatformSettings;
  readonly expectedEvents: Map<string, ExpectedEvent>;
}

const LIVES_MS = 3_600_000;

/** Makes an id for the conversation, and stores it in the conversation's state. */
export function expectEvent(core: Core, record: ConversationRecord | undefined, at: number): string {
  const id = `evt_${core.settings.random.uuid().replaceAll('-', '')}`;
  if (!record) return id;
  core.expectedEvents.set(id, { conversationId: record.id, expiresAt: at + LIVES_MS, arrived: false });
  record.state.external_event_id = id;
  return id;
}
