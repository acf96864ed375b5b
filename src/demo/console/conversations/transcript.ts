/** Figures and texts of one conversation, and the ways to find it and to take it along. */

import type { Conversation } from '../../../entries/platform.ts';
import { type ConsolePort, ENVIRONMENTS } from '../kit/port.ts';

export interface LatencyFigures {
  readonly count: number;
  readonly median: number;
  readonly p95: number;
  readonly longest: number;
}

/** Returns the figures over all turns with a latency, in seconds, by nearest rank as the platform's alerts; null without any. */
export function latencyFigures({ turns = [] }: Pick<Conversation, 'turns'>): LatencyFigures | null {
  const all = turns.flatMap(turn => (typeof turn.latency === 'number' ? [turn.latency] : [])).sort((a, b) => a - b);
  const rank = (share: number): number => all[Math.max(0, Math.ceil(share * all.length) - 1)] ?? 0;
  return all.length === 0 ? null : { count: all.length, median: rank(0.5), p95: rank(0.95), longest: rank(1) };
}

/**
 * Finds a conversation. The platform has no call for one record, so the start, if it is known, narrows the search to one instant; otherwise
 * all environments are read.
 */
export async function findConversation(
  { platform }: Pick<ConsolePort, 'platform'>,
  id: string,
  { env, at }: Readonly<Record<string, string>>,
): Promise<Conversation | null> {
  const given = ENVIRONMENTS.filter(each => each === env);
  const start = Date.parse(at ?? '');
  const range = Number.isNaN(start)
    ? {}
    : { start_time: new Date(start).toISOString(), end_time: new Date(start + 1).toISOString() };
  for (const client_env of given.length > 0 ? given : ENVIRONMENTS) {
    for await (const each of platform.conversations.all({ client_env, include_latency: true, ...range }))
      if (each.id === id) return each;
  }
  return null;
}

/** Returns the visitor's messages in order. */
export const userTexts = ({ turns = [] }: Pick<Conversation, 'turns'>): readonly string[] =>
  turns.flatMap(turn => (turn.user_input ? [turn.user_input] : []));

/** Returns the address of the test bench that says all of it again, to the emulator's agent. */
export function benchLink(conversation: Conversation): string {
  const params = new URLSearchParams(userTexts(conversation).map(text => ['say', text]));
  return `/?${params}#bench`;
}

/** The record as a file for tests: what was said, measured and stored. */
export function fixtureOf(conversation: Conversation): string {
  const { id, channel, environment, variant_id, turns = [], state, metrics, handoff } = conversation;
  const { handoff_destination: destination, handoff_reason: reason } = conversation;
  const fixture = {
    id,
    channel,
    environment,
    variant_id,
    started_at: conversation.started_at,
    duration_seconds: conversation.total_duration,
    turns: turns.map(({ user_input, agent_response, latency }) => ({ user_input, agent_response, latency })),
    ...(handoff ? { handoff: { destination, reason } } : {}),
    state,
    metrics,
  };
  return `${JSON.stringify(fixture, null, 2)}\n`;
}
