import { describe, expect, it } from 'vitest';
import type { DeskAct } from '../../src/emulator/sessions/desk.ts';
import { closeEmulatorsAfterEach, control, conversation, emulator } from './real-client.ts';
import { type Brain, bareType, joinedBrain } from './virtual-brain.ts';

const MINUTE_MS = 60_000;

/** A visitor in the queue of the desk. */
function waiting(): Brain {
  const brain = joinedBrain();
  brain.say('handoff desk');
  brain.pass(10_000);
  return brain;
}

function act(brain: Brain, given: DeskAct): boolean | undefined {
  const result = brain.platform.control.desk(brain.now(), brain.session, given);
  brain.take(result?.outputs ?? []);
  return result?.done;
}

const desk = (brain: Brain) => brain.platform.control.session(brain.session)?.desk;
const last = (brain: Brain) => brain.events().at(-1);

describe('the desk', () => {
  it('lets the visitor wait, and tells the place in the queue every half minute', () => {
    const brain = waiting();
    expect(brain.platform.control.session(brain.session)?.party).toBe('queue');
    expect(desk(brain)).toMatchObject({ queue: 'Customer care', person: null });
    const mark = brain.mark();
    brain.pass(2 * 30_000);
    expect(brain.typesSince(mark)).toEqual(['HANDOFF_QUEUE_STATUS', 'HANDOFF_QUEUE_STATUS']);
    expect(last(brain)?.payload).toMatchObject({ queue_name: 'Customer care', position_in_queue: 1 });
  });

  it('accepts, types, answers and ends, with the events of a live agent', () => {
    const brain = waiting();
    brain.say('Is anybody there?');
    const mark = brain.mark();
    expect(act(brain, { act: 'accept', name: 'Ida Berg' })).toBe(true);
    expect(desk(brain)?.person).toBe('Ida Berg');
    act(brain, { act: 'typing', state: 'started' });
    act(brain, { act: 'message', text: 'Good morning.' });
    expect(last(brain)?.payload).toMatchObject({ text: 'Good morning.', agent_name: 'Ida Berg' });
    brain.say('hello');
    brain.rest();
    act(brain, { act: 'end' });
    expect(brain.typesSince(mark)).toEqual([
      'LIVE_AGENT_JOINED',
      'LIVE_AGENT_TYPING',
      'LIVE_AGENT_TYPING',
      'LIVE_AGENT_MESSAGE',
      'USER_MESSAGE',
      'LIVE_AGENT_LEFT',
      'SESSION_END',
    ]);
    expect(act(brain, { act: 'message', text: 'Too late' })).toBe(false);
  });

  it('gives the visitor back to the agent, who answers again', () => {
    const brain = waiting();
    act(brain, { act: 'accept' });
    const mark = brain.mark();
    act(brain, { act: 'leave' });
    brain.rest();
    brain.say('hello');
    brain.rest();
    expect(brain.typesSince(mark)).toEqual([
      ...['LIVE_AGENT_LEFT', 'AGENT_JOINED', 'AGENT_THINKING', 'AGENT_MESSAGE'],
      ...['USER_MESSAGE', 'AGENT_THINKING', 'AGENT_MESSAGE'],
    ]);
    expect(desk(brain)).toBeNull();
  });

  it('transfers to another queue, where somebody else accepts', () => {
    const brain = waiting();
    act(brain, { act: 'accept', name: 'Ida Berg' });
    const mark = brain.mark();
    expect(act(brain, { act: 'transfer', queue: 'Workshop' })).toBe(true);
    expect(brain.typesSince(mark)).toEqual(['LIVE_AGENT_LEFT', 'HANDOFF_ACCEPTED', 'HANDOFF_QUEUE_STATUS']);
    expect(desk(brain)).toMatchObject({ queue: 'Workshop', person: null });
    act(brain, { act: 'accept', name: 'Olu Ade' });
    expect(last(brain)?.payload).toMatchObject({ agent: { name: 'Olu Ade' } });
    brain.pass(10 * MINUTE_MS);
    expect(brain.typesSince(mark)).not.toContain('HANDOFF_TIMEOUT');
  });

  it('brings the agent back after five minutes without an answer, whatever the pace', () => {
    const brain = joinedBrain({ pace: 0 });
    brain.say('handoff desk');
    const mark = brain.mark();
    brain.pass(5 * MINUTE_MS - 1);
    expect(desk(brain)).not.toBeNull();
    brain.pass(1);
    expect(brain.typesSince(mark).slice(-4)).toEqual([
      'HANDOFF_TIMEOUT',
      'AGENT_JOINED',
      'AGENT_THINKING',
      'AGENT_MESSAGE',
    ]);
    expect(act(brain, { act: 'accept' })).toBe(false);
  });

  it('takes every hand-off if the agent is told so', () => {
    const brain = joinedBrain();
    brain.platform.control.useAgent({ live: 'desk' });
    brain.say('I want to speak to a person');
    brain.rest();
    expect(desk(brain)?.queue).toBe('Customer care');
    expect(brain.events().map(bareType)).not.toContain('LIVE_AGENT_JOINED');
  });

  it('sees the visitor type', () => {
    const brain = waiting();
    const types = () => brain.platform.control.session(brain.session)?.visitorTypes;
    brain.send('a', 'EVENT_TYPE_USER_TYPING', { state: 'TYPING_STATE_STARTED' });
    expect(types()).toBe(true);
    brain.say('Hello?');
    expect(types()).toBe(false);
  });
});

describe('the desk over HTTP', () => {
  closeEmulatorsAfterEach();

  it('acts on sessions in order of their arrival, and says why an act does not fit', async () => {
    const at = await emulator();
    const [first, second] = [await conversation(at), await conversation(at)];
    const path = (id: string) => `sessions/${id}/desk`;
    expect(await control(at, path(first.who.session), '{"act":"accept"}')).toMatchObject({
      status: 409,
      body: { error: 'this session does not wait for the desk' },
    });
    for (const { peer } of [first, second]) {
      peer.send('EVENT_TYPE_USER_MESSAGE', { text: 'handoff desk' });
      await peer.untilType('HANDOFF_QUEUE_STATUS');
    }
    const status = () => second.peer.events.filter(event => event.type.endsWith('QUEUE_STATUS')).at(-1)?.payload;
    expect(status()).toMatchObject({ position_in_queue: 2 });
    expect(await control(at, path(second.who.session), '{"act":"typing","state":"started"}')).toMatchObject({
      status: 409,
      body: { error: 'nobody of the desk is in this session' },
    });
    expect(await control(at, path(first.who.session), '{"act":"accept"}')).toMatchObject({ status: 200 });
    await first.peer.untilType('LIVE_AGENT_JOINED');
    await second.peer.settle();
    expect(status()).toMatchObject({ position_in_queue: 1 });
  });
});
