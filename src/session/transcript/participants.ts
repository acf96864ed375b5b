/**
 * Tracks the people of a conversation and the state of the hand-off. Events name a person in full or by id alone, and one of two people may
 * leave while the other stays.
 */

import type { AgentIdentity, ServerEvent, ServerEventType } from '../../protocol/events.ts';
import { NONE, present } from '../../protocol/json-fields.ts';
import type { Agent, Handoff, HandoffStage, TimelineItem } from './items.ts';

export type Person = Omit<AgentIdentity, 'agentId'>;

/** The latest name and picture of each person, by id. */
export type People = Map<string, Person>;

/** The event with the name and face of the person whose id it gives, as far as it does not give them itself. They are noted. */
export function named(people: People, event: ServerEvent): ServerEvent {
  const { agentId, agentName, avatarUrl } = event as ServerEvent & AgentIdentity;
  if (agentId === undefined) return event;
  const known = people.get(agentId);
  // Nothing new: true of nearly every event of a history.
  if (known && known.agentName === agentName && known.avatarUrl === avatarUrl) return event;
  const full: ServerEvent & AgentIdentity = { ...known, ...event };
  people.set(agentId, present({ agentName: full.agentName, avatarUrl: full.avatarUrl }));
  return full;
}

/** Returns the people who stay when somebody has left: all but those who came under the leaver's name. */
export function staying(
  { present, items }: { readonly present: readonly Agent[]; readonly items: readonly TimelineItem[] },
  { agentName: name }: AgentIdentity,
): readonly Agent[] {
  const others = present.filter(each => each.name !== name);
  const came = (item: TimelineItem) => item.kind === 'mark' && item.mark === 'live-joined' && item.name === name;
  return name && (others.length < present.length || items.some(came)) ? others : NONE;
}

/** The software was there, and has said nothing since it took leave. */
export function hasLeft(items: readonly TimelineItem[]): boolean {
  const last = items.findLast(item =>
    item.kind === 'mark' ? /^agent/.test(item.mark) : item.kind === 'message' && item.from === 'agent',
  );
  return last?.kind === 'mark' && last.mark === 'agent-left';
}

/** Returns the hand-off after the end: nobody waits and nobody is there, but a hand-off to the page still stands. */
export function afterEnd(handoff: Handoff | null): Handoff | null {
  if (/asked|accepted|queue/.test(handoff?.stage ?? '')) return null;
  return handoff?.stage === 'joined' ? { stage: 'left' } : handoff;
}

/** That nobody comes is told in words and by an event: of two that stand together one is enough. */
export const saysNobodyComes = (item: TimelineItem | undefined): boolean =>
  item?.kind === 'notice' ? isNobody(item.code) : item?.kind === 'mark' && /-(?:failed|timeout)/.test(item.mark);

/** Returns true for the codes of the catalogue that say that nobody came: all of them begin like this, and no others. */
export const isNobody = (code = ''): boolean => code.startsWith('handoff');

/** The platform says the same of the same right after it has said so. Of the queue it may: each time is news of the place in it. */
export function isRepeated(event: ServerEvent, before: ServerEvent | undefined): boolean {
  const whom = (each: ServerEvent) => {
    const { agentId, agentName, queueName, route } = each as ServerEvent & AgentIdentity & Partial<Handoff>;
    return `${[agentId, agentName, queueName, route]}`;
  };
  return event.type !== 'HANDOFF_QUEUE_STATUS' && event.type === before?.type && whom(event) === whom(before);
}

/** How far each event brings a hand-off. */
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
