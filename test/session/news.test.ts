/** A page that takes over a whole state hears what it would have heard turn by turn. */

import { expect, it } from 'vitest';
import { newsBetween } from '../../src/session/news.ts';
import { agentMessage, at, chunk, END, event, JOINED, systemError } from './machine.ts';

const HANDOFF = { reason: 'billing', queueName: 'Q1', route: '' };

it.each([
  ['who has joined', JOINED],
  ['a reply', agentMessage(10, 'Hello')],
  ['a reply that is still being written', chunk(10, 'm10', 1, 'Hel')],
  ['another language', event(10, { type: 'LANGUAGE_CHANGED', languageCode: 'de' })],
  ['an error of no known kind', systemError(10, 'Something new')],
  ['an error of a known kind', systemError(10, 'Error: Conversation not found')],
  ['that a person is waited for', event(10, { type: 'AGENT_TRIGGERED_HANDOFF' })],
  ['that the host page is to hand over', event(10, { type: 'CLIENT_HANDOFF_REQUIRED', ...HANDOFF })],
  ['that nobody could be reached', systemError(10, 'Sorry, we could not connect you to an agent')],
  ['the end', END(10)],
] as const)('[O39] %s is told of a state in the same words as when it was said', (_, said) => {
  const m = at.joining();
  const { state } = m;
  const before = m.emitted.length;
  m.hear(said);
  const heard = m.emitted.slice(before).filter(({ name }) => name !== 'unread');
  const told = newsBetween(state, m.state).map(news => news.event);
  expect(new Set(told.map(each => JSON.stringify(each)))).toEqual(new Set(heard.map(each => JSON.stringify(each))));
});

it('[O39] an error of no known kind is an error all the same', () => {
  const m = at.active();
  const { state } = m;
  m.hear(systemError(10, 'Something new'));
  expect(newsBetween(state, m.state)).toContainEqual(
    expect.objectContaining({ event: { name: 'error', detail: { code: 'system_error', message: 'Something new' } } }),
  );
});
