/** Keeps track of the messages that one page has been told of. For pages that lose and regain a conversation see takeover.test.ts and the storms. */

import { expect, it } from 'vitest';
import { createHearing } from '../../src/client/told-once.ts';
import type { PublicEvent } from '../../src/session/state/public-events.ts';

const said = (id: string, from: 'user' | 'agent'): PublicEvent => ({ name: 'message', detail: { id, from, text: id } });
const is = (id: string, status: 'sending' | 'sent' | 'failed'): PublicEvent => ({
  name: 'delivery',
  detail: { id, status },
});

it('[O39] a message is heard once in its session, and again where a platform numbers the next one anew', () => {
  const { hears } = createHearing();
  const heard = ['first', 'first', 'second', 'first'].map(session => hears(said('1', 'agent'), session));
  expect(heard).toEqual([true, false, true, false]);
});

it("[O39] the visitor's own go along into another session, and are heard once", () => {
  const { hears } = createHearing();
  expect([hears(said('a', 'user'), 'first'), hears(said('a', 'user'), 'second')]).toEqual([true, false]);
});

it('[O39] how far a message is, is heard whenever it changes', () => {
  const { hears } = createHearing();
  const steps = [
    is('a', 'sending'),
    is('a', 'sending'),
    is('a', 'failed'),
    is('a', 'sending'),
    is('a', 'sent'),
    is('a', 'sent'),
  ];
  expect(steps.filter(event => hears(event, 'first'))).toHaveLength(4);
});

it('[O39] after a forgetting all is new, whatever it is called', () => {
  const { hears, forget } = createHearing();
  const heard = [hears(said('greeting', 'user'), 'first')];
  forget();
  heard.push(hears(said('greeting', 'user'), 'second'));
  expect(heard).toEqual([true, true]);
});

it('[O39] an event that concerns no single message is told each time', () => {
  const { hears } = createHearing();
  const active: PublicEvent = { name: 'state', detail: { phase: 'active' } };
  expect([hears(active, 'first'), hears(active, 'first')]).toEqual([true, true]);
});
