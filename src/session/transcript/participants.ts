/**
 * Tracks the participants of a conversation and the state of the hand-off. Events name a person in full or by id only, and one of two people may
 * leave while the other stays.
 */

import type { AgentIdentity, ServerEvent, ServerEventType } from '../../protocol/events.ts';
import { NONE, present } from '../../protocol/json-fields.ts';
import type { Agent, Handoff, HandoffStage, TimelineItem } from './items.ts';

export type Person = Omit<AgentIdentity, 'agentId'>;

/** The latest name and picture of each person, by id. */
export type People = Map<string, Person>;

/** Returns the event, with the name and picture known for its agent id if it lacks them. Remembers new names and pictures. */
export function named(people: People, event: ServerEvent): ServerEvent {
  const { agentId, agentName, avatarUrl } = event as ServerEvent & AgentIdentity;
  if (agentId === undefined) return event;
  const known = people.get(agentId);
  // A fast path: nearly every event of a history has nothing new.
  if (known && known.agentName === agentName && known.avatarUrl === avatarUrl) return event;
  const full: ServerEvent & AgentIdentity = { ...known, ...event };
  people.set(agentId, present({ agentName: full.agentName, avatarUrl: full.avatarUrl }));
  return full;
}

/** Returns the people who are still present after a person has left: all with another name; nobody if no person of the given name had joined. */
export function staying(
  { present, items }: { readonly present: readonly Agent[]; readonly items: readonly TimelineItem[] },
  { agentName: name }: AgentIdentity,
): readonly Agent[] {
  const others = present.filter(each => each.name !== name);
  const came = (item: TimelineItem) => item.kind === 'mark' && item.mark === 'live-joined' && item.name === name;
  return name && (others.length < present.length || items.some(came)) ? others : NONE;
}

/** Returns true if the software agent has left and has sent nothing since. */
export function hasLeft(items: readonly TimelineItem[]): boolean {
  const last = items.findLast(item =>
    item.kind === 'mark' ? /^agent/.test(item.mark) : item.kind === 'message' && item.from === 'agent',
  );
  return last?.kind === 'mark' && last.mark === 'agent-left';
}

/** Returns the hand-off after the end of the conversation: a queue and a person are gone, but a hand-off to the page stays. */
export function afterEnd(handoff: Handoff | null): Handoff | null {
  if (/asked|accepted|queue/.test(handoff?.stage ?? '')) return null;
  return handoff?.stage === 'joined' ? { stage: 'left' } : handoff;
}

/**
 * Returns true for an item that says that no person is coming. The platform may say so twice, in a notice and in an event; only one of them is shown.
 */
export const saysNobodyComes = (item: TimelineItem | undefined): boolean =>
  item?.kind === 'notice' ? isNobody(item.code) : item?.kind === 'mark' && /-(?:failed|timeout)/.test(item.mark);

/** Returns true for the error codes that say that no person came. All of them, and no others, begin with `handoff`. */
export const isNobody = (code = ''): boolean => code.startsWith('handoff');

/** Returns true if the event repeats the one before it. A queue status never counts as a repetition. */
export function isRepeated(event: ServerEvent, before: ServerEvent | undefined): boolean {
  const whom = (each: ServerEvent) => {
    const { agentId, agentName, queueName, route } = each as ServerEvent & AgentIdentity & Partial<Handoff>;
    return `${[agentId, agentName, queueName, route]}`;
  };
  return event.type !== 'HANDOFF_QUEUE_STATUS' && event.type === before?.type && whom(event) === whom(before);
}

/** Stage of the hand-off after each event. */
export const STAGES = {
  AGENT_TRIGGERED_HANDOFF: 'asked',
  HANDOFF_ACCEPTED: 'accepted',
  HANDOFF_QUEUE_STATUS: 'queue',
  HANDOFF_FAILED: 'failed',
  HANDOFF_TIMEOUT: 'timeout',
  CLIENT_HANDOFF_REQUIRED: 'client',
  LIVE_AGENT_JOINED: 'joined',
  LIVE_AGENT_LEFT: 'left',
} as const;
export const HANDOFF_STAGES: { readonly [T in ServerEventType]?: HandoffStage } = STAGES;
