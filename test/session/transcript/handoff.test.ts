/** The hand-off to a person when the platform reports things twice, late or by two events, and when the hand-off is over. */

import { describe, expect, it } from 'vitest';
import type { ServerEvent, ServerEventBody } from '../../../src/protocol/events.ts';
import { at, attempt, END, event, type Machine, systemError } from '../fixtures/machine.ts';

const NO_PERSON = 'Sorry, we could not connect you to an agent. Please try again.';

const view = (m: Machine) => m.state.conversation.view;
const stages = (m: Machine) => m.emitted.flatMap(each => (each.name === 'handoff' ? [each.detail.stage] : []));
const lines = (m: Machine) =>
  view(m).items.flatMap(item => (item.kind === 'mark' ? [item.mark] : item.kind === 'notice' ? ['notice'] : []));
/** Receives each body in a frame of its own, from sequence 4 on. */
function hear(m: Machine, ...bodies: readonly ServerEventBody[]): Machine {
  let place = 4 + view(m).items.length * 10;
  for (const body of bodies) m.hear(event(place++, body));
  return m;
}

const QUEUED: readonly ServerEventBody[] = [
  { type: 'AGENT_TRIGGERED_HANDOFF' },
  { type: 'AGENT_LEFT' },
  { type: 'HANDOFF_ACCEPTED', queueName: 'Sales' },
  { type: 'HANDOFF_QUEUE_STATUS', position: 2 },
];

describe('a hand-off of which the platform says the same twice', () => {
  it.each([
    [{ type: 'HANDOFF_TIMEOUT', reason: 'busy' }, 'timeout'],
    [{ type: 'HANDOFF_FAILED' }, 'failed'],
    [{ type: 'CLIENT_HANDOFF_REQUIRED', route: 'https://x.test/' }, 'client'],
    [{ type: 'AGENT_TRIGGERED_HANDOFF' }, 'asked'],
    [{ type: 'HANDOFF_ACCEPTED', queueName: 'Sales' }, 'accepted'],
    [{ type: 'LIVE_AGENT_JOINED', agentName: 'Maya' }, 'joined'],
  ] as const)('[H60] %o is one line and one event', (body, stage) => {
    const m = hear(at.active(), body, body);
    expect(stages(m)).toEqual([stage]);
    expect(lines(m).slice(1)).toHaveLength(1);
    expect(m.emitted.filter(({ name }) => name === 'handoff-required')).toHaveLength(stage === 'client' ? 1 : 0);
  });

  it('[H60] a leave that is reported twice is one line and one event', () => {
    const left = { type: 'LIVE_AGENT_LEFT', agentName: 'Maya' } as const;
    const m = hear(at.active(), { type: 'AGENT_LEFT' }, { type: 'AGENT_LEFT' });
    expect(lines(m)).toEqual(['agent-joined', 'agent-left']);
    hear(m, { type: 'LIVE_AGENT_JOINED', agentName: 'Maya' }, left, left);
    expect(lines(m).slice(2)).toEqual(['live-joined', 'live-left']);
    expect(stages(m)).toEqual(['joined', 'left']);
  });

  it('[H60] not what comes to pass once more, or is said of another', () => {
    const m = hear(at.active(), { type: 'HANDOFF_TIMEOUT' });
    m.hear(event(50, { type: 'USER_MESSAGE', text: 'Again, please', messageId: 'u' }));
    m.hear(event(51, { type: 'HANDOFF_TIMEOUT' }));
    expect(stages(m)).toEqual(['timeout', 'timeout']);
    expect(lines(m)).toEqual(['agent-joined', 'handoff-timeout', 'handoff-timeout']);
    const client = (route: string) => ({ type: 'CLIENT_HANDOFF_REQUIRED', route }) as const;
    const two = hear(at.active(), client('https://x.test/a'), client('https://x.test/b'));
    expect(lines(two)).toEqual(['agent-joined', 'handoff-client', 'handoff-client']);
    expect(two.emitted.filter(({ name }) => name === 'handoff-required')).toHaveLength(2);
  });

  const failed = event(30, { type: 'HANDOFF_FAILED', reason: 'NO_AGENTS' });
  const words = systemError(31, NO_PERSON);
  it.each([
    ['the event first', [failed, words], 'handoff-failed'],
    ['the words first', [words, failed], 'notice'],
  ] as const)('[H61] by an event and in words it stands there once: %s', (_, order, line) => {
    for (const together of [true, false]) {
      const m = at.active();
      const events = order.map((each, place): ServerEvent => ({ ...each, sequence: 30 + place, id: `f${place}` }));
      if (together) m.hear(...events);
      else for (const each of events) m.hear(each);
      expect(lines(m)).toEqual(['agent-joined', line]);
      expect(view(m).handoff).toMatchObject({ stage: 'failed' });
      // The page is told of both: to a page they are two different events.
      expect(stages(m)).toEqual(['failed']);
      expect(m.emitted.filter(({ name }) => name === 'error')).toHaveLength(1);
    }
  });
});

describe('a hand-off that is over', () => {
  it.each([
    { type: 'HANDOFF_FAILED' },
    { type: 'HANDOFF_TIMEOUT' },
    { type: 'SYSTEM_MESSAGE', level: 'error', message: NO_PERSON },
  ] as const)('[H62] %o: an agent that has left is not shown as there until it is back', body => {
    const m = hear(at.active(), ...QUEUED, body);
    expect(view(m).party).toBe('none');
    m.hear(event(90, { type: 'AGENT_JOINED', agentName: 'Fern' }));
    expect(view(m).party).toBe('agent');
    const staying = hear(at.active(), ...QUEUED.filter(({ type }) => type !== 'AGENT_LEFT'), body);
    expect(view(staying).party).toBe('agent');
  });

  it.each(['HANDOFF_FAILED', 'HANDOFF_TIMEOUT'] as const)(
    '[H3] %s: a place in the queue that comes later is old news',
    type => {
      const m = hear(at.active(), ...QUEUED, { type }, { type: 'HANDOFF_QUEUE_STATUS', position: 1 });
      expect(view(m).party).not.toBe('queue');
      expect(view(m).handoff?.stage).not.toBe('queue');
      expect(stages(m).at(-1)).not.toBe('queue');
      // After a new request, the visitor is in the queue again.
      hear(m, { type: 'HANDOFF_ACCEPTED' }, { type: 'HANDOFF_QUEUE_STATUS', position: 3 });
      expect(view(m)).toMatchObject({ party: 'queue', handoff: { stage: 'queue', position: 3 } });
    },
  );

  it.each(['queue', 'accepted', 'asked', 'joined'] as const)(
    '[H63] nobody waits, and nobody is there, when all is over: %s',
    stage => {
      const way = [...QUEUED.slice(0, { asked: 1, accepted: 3, queue: 4, joined: 4 }[stage])];
      const start = () =>
        hear(
          at.active(),
          ...way,
          ...(stage === 'joined' ? [{ type: 'LIVE_AGENT_JOINED', agentName: 'Maya' } as const] : []),
        );
      const ends: readonly ((m: Machine) => Machine)[] = [
        m => m.hear(END(90)),
        // The session ends by itself, without an event of the platform.
        m => m.feed({ type: 'socketClosed', ...attempt(m), code: 1000, opened: true }),
        m => m.feed({ type: 'endRequested' }).fire('ending'),
      ];
      for (const end of ends) {
        const m = start();
        expect(view(m).handoff?.stage).toBe(stage);
        end(m);
        expect(m.state.phase.name).toBe('ended');
        expect(view(m)).toMatchObject({ party: 'none', present: [] });
        expect(view(m).handoff).toEqual(stage === 'joined' ? { stage: 'left' } : null);
      }
    },
  );

  it("[H63] the page's route to the visitor stays when the chat ends", () => {
    const m = hear(at.active(), { type: 'CLIENT_HANDOFF_REQUIRED', route: 'https://x.test/' }).hear(END(90));
    expect(view(m).handoff).toMatchObject({ stage: 'client', route: 'https://x.test/' });
  });
});
