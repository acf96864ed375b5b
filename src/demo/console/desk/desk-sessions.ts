/** Sessions of the emulator as the desk sees them: who waits, who is served, and what was said. */

import type { ConsolePort } from '../kit/port.ts';

export interface DeskSession {
  readonly id: string;
  readonly state: string;
  /** Null without a hand-off to the desk. */
  readonly desk: { readonly queue: string; readonly waitingSince: string; readonly person: string | null } | null;
  readonly visitorTypes: boolean;
}

/** A session with its history in wire form. */
export interface DeskDetail extends DeskSession {
  readonly events: readonly WireEvent[];
}

export interface WireEvent {
  readonly type: string;
  readonly timestamp?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
}

export interface Queue {
  /** Sessions that wait, the longest wait first. */
  readonly waiting: readonly DeskSession[];
  /** Sessions that a person has accepted. */
  readonly served: readonly DeskSession[];
}

export interface Line {
  readonly at: string;
  /** Empty for an event between messages. */
  readonly speaker: string;
  readonly text: string;
}

type Control = Pick<ConsolePort, 'control'>;

export async function readQueue({ control }: Control): Promise<Queue> {
  const { sessions } = (await control('GET', 'sessions')) as { readonly sessions: readonly DeskSession[] };
  return queueOf(sessions);
}

export function queueOf(sessions: readonly DeskSession[]): Queue {
  const since = ({ desk }: DeskSession) => Date.parse(desk?.waitingSince ?? '');
  const open = sessions.filter(each => each.desk !== null && each.state === 'open').sort((a, b) => since(a) - since(b));
  return { waiting: open.filter(each => !each.desk?.person), served: open.filter(each => each.desk?.person) };
}

const sessionPath = (id: string): string => `sessions/${encodeURIComponent(id)}`;

export const readSession = async ({ control }: Control, id: string): Promise<DeskDetail> =>
  (await control('GET', sessionPath(id)).catch(error => {
    if (error instanceof Error && error.cause !== 404) throw error;
    throw new Error(`There is no session ${id}. The emulator forgets its sessions when it is started again.`);
  })) as DeskDetail;

/** Performs an act of the desk, such as `{ act: 'accept' }`. */
export const actOn = ({ control }: Control, id: string, act: object): Promise<unknown> =>
  control('POST', `${sessionPath(id)}/desk`, act);

/** Accepts a visitor who waits. Rejected if the name is blank, because visitors would see nobody. */
export async function accept(port: Control, id: string, name: string): Promise<void> {
  if (name.trim() === '') throw new Error('Write your name first: the visitor sees it.');
  await actOn(port, id, { act: 'accept', name: name.trim() });
}

/** Returns the transcript, with the pieces of a streamed reply put together, and the events of the hand-off. */
export function linesOf(events: readonly WireEvent[]): readonly Line[] {
  const lines: Line[] = [];
  const streams = new Map<string, number>();
  for (const { type, timestamp: at = '', payload = {} } of events) {
    // Both dialects: EVENT_TYPE_SERVICE_AGENT_MESSAGE and EVENT_TYPE_POLY_AGENT_MESSAGE are the agent's.
    const name = type.replace(/^EVENT_TYPE_/, '').replace(/^(?:SERVICE|POLY)_/, '');
    const text = textOf(payload.text);
    const stream = textOf(payload.message_id);
    const before = name === 'AGENT_MESSAGE_CHUNK' ? streams.get(stream) : undefined;
    const begun = before === undefined ? undefined : lines[before];
    if (before !== undefined && begun) {
      lines[before] = { ...begun, text: begun.text + text };
      continue;
    }
    const speaker = SPEAKERS[name]?.(payload);
    const words = speaker === undefined ? MARKS[name]?.(payload) : text;
    if (words === undefined) continue;
    if (name === 'AGENT_MESSAGE_CHUNK') streams.set(stream, lines.length);
    lines.push({ at, speaker: speaker ?? '', text: words });
  }
  return lines;
}

type Payload = NonNullable<WireEvent['payload']>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const personIn = ({ agent_name, agent }: Payload): string =>
  textOf(agent_name) || textOf((agent as Payload | undefined)?.name) || 'The person';

const SPEAKERS: Readonly<Record<string, (payload: Payload) => string>> = {
  USER_MESSAGE: () => 'Visitor',
  AGENT_MESSAGE: () => 'Agent',
  AGENT_MESSAGE_CHUNK: () => 'Agent',
  LIVE_AGENT_MESSAGE: personIn,
};

const MARKS: Readonly<Record<string, (payload: Payload) => string>> = {
  AGENT_JOINED: () => 'The agent has joined.',
  HANDOFF_ACCEPTED: ({ queue_name }) => `The visitor waits in ${textOf(queue_name) || 'the queue'}.`,
  HANDOFF_TIMEOUT: () => 'Nobody has accepted in time.',
  LIVE_AGENT_JOINED: payload => `${personIn(payload)} has joined.`,
  LIVE_AGENT_LEFT: payload => `${personIn(payload)} has left.`,
  SESSION_END: () => 'The session has ended.',
};
