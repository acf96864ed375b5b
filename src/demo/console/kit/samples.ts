/** Sample conversations of the past week, for lists and charts of an emulator that has just started. */

interface Sample {
  readonly started_at: string;
  readonly environment: string;
  readonly duration_seconds: number;
  readonly channel: string;
  readonly variant_id: string;
  readonly turns: readonly {
    readonly user_input: string;
    readonly agent_response: string;
    readonly latency?: number;
  }[];
  readonly handoff?: { readonly destination: string; readonly reason: string };
  readonly state: Readonly<Record<string, string>>;
}

const QUESTIONS = [
  ['Where is my order?', 'It left our workshop this morning.'],
  ['Can I return a chair?', 'Yes, within thirty days.'],
  ['Do you repair old lamps?', 'We do, also those of other makers.'],
  ['Which wood is the table made of?', 'Pine from the north, oiled twice.'],
] as const;
const CHANNELS = ['WEBCHAT', 'CHAT', 'VOICE-SIP', 'SMS'] as const;
const VARIANTS = ['VARIANT-harbour', 'VARIANT-pine'] as const;
const WEEK_MS = 7 * 24 * 3_600_000;
const LONGEST_SECONDS = 1_800;

/** Returns `count` conversations of the environment that ended before `now`, the same ones each time. */
export function sampleConversations(now: number, count: number, environment: string): readonly Sample[] {
  return Array.from({ length: count }, (_, index) => ({ ...sampleAt(now, count, index), environment }));
}

function sampleAt(now: number, count: number, index: number): Omit<Sample, 'environment'> {
  const latest = now - LONGEST_SECONDS * 1000;
  // Steps that share no factor with the lengths of the lists mix them evenly.
  const [question, answer] = QUESTIONS[index % QUESTIONS.length] ?? QUESTIONS[0];
  const latency = 0.4 + ((index * 37) % 23) / 10;
  return {
    started_at: new Date(latest - Math.floor(((count - 1 - index) / count) ** 2 * (WEEK_MS - 4_000_000))).toISOString(),
    duration_seconds: 120 + ((index * 271) % (LONGEST_SECONDS - 120)),
    channel: CHANNELS[(index * 3) % CHANNELS.length] ?? 'CHAT',
    variant_id: VARIANTS[Number(index % 3 === 0)] ?? VARIANTS[0],
    turns: [
      { user_input: '', agent_response: 'Hello, I am Fern. How can I help?' },
      { user_input: question, agent_response: answer, latency },
      { user_input: 'Thank you!', agent_response: 'You are welcome.', latency: latency / 2 },
    ],
    ...(index % 7 === 3 ? { handoff: { destination: 'customer_care', reason: 'visitor_request' } } : {}),
    state: { order: `HP-${1_000 + index}` },
  };
}
