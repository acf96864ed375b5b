/** The scripted agent over Chat: the same scripts and words as over Messaging, without pauses. All texts of a reply are joined into one. */

import { knowledgeOf } from '../agents/versions.ts';
import type { Scene, Step } from '../model/conversation.ts';
import { answer } from '../scenarios/scripts.ts';
import type { ChatConversation } from '../store/chats.ts';
import { expectEvent } from '../store/expected-events.ts';
import type { Core } from '../store/state.ts';

export interface Spoken {
  readonly response: string;
  readonly ends: boolean;
  readonly handsOff: boolean;
}

const SILENCE = 'I did not hear anything. How can I help?';

export const greet = (core: Core, chat: ChatConversation, at: number): Spoken => take(core, chat, at, 'join', '');

/** Returns the agent's reply to a message. An empty message means that the caller said nothing. */
export function answerTo(core: Core, chat: ChatConversation, at: number, message: string): Spoken {
  return message === ''
    ? { response: SILENCE, ends: false, handsOff: false }
    : take(core, chat, at, 'message', message);
}

function take(core: Core, chat: ChatConversation, at: number, kind: 'join' | 'message', text: string): Spoken {
  const texts: string[] = [];
  for (const step of answer(core.script, sceneOf(core, chat, at), { kind, text, custom: {} })) {
    if (step.kind === 'end') return { response: joined(texts), ends: true, handsOff: false };
    // After a hand-off a person or the page replies elsewhere.
    if (isHandedOver(step)) return { response: joined(texts), ends: true, handsOff: true };
    if (step.kind === 'error') texts.push(step.text);
    if (step.kind === 'event' && step.body.type === 'AGENT_MESSAGE') texts.push(step.body.text);
    if (step.kind === 'event' && step.body.type === 'LANGUAGE_CHANGED') chat.record.language = step.body.languageCode;
  }
  return { response: joined(texts), ends: false, handsOff: false };
}

const joined = (texts: readonly string[]): string => texts.join('\n\n');

function isHandedOver(step: Step): boolean {
  if (step.kind === 'queue') return true;
  return step.kind === 'event' && ['LIVE_AGENT_JOINED', 'CLIENT_HANDOFF_REQUIRED'].includes(step.body.type);
}

function sceneOf(core: Core, { conversation, record }: ChatConversation, at: number): Scene {
  const { random, publicUrl } = core.settings;
  const knowledge = knowledgeOf(core, record.projectId, record.environment);
  return {
    conversation,
    streaming: false,
    random,
    publicUrl,
    truncates: () => false,
    waitsForDesk: core.live === 'desk',
    knowledge,
    expectEvent: () => expectEvent(core, record, at),
  };
}
