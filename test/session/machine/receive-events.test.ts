import { describe, expect, it } from 'vitest';
import { agentMessage, at, attempt, event, reconnected, START } from '../fixtures/machine.ts';

describe('cursor', () => {
  it('[C1] stays during a replay and moves at its end', () => {
    const m = at.replaying().hear(START, agentMessage(7, 'later'));
    expect(m.state.session?.cursor).toBe(null);
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ cursor: null }]);
    reconnected(m, agentMessage(5, 'middle'));
    expect(m.state.session?.cursor).toBe(7);
  });

  it('[C2] an event without a place of its own leaves it a whole number', () => {
    const m = at.active().hear({ ...agentMessage(9, 'placeless'), sequence: null });
    expect(m.state.session?.cursor).toBe(3);
    m.hear(agentMessage(4, 'next'));
    expect(m.state.session?.cursor).toBe(4);
    expect(m.timers.has('hole')).toBe(false);
  });

  it('[C2] transient events never move it', () => {
    const m = at.active();
    const before = m.state.session?.cursor;
    m.hear({ ...agentMessage(9, ''), sequence: null, id: 't', type: 'AGENT_THINKING' } as never);
    expect(m.state.session?.cursor).toBe(before);
  });
});

describe('holes', () => {
  it('[C3] a sequence missing live keeps the cursor before it, and is looked up in the history after two seconds', () => {
    const m = at.active().hear(agentMessage(4, 'a')).hear(agentMessage(7, 'd'));
    expect(m.state.session?.cursor).toBe(4);
    expect(m.timers.get('hole')).toBe(2_000);
    m.hear(agentMessage(8, 'e'));
    expect(m.of('setTimer').filter(each => each.key === 'hole')).toEqual([]);
    m.fire('hole');
    expect(m.of('openSocket')).toMatchObject([{ cursor: 4 }]);
    reconnected(m, agentMessage(5, 'b'), agentMessage(6, 'c'));
    expect(m.state.session).toMatchObject({ cursor: 8, gapsNormal: false });
  });

  it('[C5] an event of a type that nobody knows is no hole, and nothing is looked up', () => {
    const m = at
      .active()
      .hear(event(4, { type: 'OTHER' }))
      .hear(agentMessage(5, 'a'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session).toMatchObject({ cursor: 5, gapsNormal: false });
    expect(m.state.conversation.view.items).toHaveLength(
      at.active().hear(agentMessage(4, 'a')).state.conversation.view.items.length,
    );
  });

  it('[C3] one that arrives late closes the hole, and nothing is looked up', () => {
    const m = at.active().hear(agentMessage(5, 'b')).hear(agentMessage(4, 'a'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session?.cursor).toBe(5);
  });

  it('[C4] holes that the history has as well are normal and not asked about again', () => {
    const m = at.active().hear(agentMessage(6, 'a')).fire('hole');
    reconnected(m);
    expect(m.state.session).toMatchObject({ cursor: 6, gapsNormal: true });
    m.hear(agentMessage(9, 'b'));
    expect(m.timers.has('hole')).toBe(false);
    expect(m.state.session?.cursor).toBe(9);
  });

  it('[C4] a history that does not begin at one has no holes for that', () => {
    const m = at.replaying();
    m.hear({ ...START, sequence: 5 }).pong();
    expect(m.state.session).toMatchObject({ cursor: 5, gapsNormal: false });
  });

  it('[C3] a drop while something is missing asks for it, too', () => {
    const m = at.active().hear(agentMessage(6, 'a'));
    m.feed({ type: 'socketClosed', ...attempt(m), code: 1006, opened: true }).fire('retry');
    expect(m.of('openSocket')).toMatchObject([{ cursor: 3 }]);
  });
});
