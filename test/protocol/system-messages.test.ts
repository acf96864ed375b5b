import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CATALOGUE,
  classifySystemMessage,
  type Remedy,
  type SystemErrorKind,
} from '../../src/protocol/system-messages.ts';

/** The full text that platforms send, the shortest documented form, the kind of error, and the remedy. */
const TEXTS: readonly (readonly [full: string, short: string, kind: SystemErrorKind, remedy: Remedy])[] = [
  [
    'Unknown event type or invalid message format',
    'Unknown event type or invalid message format',
    'invalid_event',
    'none',
  ],
  [
    'Event type not allowed: EVENT_TYPE_SERVICE_AGENT_JOINED',
    'Event type not allowed: EVENT_TYPE_',
    'event_not_allowed',
    'none',
  ],
  [
    'Our system is experiencing high load. Please try again in a moment.',
    'Our system is experiencing high load',
    'high_load',
    'wait',
  ],
  [
    "Sorry, I'm unable to start a conversation right now. Please try again later.",
    "Sorry, I'm unable to start a conversation right now",
    'start_failed',
    'rejoin',
  ],
  [
    "Sorry, I'm having trouble responding right now. Please try again.",
    "Sorry, I'm having trouble responding right now",
    'no_response',
    'resend',
  ],
  ['Sorry, I encountered an error. Please try again.', 'Sorry, I encountered an error', 'agent_error', 'resend'],
  ['Error: Session not found', 'Error: Session not found', 'session_not_found', 'new_session'],
  ['Error: Unable to retrieve session', 'Error: Unable to retrieve session', 'session_unavailable', 'wait'],
  ['Error: Connector not found', 'Error: Connector not found', 'connector_not_found', 'contact'],
  ['Error: Conversation not found', 'Error: Conversation not found', 'conversation_not_found', 'rejoin'],
  [
    'Error: Conversation ID not found in session',
    'Error: Conversation ID not found in session',
    'conversation_missing',
    'rejoin',
  ],
  [
    'Sorry, we could not connect you to an agent. Please try again.',
    'Sorry, we could not connect you to an agent',
    'handoff_connect_failed',
    'contact',
  ],
  [
    'Failed to forward message to live agent',
    'Failed to forward message to live agent',
    'live_forward_failed',
    'resend',
  ],
  [
    'Sorry, handoff could not be initiated.',
    'Sorry, handoff could not be initiated',
    'handoff_not_initiated',
    'contact',
  ],
];

describe.each(TEXTS)('%s', (full, short, kind, remedy) => {
  it.each([
    ['as sent', full],
    ['in its short form', short],
    ['with another ending', `${short}: our people know already. Ref 7`],
    ['in other letters', full.toUpperCase()],
    ['with space around it', `\n  ${full} \t`],
    ['with typographic apostrophes', full.replaceAll("'", '’')],
  ])(`[P18] %s is ${kind}, and ${remedy} helps`, (_, text) => {
    expect(classifySystemMessage(text)).toMatchObject({ kind, remedy });
  });
});

describe('the catalogue', () => {
  it('[P18] the catalogue has an entry for each documented text and no other', () => {
    expect(CATALOGUE.map(each => each.kind).sort()).toEqual(TEXTS.map(([, , kind]) => kind).sort());
  });

  it('[P18] finds the notice of high load in any sentence', () => {
    expect(classifySystemMessage('We are under high load, hold on')).toMatchObject({ kind: 'high_load' });
  });

  it.each(['', ' ', 'Welcome back!', 'Sorry', 'Error:', 'The agent said: Error: Session not found', '__proto__'])(
    '[P18] the catalogue does not know %j',
    text => {
      expect(classifySystemMessage(text)).toBeUndefined();
    },
  );

  it('[P18] answers any text with an entry of its own or with nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const found = classifySystemMessage(text);
        expect(found === undefined || CATALOGUE.includes(found)).toBe(true);
      }),
    );
  });

  it('[P18] no entry hides another that comes after it', () => {
    for (const each of CATALOGUE) expect(classifySystemMessage(each.pattern)).toBe(each);
  });
});
