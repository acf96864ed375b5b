/** Converts a record to the JSON of Conversations v1, v2 or v3. */

import type { ConversationWire, TurnWire } from '../../contract/families/conversations.ts';
import type { Dialect } from '../../contract/shape/route.ts';
import { accountIn, type Project } from '../store/projects.ts';
import type { ConversationRecord, TurnRecord } from '../store/records.ts';

export interface View {
  readonly version: 1 | 2 | 3;
  readonly dialect: Dialect;
  readonly project: Project;
  readonly withLatency: boolean;
  /** Milliseconds since 1970: durations of conversations in progress run up to now. */
  readonly now: number;
}

const iso = (at: number): string => new Date(at).toISOString();
const seconds = (ms: number): number => Math.max(0, Math.round(ms / 1000));

export function conversationJson(record: ConversationRecord, view: View): ConversationWire {
  const { project, dialect } = view;
  const empty = emptyText(view);
  const { total, platform } = durations(record, view.now);
  return {
    id: record.id,
    account_id: accountIn(dialect),
    project_id: project.id,
    environment: record.environment,
    started_at: iso(record.startedAt),
    channel: record.channel,
    in_progress: record.endedAt === null,
    variant_id: empty(record.variantId ?? ''),
    variant_name: empty(record.variantName ?? ''),
    from_number: empty(record.fromNumber),
    to_number: empty(record.toNumber),
    num_turns: record.turns.length,
    total_duration: total,
    polyai_duration: platform,
    handoff: record.handoff !== null,
    handoff_reason: empty(record.handoff?.reason ?? ''),
    handoff_destination: empty(record.handoff?.destination ?? ''),
    num_silences: record.turns.filter(each => each.isSilence).length,
    num_ood: 0,
    metrics: metricsOf(record, project, total),
    state: stateOf(record),
    turns: project.showsTranscripts ? record.turns.map(turn => turnJson(turn, view)) : [],
  };
}

/** Returns null instead of an empty text in v1. */
const emptyText =
  ({ version }: View) =>
  (text: string): string | null =>
    text === '' && version === 1 ? null : text;

function durations(record: ConversationRecord, now: number): { readonly total: number; readonly platform: number } {
  if (record.bridge) {
    const { callSeconds, bridgeSeconds } = record.bridge;
    return { total: callSeconds, platform: Math.max(0, callSeconds - bridgeSeconds) };
  }
  const end = record.endedAt ?? now;
  const platformEnd = Math.min(end, record.handoff?.at ?? end);
  return { total: seconds(end - record.startedAt), platform: seconds(platformEnd - record.startedAt) };
}

function turnJson(turn: TurnRecord, view: View): TurnWire {
  const empty = emptyText(view);
  const later = view.version > 1 ? { translated_user_input: '', english_agent_response: '' } : {};
  const latency = view.withLatency && turn.latency !== null ? { latency: turn.latency } : {};
  return {
    user_input: empty(turn.userInput),
    user_input_dtmf: empty(''),
    user_input_datetime: iso(turn.userAt),
    barge_in: false,
    agent_response: empty(turn.agentResponse),
    agent_response_datetime: iso(turn.agentAt),
    ...latency,
    ...later,
    intents: [],
    entities: view.dialect === 'poly' ? [] : {},
    is_ood: false,
    is_silence: turn.isSilence,
  };
}

/** Returns the state. Built-in names are always present, and empty if unknown. The conversation's own attributes cannot replace a call's numbers. */
function stateOf(record: ConversationRecord): Record<string, unknown> {
  return {
    call_sid: '',
    asr_lang_code: '',
    tts_lang_code: '',
    ...record.state,
    from_: record.fromNumber,
    to: record.toNumber,
  };
}

function metricsOf(record: ConversationRecord, project: Project, total: number): Record<string, string | string[]> {
  const written = new Map<string, readonly string[]>([
    ['CALL_TURN', record.turns.map(each => iso(each.agentAt))],
    ['CALL_IN_PROGRESS', [String(record.endedAt === null)]],
    ['CALL_COMPLETED', [String(record.endedAt !== null)]],
    ...(record.endedAt === null ? [] : [['CALL_DURATION', [String(total)]] as const]),
    ...(record.handoff
      ? [['HANDOFF_TO', [record.handoff.destination]] as const, ['HANDOFF_REASON', [record.handoff.reason]] as const]
      : []),
    ...record.metrics,
  ]);
  const { responseMetrics: shown } = project;
  const named = [...written].filter(([name, values]) => values.length > 0 && (shown === 'all' || shown.includes(name)));
  return Object.fromEntries(named.map(([name, values]) => [name, values.length > 1 ? [...values] : (values[0] ?? '')]));
}
