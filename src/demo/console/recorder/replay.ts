/** Turns a recording into steps, and performs them on a widget: the visitor speaks in it, and the platform's events are injected. */

import type { Recording } from './recording.ts';

type Fields = Readonly<Record<string, unknown>>;

export type Step = { readonly at: number } & (
  | { readonly kind: 'fault'; readonly fault: Fields }
  | { readonly kind: 'say'; readonly text: string }
  /** The visitor ends the conversation. */
  | { readonly kind: 'end' }
  | { readonly kind: 'event'; readonly event: Fields }
  /** The platform ends the session. */
  | { readonly kind: 'over' }
);

/** The widget and the emulator of a replay. Its promises are rejected with a sentence. */
export interface Stage {
  fault(fault: Fields): Promise<void>;
  /** Resolves when the message has arrived or has failed. */
  say(text: string): Promise<void>;
  end(): Promise<void>;
  event(event: Fields): Promise<void>;
  over(): Promise<void>;
  /** Rejected if the replay was stopped. */
  wait(ms: number): Promise<void>;
}

/** Factors on the recording's pace. Infinity: at once. */
export const SPEEDS: Readonly<Record<string, number>> = {
  '½×': 0.5,
  '1×': 1,
  '4×': 4,
  'At once': Number.POSITIVE_INFINITY,
};

/** Events that the emulator and the widget of a replay make themselves. */
const THEIR_OWN = /^(?:SESSION_START|HEARTBEAT|USER_MESSAGE|USER_END_SESSION|REQUEST_(?:\w+_)?AGENT_JOIN|SESSION_END)$/;

/** Returns the steps in order. Retries, replays of the history, and frames that a fault has spoilt happen again by themselves. */
export function stepsOf({ frames, faults }: Recording): readonly Step[] {
  const steps: Step[] = faults.map(({ at, fault }) => ({ at, kind: 'fault', fault }));
  const seen = new Set<string>();
  const isNew = (id: unknown): boolean => {
    if (typeof id !== 'string' || id === '') return true;
    return !seen.has(id) && Boolean(seen.add(id));
  };
  let hasEnded = false;
  for (const { at, direction, text } of frames) {
    for (const event of eventsIn(text)) {
      const type = bareType(event);
      if (direction === 'out') {
        if (type === 'USER_END_SESSION' && !hasEnded) steps.push({ at, kind: 'end' });
        hasEnded ||= type === 'USER_END_SESSION';
        if (type === 'USER_MESSAGE' && isNew(clientId(event)))
          steps.push({ at, kind: 'say', text: `${payloadOf(event).text}` });
      } else if (isNew(event.id)) {
        if (type === 'SESSION_END' && !hasEnded) steps.push({ at, kind: 'over' });
        hasEnded ||= type === 'SESSION_END';
        if (!THEIR_OWN.test(type)) steps.push({ at, kind: 'event', event: injected(event) });
      }
    }
  }
  // Sorts stably: faults come before the frames of the same time.
  return steps.sort((a, b) => a.at - b.at);
}

function eventsIn(text: string): readonly Fields[] {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return [];
  }
  if (!isFields(frame) || typeof frame.type !== 'string') return [];
  if (bareType(frame) !== 'EVENT_BATCH') return [frame];
  const events = payloadOf(frame).events ?? frame.events;
  return Array.isArray(events) ? events.filter(each => isFields(each) && typeof each.type === 'string') : [];
}

/** Leaves out what belongs to the recorded session. The emulator gives an event its id, sequence and time; a transient one has no sequence. */
function injected({ id: _id, sequence, timestamp: _timestamp, ...event }: Fields): Fields {
  return sequence === null ? { ...event, sequence } : event;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const bareType = ({ type }: Fields): string => `${type}`.replace(/^EVENT_TYPE_/, '');
const payloadOf = ({ payload }: Fields): Fields => (isFields(payload) ? payload : {});

function clientId({ metadata }: Fields): unknown {
  const custom = isFields(metadata) ? metadata.custom : undefined;
  return isFields(custom) ? custom.client_event_id : undefined;
}

/** Performs the steps one after the other. A step that takes longer than in the recording delays the following ones. */
export async function play(
  steps: readonly Step[],
  speed: number,
  stage: Stage,
  report: (done: number) => void,
): Promise<void> {
  let at = 0;
  for (const [index, step] of steps.entries()) {
    await stage.wait(Math.max(0, step.at - at) / speed);
    at = step.at;
    if (step.kind === 'fault') await stage.fault(step.fault);
    else if (step.kind === 'say') await stage.say(step.text);
    else if (step.kind === 'event') await stage.event(step.event);
    else await stage[step.kind]();
    report(index + 1);
  }
}
