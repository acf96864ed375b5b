/** What one page of a tab leaves for the next, and what of it that one takes: anybody else may have written there. */

import { describe, expect, it } from 'vitest';
import type { Wish } from '../../src/client/tab.ts';
import { hasFirstWords, leaveUnheard, takeUnheard } from '../../src/client/unheard.ts';
import type { Intent } from '../../src/session/input.ts';
import { createVirtualClock } from '../sim/clock.ts';
import { createFakeHandover } from '../sim/fake-handover.ts';

function setUp(text: string | null = null) {
  const clock = createVirtualClock();
  const left = { text };
  const handover = createFakeHandover(left);
  return {
    clock,
    left,
    leave: (first: boolean, ...inputs: readonly (Intent & Pick<Wish, 'of'>)[]) =>
      leaveUnheard(
        handover,
        inputs.map(({ of, ...input }) => ({ input, of, told: false, since: clock.now() })),
        first,
      ),
    take: () => takeUnheard(clock, handover),
    hasFirst: () => hasFirstWords(clock, handover),
  };
}

const say = (id: string, more = {}) => ({ type: 'sendRequested', id, text: id, ...more }) as const;
const draft = { type: 'draftChanged', text: 'hm', edits: { 1: 2 } } as const;

describe('what a page leaves', () => {
  it('[G34] [O13] is taken once, with all that belongs to it, and is in doubt', () => {
    const page = setUp();
    const at = page.clock.now();
    page.leave(false, say('a', { custom: { plan: 'gold' } }), say('b', { failed: true }), say('c', { of: 's1' }));
    page.clock.advance(59_999);
    expect(page.take()).toEqual([
      { input: say('a', { custom: { plan: 'gold' }, doubtful: true }), at, of: undefined },
      { input: say('b', { failed: true, doubtful: true }), at, of: undefined },
      { input: say('c', { doubtful: true }), at, of: 's1' },
    ]);
    expect(page.take()).toEqual([]);
  });

  it('[G34] are messages and that all be forgotten, and drafts only where they belong to a session', () => {
    const page = setUp();
    page.leave(false, { type: 'openRequested' }, { type: 'endRequested' }, draft, say('a'), { ...draft, of: 's1' });
    expect(page.take().map(({ input, of }) => [input.type, of])).toEqual([
      ['sendRequested', undefined],
      ['draftChanged', 's1'],
    ]);
  });

  it('[G34] is nothing of what was to be forgotten', () => {
    const page = setUp();
    page.leave(false, say('a'), { type: 'forgetRequested' }, say('b'));
    expect(page.take().map(({ input }) => input)).toEqual([{ type: 'forgetRequested' }, say('b', { doubtful: true })]);
  });

  it.each([
    ['a minute old', 60_000],
    ['of a time to come', -1],
  ])('[G34] is nothing any more when it is %s', (_, age) => {
    const page = setUp();
    const at = page.clock.now() - age;
    page.left.text = JSON.stringify([{ input: say('a'), at, first: true }]);
    expect(page.take()).toEqual([]);
  });

  it('[G27] tells a page that it begins with words, which it may still take', () => {
    const page = setUp();
    page.leave(true, say('a'));
    expect(page.hasFirst()).toBe(true);
    expect(page.take()).toHaveLength(1);
    page.leave(false, say('a'));
    expect(page.hasFirst()).toBe(false);
    expect(page.take()).toEqual([]);
    page.leave(true, say('a'));
    page.clock.advance(60_000);
    expect(page.hasFirst()).toBe(false);
  });

  it.each([
    'no JSON',
    '',
    'null',
    '{}',
    '[null,7,"text",{}]',
    '[{"input":{"type":"endRequested"},"at":AT,"first":true}]',
    '[{"input":{"type":"sendRequested","id":1,"text":"x"},"at":AT,"first":true}]',
    '[{"input":{"type":"sendRequested","id":"a","text":{}},"at":AT,"first":true}]',
    '[{"input":{"type":"sendRequested","id":"a","text":"x"},"at":"AT","first":true}]',
    '[{"input":{"type":"draftChanged","text":1,"letters":{}},"at":AT,"first":true}]',
    '[{"input":{"type":"draftChanged","text":"x"},"at":AT,"first":true}]',
  ])('[G26] of somebody else is none of the visitor’s wishes: %s', text => {
    const written = text.replace('AT', `${setUp().clock.now()}`).replace(/"at":"\d+"/, '"at":"now"');
    expect(setUp(written).take()).toEqual([]);
    expect(setUp(written).hasFirst()).toBe(false);
  });
});
