/** A session as a tester sees it, without the access token. */

import type { Session } from '../store/state.ts';

export interface SessionSummary {
  readonly id: string;
  /** The anonymous user whose token created the session. */
  readonly user: string;
  readonly state: Session['state'];
  /** ISO 8601. */
  readonly createdAt: string;
  /** Time of the last client event, or of the session's creation. ISO 8601. */
  readonly idleSince: string;
  readonly sockets: readonly string[];
  readonly joinsAsked: number;
  readonly streaming: boolean;
  readonly platform: string;
  readonly deviceType: string | null;
  /** The visitor's counterpart: nobody, the agent, nobody yet because the visitor waits for the desk, or a live agent. */
  readonly party: 'none' | 'joining' | 'agent' | 'queue' | 'live';
  /** The visitor's wait for the desk, or the talk with a person there; null without a hand-off to the desk. */
  readonly desk: {
    readonly queue: string;
    /** ISO 8601. */
    readonly waitingSince: string;
    /** Name of the person who has accepted; null while the visitor waits. */
    readonly person: string | null;
  } | null;
  /** True while the visitor types. */
  readonly visitorTypes: boolean;
  readonly language: string;
  /** Number of events in the history. */
  readonly eventCount: number;
}

export interface SessionDetail extends SessionSummary {
  /** The history in wire form. */
  readonly events: readonly unknown[];
}

export function summaryOf(session: Session): SessionSummary {
  const { conversation } = session;
  const { desk } = conversation;
  return {
    id: session.id,
    user: session.userId,
    state: session.state,
    createdAt: new Date(session.createdAt).toISOString(),
    idleSince: new Date(session.idleSince).toISOString(),
    sockets: [...session.sockets].map(socket => socket.id),
    joinsAsked: session.joinsAsked,
    streaming: session.streaming,
    platform: session.platform,
    deviceType: session.deviceType,
    party: conversation.stage,
    desk: desk && {
      queue: desk.queueName,
      waitingSince: new Date(desk.waitingSince).toISOString(),
      person: desk.person?.agentName ?? null,
    },
    visitorTypes: conversation.visitorTypes,
    language: conversation.language,
    eventCount: session.history.entries.length,
  };
}

export function detailOf(session: Session): SessionDetail {
  const events = session.history.entries.map((entry): unknown => JSON.parse(entry.text));
  return { ...summaryOf(session), events };
}
