import { effect, signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../src/client/api/chat-state.ts';
import { createTrouble, type Trouble } from '../../../src/ui/context/connection-trouble.ts';

const ONLINE: Connection = { phase: 'active', status: 'online', code: null, retryAt: null };

function setUp() {
  const state = signal({ connection: ONLINE });
  const trouble = createTrouble(state);
  const seen: (Trouble | null)[] = [];
  effect(() => void seen.push(trouble.value));
  return {
    now: () => seen.at(-1),
    turn(changes: Partial<Connection>): void {
      state.value = { connection: { ...ONLINE, ...changes } };
    },
  };
}

describe('the trouble of the connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a short break is described as reconnecting, and no other channel is offered', () => {
    const { turn, now } = setUp();
    turn({ status: 'reconnecting', code: 'connection_lost', retryAt: Date.now() + 1_000 });
    expect(now()).toEqual({ words: 'is-reconnecting', passing: true, lasts: false, broken: false });
  });

  it('the words of a failure stay during the next attempt, which has no code', () => {
    const { turn, now } = setUp();
    turn({ status: 'reconnecting', code: 'broker_unreachable', retryAt: Date.now() + 8_000 });
    turn({ status: 'reconnecting' });
    expect(now()).toMatchObject({ words: 'broker_unreachable', passing: false, lasts: true, broken: true });
  });

  it('a long break does not count as short, even with the code of a short one', () => {
    const { turn, now } = setUp();
    turn({ status: 'reconnecting', code: 'connection_lost', retryAt: Date.now() + 2_501 });
    expect(now()).toMatchObject({ words: 'connection_lost', passing: false, lasts: true, broken: false });
  });

  it('without a network the words say so, and no other channel is offered', () => {
    const { turn, now } = setUp();
    turn({ status: 'offline' });
    expect(now()).toEqual({ words: 'offline', passing: false, lasts: false, broken: false });
  });

  it('no trouble is left when the connection is back', () => {
    const { turn, now } = setUp();
    turn({ status: 'failed', code: null });
    expect(now()).toMatchObject({ words: 'broker_unreachable', lasts: true, broken: true });
    turn({});
    expect(now()).toBeNull();
    turn({ status: 'reconnecting', code: 'connection_lost', retryAt: Date.now() });
    expect(now()).toMatchObject({ words: 'is-reconnecting', passing: true, lasts: false, broken: false });
  });
});
