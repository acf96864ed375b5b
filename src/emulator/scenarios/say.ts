/** Makes the events of the agent's messages, whole or in chunks, with pauses like those of a person. */

import type { Attachment, CallAction, MessageBody } from '../../protocol/events.ts';
import type { Scene, Step } from '../model/conversation.ts';
import type { Random } from '../model/options.ts';

export interface Reply {
  readonly text: string;
  readonly suggestions?: readonly string[];
  readonly attachments?: readonly Attachment[];
  readonly callActions?: readonly CallAction[];
  /** True for a farewell: SESSION_END follows. */
  readonly ends?: boolean;
  /** Duration of thinking. Default 400 to 900 ms. */
  readonly thinkMs?: number;
}

export const LIVE_AGENT = { agentId: 'live-maya', agentName: 'Maya Okafor' };

/** Sends a message of the agent. Suggestions come with the complete message, or with the last chunk of a streamed one. */
export function* say(scene: Scene, reply: Reply): Generator<Step> {
  yield { kind: 'event', body: { type: 'AGENT_THINKING' } };
  yield { kind: 'wait', ms: reply.thinkMs ?? between(scene.random, 400, 900) };
  const body = bodyOf(scene, reply);
  if (scene.streaming) yield* stream(scene, body);
  else yield { kind: 'event', body: { type: 'AGENT_MESSAGE', ...body } };
}

/** Sends a message of the live agent, who types first and then sends the whole text. */
export function* sayLive(scene: Scene, reply: Reply): Generator<Step> {
  const who = { ...LIVE_AGENT, avatarUrl: `${scene.publicUrl}/media/maya.svg` };
  yield { kind: 'wait', ms: between(scene.random, 300, 700) };
  yield { kind: 'event', body: { type: 'LIVE_AGENT_TYPING', state: 'started', ...LIVE_AGENT } };
  yield { kind: 'wait', ms: reply.thinkMs ?? between(scene.random, 900, 1600) };
  yield { kind: 'event', body: { type: 'LIVE_AGENT_TYPING', state: 'stopped', ...LIVE_AGENT } };
  yield { kind: 'event', body: { type: 'LIVE_AGENT_MESSAGE', ...bodyOf(scene, reply), ...who } };
}

function between(random: Random, low: number, high: number): number {
  return Math.round(low + random.fraction() * (high - low));
}

function bodyOf(scene: Scene, reply: Reply): MessageBody {
  return {
    messageId: scene.random.uuid(),
    text: reply.text,
    attachments: reply.attachments ?? [],
    suggestions: (reply.suggestions ?? []).map(text => ({ text })),
    callActions: reply.callActions ?? [],
    ...(reply.ends ? { endsConversation: true } : {}),
  };
}

function* stream(scene: Scene, body: MessageBody): Generator<Step> {
  const texts = pieces(body.text, scene.random);
  const { messageId } = body;
  const hasExtras = [body.attachments, body.suggestions, body.callActions].some(list => list.length > 0);
  // Attachments, suggestions and call actions come in a last chunk without text.
  if (hasExtras || texts.length === 0) texts.push('');
  const stopAt = scene.truncates() ? Math.floor(texts.length / 2) : texts.length;
  for (const [index, text] of texts.slice(0, stopAt).entries()) {
    const isComplete = index === texts.length - 1;
    const bare = { messageId, text, attachments: [], suggestions: [], callActions: [] };
    const whole = { ...body, text };
    if (index > 0) yield { kind: 'wait', ms: between(scene.random, 30, 60) };
    yield {
      kind: 'event',
      body: { type: 'AGENT_MESSAGE_CHUNK', ...(isComplete ? whole : bare), chunkIndex: index + 1, isComplete },
    };
  }
}

/** Splits a text into groups of one to four words. White space stays in the groups, so joined together they are exactly the text. */
function pieces(text: string, random: Random): string[] {
  const words = text.match(/\s*\S+\s*/g) ?? (text === '' ? [] : [text]);
  const groups: string[] = [];
  for (let index = 0; index < words.length; ) {
    const size = 1 + Math.floor(random.fraction() * 4);
    groups.push(words.slice(index, index + size).join(''));
    index += size;
  }
  return groups;
}
