/**
 * Every error text that the platform can send in a conversation. A tester gets one by writing `error` and its word. After a text that asks the
 * visitor to join again, joining works.
 */

import type { Scenario, Scene, Step } from '../model/conversation.ts';
import { say } from './say.ts';

interface ErrorWord {
  readonly word: string;
  readonly text: string;
  /** The error ends the conversation. The next join request starts a new one. */
  readonly endsConversation?: true;
}

const ERRORS: readonly ErrorWord[] = [
  { word: 'high load', text: 'Our system is experiencing high load. Please try again in a moment.' },
  {
    word: 'start',
    text: "Sorry, I'm unable to start a conversation right now. Please try again later.",
    endsConversation: true,
  },
  { word: 'no response', text: "Sorry, I'm having trouble responding right now. Please try again." },
  { word: 'agent', text: 'Sorry, I encountered an error. Please try again.' },
  { word: 'session not found', text: 'Error: Session not found' },
  { word: 'session unavailable', text: 'Error: Unable to retrieve session' },
  { word: 'connector', text: 'Error: Connector not found' },
  { word: 'conversation', text: 'Error: Conversation not found', endsConversation: true },
  { word: 'conversation id', text: 'Error: Conversation ID not found in session', endsConversation: true },
  { word: 'handoff connect', text: 'Sorry, we could not connect you to an agent. Please try again.' },
  { word: 'forward', text: 'Failed to forward message to live agent' },
  { word: 'handoff', text: 'Sorry, handoff could not be initiated.' },
];

/** The words that follow `error`. */
export const ERROR_WORDS: readonly string[] = ERRORS.map(each => each.word);

/** Returns the scenario of a message such as `error high load`. For an unknown word, or `error list`, the agent lists all words. */
export function errorScene(rest: string): Scenario {
  const wanted = rest.toLowerCase().replace(/\s+/g, ' ').replace(/[.]$/, '');
  const found = ERRORS.find(each => each.word === wanted);
  return found ? scene => fail(scene, found) : listErrors;
}

function* fail(scene: Scene, error: ErrorWord): Generator<Step> {
  yield { kind: 'event', body: { type: 'AGENT_THINKING' } };
  yield { kind: 'wait', ms: 500 };
  if (error.endsConversation) scene.conversation.stage = 'none';
  yield { kind: 'error', text: error.text };
}

function listErrors(scene: Scene): Iterable<Step> {
  const rows = ERRORS.map(({ word, text }) => `| \`error ${word}\` | ${text} |`);
  return say(scene, {
    text: ['These are the errors I can produce for you:', '', '| Write | You get |', '|---|---|', ...rows].join('\n'),
    suggestions: ['error high load', 'error start', 'error no response'],
  });
}
