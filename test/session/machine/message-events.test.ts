import { describe, expect, it } from 'vitest';
import type { ServerEvent } from '../../../src/protocol/events.ts';
import {
  agentMessage,
  at,
  attempt,
  chunk,
  echo,
  event,
  JOIN_ECHO,
  JOINED,
  START,
  systemError,
} from '../fixtures/machine.ts';

describe('replies in pieces', () => {
  it('[T4] text behind a gap is shown two seconds after the gap appeared, however many chunks come meanwhile', () => {
    const m = at
      .active()
      .hear(chunk(4, 'r', 1, 'a'))
      .hear(chunk(5, 'r', 3, 'c'));
    const armed = () => m.done.filter(each => each.type === 'setTimer' && each.key === 'gap').length;
    expect(m.timers.get('gap')).toBe(2_000);
    for (let piece = 4; piece < 12; piece++) m.hear(chunk(piece + 2, 'r', piece, '.'));
    expect(armed()).toBe(1);
    m.fire('gap');
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ text: 'ac........' });
  });

  it('[T6] a reply that falls silent is told as it stands, once, and counts as unread', () => {
    const m = at
      .active()
      .feed({ type: 'closeRequested' })
      .hear(chunk(4, 'r', 1, 'Let me '));
    const told = () => m.emitted.filter(each => each.name === 'message').map(each => each.detail);
    expect(told()).toEqual([]);
    m.fire('silence');
    expect(told()).toEqual([{ id: 'r', from: 'agent', text: 'Let me ' }]);
    expect(m.state.unread).toBe(1);
    expect(m.state.conversation.view.items.at(-1)).toMatchObject({ key: 'm:r', id: 'r', status: 'interrupted' });
    m.hear(chunk(5, 'r', 2, 'see', true));
    expect(told()).toHaveLength(1);
    expect(m.state.unread).toBe(1);
  });

  it('[T6] … and not once more when a late event has the transcript read anew', () => {
    const m = at
      .active()
      .hear(chunk(6, 'r', 1, 'Let me '))
      .fire('silence')
      .hear(chunk(7, 'q', 1, 'Or '))
      .fire('silence');
    m.hear(echo(5, 'elsewhere', 'Hello?')).hear(agentMessage(8, 'Sorry'));
    const told = m.emitted.flatMap(each => (each.name === 'message' ? [each.detail.text] : []));
    expect(told).toEqual(['Let me ', 'Or ', 'Hello?', 'Sorry']);
    const { items } = m.hear(chunk(9, 's', 1, 'I ')).fire('silence').state.conversation.view;
    const statuses = items.flatMap(item => (item.kind === 'message' ? `${item.text}: ${item.status}` : []));
    expect(statuses.slice(-3)).toEqual(['Or : interrupted', 'Sorry: complete', 'I : interrupted']);
  });

  it('[T6] other messages do not keep a silent reply waiting', () => {
    const m = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    const armed = () => m.done.filter(each => each.type === 'setTimer' && each.key === 'silence').length;
    m.hear(echo(5, 'elsewhere', 'Hello?')).hear(echo(6, 'again', 'Anyone?'));
    expect(armed()).toBe(1);
    m.hear(chunk(7, 'r', 2, 'see'));
    expect(armed()).toBe(2);
  });

  it('[T6] a reply under way when the conversation ends is told as it stands', () => {
    const ended = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    ended.feed({ type: 'socketClosed', ...attempt(ended), code: 1000, opened: true });
    const renewed = at.active().hear(chunk(4, 'r', 1, 'Let me '));
    renewed.feed({ type: 'socketClosed', ...attempt(renewed), code: 4001, opened: true });
    for (const m of [ended, renewed]) {
      expect(m.emitted).toContainEqual({ name: 'message', detail: { id: 'r', from: 'agent', text: 'Let me ' } });
      const all = [...m.state.past, ...m.state.conversation.view.items];
      expect(all.filter(item => item.kind === 'message' && item.status === 'streaming')).toEqual([]);
    }
  });
});

describe('system messages for the page', () => {
  it.each([
    ['info', 'We are moving', undefined],
    ['warning', 'It is late', undefined],
    ['error', 'Something new', 'system_error'],
    ['info', 'Error: Session not found', 'session_not_found'],
  ] as const)('[S20] a system message of level %s, %s', (level, message, code) => {
    const m = at.active();
    const before = m.emitted.length;
    m.hear(event(4, { type: 'SYSTEM_MESSAGE', level, message }));
    const heard = m.emitted.slice(before).filter(({ name }) => name === 'message' || name === 'error');
    expect(heard).toEqual([
      { name: 'message', detail: { id: 'e4', from: 'system', text: message } },
      ...(code ? [{ name: 'error', detail: { code, message } }] : []),
    ]);
  });
});

describe('hand-offs and languages for the page', () => {
  const stages = (m: ReturnType<typeof at.active>) =>
    m.emitted.flatMap(each => (each.name === 'handoff' ? [each.detail.stage] : []));
  const person = (sequence: number, agentName: string) => event(sequence, { type: 'LIVE_AGENT_JOINED', agentName });

  it('[H3] nothing of a queue once a person is there', () => {
    const m = at
      .active()
      .hear(person(4, 'Maya'))
      .hear(event(5, { type: 'HANDOFF_QUEUE_STATUS', position: 1 }));
    expect(stages(m)).toEqual(['joined']);
    expect(m.state.conversation.view.handoff).toEqual({ stage: 'joined' });
  });

  it('[H6] a hand-off that is over by the time it is read is not told', () => {
    const back = { ...JOINED, id: 'j2', sequence: 5 };
    const m = at.replaying().hear(START, JOIN_ECHO, JOINED, event(4, { type: 'AGENT_TRIGGERED_HANDOFF' }), back);
    expect(stages(m)).toEqual([]);
  });

  it('[H5] the page is not asked to take over if that is over by then', () => {
    const over = event(4, { type: 'CLIENT_HANDOFF_REQUIRED', route: '/talk' });
    const asked = (m: ReturnType<typeof at.active>) => m.emitted.filter(each => each.name === 'handoff-required');
    const back = { ...JOINED, id: 'j2', sequence: 5 };
    expect(asked(at.replaying().hear(START, JOIN_ECHO, JOINED, over, back))).toEqual([]);
    const left = event(5, { type: 'AGENT_LEFT' });
    expect(asked(at.replaying().hear(START, JOIN_ECHO, JOINED, over, left))).toHaveLength(1);
  });

  it('[H7] the page hears that people have left only when both of two have', () => {
    const m = at.active().hear(person(4, 'Noah')).hear(person(5, 'Ines'));
    m.hear(event(6, { type: 'LIVE_AGENT_LEFT', agentName: 'Noah' }));
    expect(stages(m)).toEqual(['joined', 'joined']);
    m.hear(event(7, { type: 'LIVE_AGENT_LEFT', agentName: 'Ines' }));
    expect(stages(m)).toEqual(['joined', 'joined', 'left']);
  });

  it('[O1] in the order of the conversation, also where all of it comes in one frame', () => {
    const m = at
      .active()
      .hear(chunk(4, 'r', 1, 'Let me '))
      .feed({ type: 'closeRequested' });
    const events = [
      echo(5, 'elsewhere', 'A person, please'),
      chunk(6, 'r', 2, 'see', true),
      event(7, { type: 'LANGUAGE_CHANGED', languageCode: 'fr' }),
      event(8, { type: 'AGENT_TRIGGERED_HANDOFF' }),
      agentMessage(9, 'One moment'),
      systemError(10, 'Something new'),
      { ...agentMessage(11, 'Maya here'), type: 'LIVE_AGENT_MESSAGE' } as ServerEvent,
      event(12, { type: 'CLIENT_HANDOFF_REQUIRED', route: '/talk' }),
      echo(13, 'again', 'Thanks'),
    ];
    const before = m.emitted.length;
    m.hear(...events);
    expect(m.emitted.slice(before).map(({ name, detail }) => ('text' in detail ? detail.text : name))).toEqual([
      'A person, please',
      'Let me see',
      'language',
      'handoff',
      'One moment',
      'Something new',
      'error',
      'Maya here',
      'handoff',
      'handoff-required',
      'Thanks',
      'unread',
    ]);
  });

  it('[T12] a language once, until it is another one', () => {
    const spoken = (sequence: number, languageCode: string) =>
      event(sequence, { type: 'LANGUAGE_CHANGED', languageCode });
    const m = at.active().hear(spoken(4, 'fr'), spoken(5, 'fr')).hear(spoken(6, 'fr')).hear(spoken(7, 'de'));
    const heard = m.emitted.flatMap(each => (each.name === 'language' ? [each.detail.code] : []));
    expect(heard).toEqual(['fr', 'de']);
    // An older event that comes late changes nothing.
    m.hear(spoken(9, 'es')).hear(spoken(8, 'it'));
    expect(m.emitted.flatMap(each => (each.name === 'language' ? [each.detail.code] : []))).toEqual(['fr', 'de', 'es']);
  });
});
