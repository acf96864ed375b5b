import { describe, expect, it } from 'vitest';
import { agentMessage, at, event, systemError } from '../fixtures/machine.ts';

describe('panel and typing', () => {
  it('[V1] messages of others count as unread while the panel is closed', () => {
    const m = at.active().feed({ type: 'closeRequested' }).hear(agentMessage(4, 'one')).hear(agentMessage(5, 'two'));
    expect(m.state.unread).toBe(2);
    m.feed({ type: 'openRequested' });
    expect(m.state.unread).toBe(0);
    expect(m.emitted.filter(each => each.name === 'unread').map(each => each.detail)).toEqual([
      { count: 1 },
      { count: 2 },
      { count: 0 },
    ]);
  });

  it.each([
    // Visibility (0 hidden, 1 page in view, 2 chat in view), panel open, unread messages after one reply.
    [0, true, 1],
    [0, false, 1],
    [1, true, 0],
    [1, false, 1],
    [2, true, 0],
    [2, false, 0],
  ] as const)('[V5] [V6] with %i in view and the panel open: %s, %i of one message counts', (sight, open, count) => {
    const m = at.active().feed({ type: open ? 'openRequested' : 'closeRequested' }, { type: 'looked', sight });
    m.hear(agentMessage(4, 'one'));
    expect(m.state.unread).toBe(count);
    m.feed({ type: 'looked', sight: 2 });
    expect(m.state.unread).toBe(0);
    expect(m.emitted.filter(({ name }) => name === 'unread')).toHaveLength(2 * count);
  });

  it('[V5] [M30] a chat in view is still in view after everything was forgotten', () => {
    expect(at.active().feed({ type: 'looked', sight: 2 }, { type: 'forgetRequested' }).state.sight).toBe(2);
  });

  it('[V1] once each, also where one comes late and the transcript is read anew', () => {
    const m = at.active().feed({ type: 'closeRequested' }).hear(agentMessage(5, 'a')).hear(agentMessage(6, 'b'));
    expect(m.state.unread).toBe(2);
    expect(m.hear(agentMessage(4, 'late')).state.unread).toBe(3);
  });

  it('[V1] [M30] forgotten messages are not unread any more, and the page hears so', () => {
    const m = at
      .active()
      .feed({ type: 'closeRequested' })
      .hear(agentMessage(4, 'one'))
      .feed({ type: 'forgetRequested' });
    expect(m.state.unread).toBe(0);
    const told = m.emitted.filter(each => each.name === 'unread');
    expect(told.map(each => each.detail)).toEqual([{ count: 1 }, { count: 0 }]);
  });

  it('[V2] typing is told at its start and at its end, not at every key', () => {
    const m = at.active().feed({ type: 'draftChanged', text: 'h' });
    expect(m.of('sendFrame')).toMatchObject([{ event: { type: 'USER_TYPING', state: 'started' } }]);
    m.feed({ type: 'draftChanged', text: 'he' });
    expect(m.sent('USER_TYPING')).toBe(0);
    m.fire('ownTyping');
    expect(m.of('sendFrame')).toMatchObject([{ event: { state: 'stopped' } }]);
    // A visitor who has erased everything has stopped typing.
    m.feed({ type: 'draftChanged', text: 'h' }, { type: 'draftChanged', text: '' });
    expect(m.of('sendFrame')).toMatchObject([{ event: { state: 'stopped' } }]);
    m.feed({ type: 'draftChanged', text: 'hel' }, { type: 'sendRequested', id: 'a', text: 'hel' });
    expect(m.of('sendFrame').map(each => each.event.type)).toEqual(['USER_TYPING', 'USER_MESSAGE']);
    expect(m.state.draft).toBe('');
  });

  it("[V3] a person's message ends the agent's sign, too: what was thought about is answered", () => {
    const m = at.active().hear(event(null, { type: 'AGENT_THINKING' }));
    expect(m.state.typing.agent).toBe(true);
    m.hear({ ...agentMessage(4, 'Maya here'), type: 'LIVE_AGENT_MESSAGE' } as never);
    expect(m.state.typing).toMatchObject({ agent: false, live: false });
    m.hear(event(null, { type: 'LIVE_AGENT_TYPING', state: 'started' })).hear(agentMessage(5, 'And I'));
    expect(m.state.typing).toMatchObject({ agent: false, live: true });
  });

  it('[V3] a sign of typing goes with the message that it announced, or after ten seconds', () => {
    const thinking = { ...agentMessage(1, ''), sequence: null, id: 't1', type: 'AGENT_THINKING' } as never;
    const m = at.active().hear(thinking);
    expect(m.state.typing.agent).toBe(true);
    expect(m.timers.get('agentTyping')).toBe(10_000);
    m.hear(agentMessage(4, 'hello'));
    expect(m.state.typing.agent).toBe(false);
    m.hear({ ...(thinking as object), id: 't2' } as never).fire('agentTyping');
    expect(m.state.typing.agent).toBe(false);
  });

  it('[V3] a system message ends the typing indicator if it is an error, and else not', () => {
    const m = at.active().hear({ ...agentMessage(1, ''), sequence: null, id: 't1', type: 'AGENT_THINKING' } as never);
    m.hear(event(20, { type: 'SYSTEM_MESSAGE', level: 'info', message: 'We are moving' }));
    expect(m.state.typing.agent).toBe(true);
    m.hear(systemError(21, 'Sorry, I encountered an error'));
    expect(m.state.typing.agent).toBe(false);
    expect(m.timers.has('agentTyping')).toBe(false);
  });
});
