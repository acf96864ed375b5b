/** Recordings of a conversation: what went over the wire, the faults, and the transcript that came of it. */

import type { ChatState } from '../../../entries/index.ts';
import { readObject } from '../kit/read-object.ts';

export interface Frame {
  /** Milliseconds since the start, as in all parts of a recording. */
  readonly at: number;
  readonly direction: 'in' | 'out';
  readonly text: string;
}

export interface RecordedFault {
  readonly at: number;
  /** A fault in the form of the control API. */
  readonly fault: Readonly<Record<string, unknown>>;
}

export interface Line {
  readonly speaker: string;
  readonly text: string;
}

export interface Recording {
  readonly id: string;
  /** ISO 8601. */
  readonly madeAt: string;
  readonly frames: readonly Frame[];
  readonly faults: readonly RecordedFault[];
  readonly transcript: readonly Line[];
}

/** Says what the file is, and in which form. */
const FORM = 'natter-recording-1';

export const fileOf = (recording: Recording): string => `${JSON.stringify({ form: FORM, ...recording }, null, 1)}\n`;

/** Reads a file. Throws a sentence that says what is wrong, and where. */
export function readRecording(text: string): Recording {
  const { form, id, madeAt, frames, faults, transcript } = readObject(
    text,
    'The recording’s contents',
    '{"form": "natter-recording-1", …}',
  );
  if (form !== FORM) {
    throw new Error(
      `This file is no recording: its "form" must be "${FORM}", and is ${JSON.stringify(form) ?? 'missing'}.`,
    );
  }
  return {
    id: expectThat(typeof id === 'string' && id !== '' && id, '"id" must be a text.'),
    madeAt: expectThat(
      typeof madeAt === 'string' && !Number.isNaN(Date.parse(madeAt)) && madeAt,
      '"madeAt" must be a time.',
    ),
    frames: readList(
      frames,
      'frames',
      each => isTime(each.at) && isDirection(each.direction) && isText(each.text),
    ) as readonly Frame[],
    faults: readList(
      faults,
      'faults',
      each => isTime(each.at) && isRecord(each.fault) && isText(each.fault.kind),
    ) as readonly RecordedFault[],
    transcript: readList(
      transcript,
      'transcript',
      each => isText(each.speaker) && isText(each.text),
    ) as readonly Line[],
  };
}

type Fields = Readonly<Record<string, unknown>>;

function readList(value: unknown, name: keyof typeof FORMS, isSound: (each: Fields) => boolean): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`The recording cannot be read: "${name}" must be a list.`);
  const wrong = value.findIndex(each => !isRecord(each) || !isSound(each));
  if (wrong >= 0)
    throw new Error(`The recording cannot be read: "${name}", entry ${wrong + 1}, must be ${FORMS[name]}.`);
  return value;
}

const FORMS = {
  frames: '{"at": 120, "direction": "in", "text": "…"}; the direction is "in" or "out"',
  faults: '{"at": 0, "fault": {"kind": "duplicate"}}',
  transcript: '{"speaker": "agent", "text": "…"}',
} as const;

function expectThat<T>(value: T | false, sentence: string): T {
  if (value === false) throw new Error(`The recording cannot be read: ${sentence}`);
  return value;
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isDirection = (value: unknown): boolean => value === 'in' || value === 'out';

/** Returns the lines that a widget shows. Events between messages have the speaker `event`. */
export function transcriptOf(messages: ChatState['messages']): readonly Line[] {
  return messages.map(item => {
    if (item.kind === 'message') return { speaker: item.agentName ?? item.from, text: stated(item.text, item.status) };
    if (item.kind === 'notice') return { speaker: 'notice', text: item.text };
    return { speaker: 'event', text: [item.mark, item.name].filter(Boolean).join(': ') };
  });
}

/** Adds the status if it is not the usual one. */
const stated = (text: string, status: string): string =>
  status === 'complete' || status === 'sent' ? text : `${text} [${status}]`;

/** Returns the faults that are in the second list and not in the first. The number of times that are left does not count. */
export function newFaults(before: readonly Fields[], after: readonly Fields[]): readonly Fields[] {
  const known = new Set(before.map(withoutTimes));
  return after.filter(each => !known.has(withoutTimes(each)));
}

const withoutTimes = ({ times: _, ...fault }: Fields): string => JSON.stringify(fault);
