/** The record of a call. The conversation begins with the agent's greeting. */

import { addAgentText } from '../store/changes.ts';
import { type ConversationRecord, newConversation } from '../store/records.ts';
import type { Core } from '../store/state.ts';
import { defaultVariant } from '../store/variants.ts';

const GREETING = 'Hello, this is Fern from Harbour & Pine. How can I help?';

interface NewCall {
  readonly at: number;
  readonly projectId: string;
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly state: Readonly<Record<string, unknown>>;
}

export function beginCallRecord(core: Core, { at, projectId, ...call }: NewCall): ConversationRecord {
  const id = `CONV-${core.settings.random.uuid()}`;
  const variant = defaultVariant(core, projectId, 'live');
  const place = { id, projectId, environment: 'live', startedAt: at, channel: 'VOICE-SIP' } as const;
  const record = newConversation({ ...place, ...variant, ...call });
  addAgentText(record, at, GREETING);
  core.records.add(record);
  return record;
}
