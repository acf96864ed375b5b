/** Changes to a conversation's record, used by all channels. */

import type { ConversationRecord } from './records.ts';

export function addUserTurn(record: ConversationRecord, at: number, userInput: string): void {
  const isSilence = userInput === '';
  record.turns.push({ userInput, userAt: at, agentResponse: '', agentAt: at, latency: null, isSilence });
}

/** Adds a text of the agent to the last turn. Several texts in one turn become one response, separated by an empty line. */
export function addAgentText(record: ConversationRecord, at: number, text: string): void {
  const turn = record.turns.at(-1);
  if (!turn) {
    record.turns.push({ userInput: '', userAt: at, agentResponse: text, agentAt: at, latency: null, isSilence: false });
  } else if (turn.agentResponse === '') {
    turn.agentResponse = text;
    turn.agentAt = at;
    if (turn.userInput !== '') turn.latency = (at - turn.userAt) / 1000;
  } else turn.agentResponse += `\n\n${text}`;
}

/** Stores the current state for the person or the host page that takes over. */
export function recordHandoff(
  record: ConversationRecord,
  at: number,
  { destination, reason }: { readonly destination: string; readonly reason: string },
): void {
  const { shared_id: sharedId, ...own } = record.state;
  record.handoff = {
    destination,
    reason,
    at,
    data: { handoff_to: destination, handoff_reason: reason, ...ownAttributes(own) },
    sharedId: typeof sharedId === 'string' || typeof sharedId === 'number' ? String(sharedId) : undefined,
  };
  record.state.handoff = { destination, reason };
}

/** Names that the platform itself writes into the state. All other names are the conversation's own attributes. */
const BUILT_IN = new Set([
  'from_',
  'to',
  'call_sid',
  'asr_lang_code',
  'tts_lang_code',
  'handoff',
  'handoff_to',
  'handoff_reason',
  'sip_headers',
  'external_event_id',
  'external_events',
  'bridge_duration_seconds',
  'call_duration_seconds',
]);

/** Returns the attributes, except those with the name of a platform's variable, because they would replace the variable in the state. */
export function ownAttributes(given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !BUILT_IN.has(name)));
}

/** Removes the state of a hand-off that failed. */
export function failHandoff(record: ConversationRecord): void {
  record.handoff = null;
  delete record.state.handoff;
}

export function endRecord(record: ConversationRecord, at: number): void {
  record.endedAt ??= at;
}
