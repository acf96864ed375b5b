/** The state and signals of a chat without our panel, at each phase of the machine. */

import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import { createPicture } from '../../src/client/chat-signals.ts';
import type { ServerEvent } from '../../src/protocol/events.ts';
import { agentMessage, at, chunk, END, event, type Machine, systemError } from '../session/fixtures/machine.ts';

const pictureOf = ({ state }: Machine) => createPicture(signal(state)).state.value;
const say = (id: string) => ({ type: 'sendRequested', id, text: id }) as const;

describe('the picture', () => {
  it.each([
    ['idle', at.idle, { status: 'idle', phase: 'idle', code: null, retryAt: null }, null],
    ['active', at.active, { status: 'online', phase: 'active', code: null, retryAt: null }, null],
    [
      'waiting',
      at.waiting,
      { status: 'reconnecting', phase: 'waiting', code: 'connection_lost', retryAt: 1_001_000 },
      'connection_lost',
    ],
    [
      'offline',
      () => at.waiting().feed({ type: 'offline' }),
      { status: 'offline', phase: 'waiting', code: 'offline', retryAt: 1_240_000 },
      'offline',
    ],
    ['failed', at.failed, { status: 'failed', phase: 'failed', code: 'token_refused', retryAt: null }, 'token_refused'],
    ['ended', at.ended, { status: 'ended', phase: 'ended', code: null, retryAt: null }, null],
  ] as const)('[S21] says how the connection stands, and what is wrong with it (%s)', (_, reach, connection, error) => {
    const picture = pictureOf(reach());
    expect(picture.connection).toEqual(connection);
    expect(picture.error?.code ?? null).toBe(error);
    expect(picture.typing).toBe(null);
  });

  it('[S21] says what the platform complains about as long as nothing has been said since', () => {
    const message = 'Sorry, I encountered an error';
    const m = at.active().hear(systemError(4, message));
    expect(pictureOf(m).error).toEqual({ code: 'agent_error', message });
    expect(pictureOf(m.hear(event(5, { type: 'AGENT_LEFT' }))).error).toBe(null);
    expect(pictureOf(at.active().hear(systemError(4, 'Something new'))).error).toBe(null);
  });

  it('[S21] says why it is over, and until when the visitor may say that it is not', () => {
    expect([pictureOf(at.ended()).ended, pictureOf(at.active()).ended]).toEqual(['natural-end', null]);
    const asked = at.active().fire('idle');
    expect(pictureOf(asked).idle).toEqual({ endsAt: asked.now + 120_000 });
    expect(pictureOf(asked.feed({ type: 'stayRequested' })).idle).toBe(null);
  });

  it('[S21] says what may be answered, until something is', () => {
    const suggestions = [{ text: 'Yes' }, { text: 'No' }] as never;
    const m = at.active().hear(agentMessage(4, 'Is it?', { suggestions } as never));
    expect(pictureOf(m).suggestions).toEqual(suggestions);
    expect(pictureOf(m.hear(event(5, { type: 'AGENT_LEFT' }))).suggestions, 'which is no answer').toEqual(suggestions);
    expect(pictureOf(m.feed(say('Yes'))).suggestions).toEqual([]);
    const streamed = at.active().hear({ ...chunk(4, 'r', 1, 'Is '), suggestions } as ServerEvent);
    expect(pictureOf(streamed).suggestions).toEqual([]);
    expect(pictureOf(streamed.hear(chunk(5, 'r', 2, 'it?', true))).suggestions).toEqual(suggestions);
  });

  it.each([
    ['before there is a connection', at.authorizing, ['queued', 'queued']],
    ['with one', at.active, ['sending', 'sending']],
    ['after the end', () => at.active().feed(say('x')).hear(END(9)), ['failed']],
  ] as const)('[S21] says how far messages are, %s', (_, reach, statuses) => {
    const m = reach();
    if (m.state.phase.name !== 'ended') m.feed(say('a'), say('b'));
    const { outbox, messages } = pictureOf(m);
    expect(outbox.map(({ status }) => status)).toEqual(statuses);
    expect(messages.slice(-outbox.length)).toEqual(outbox);
  });
});
