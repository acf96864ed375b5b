/** Hand-offs: to a person after a wait in the queue, to a queue that times out, and to the host page. */

import type { Scene, Step } from '../model/conversation.ts';
import { LIVE_AGENT, type Reply, say, sayLive } from './say.ts';

const QUEUE = 'Customer care';
const TRIGGERED: Step = { kind: 'event', body: { type: 'AGENT_TRIGGERED_HANDOFF' } };
const LEFT: Step = { kind: 'event', body: { type: 'AGENT_LEFT', reason: 'handoff' } };
const ACCEPTED: Step = { kind: 'event', body: { type: 'HANDOFF_ACCEPTED', queueName: QUEUE } };
const HANDED_OVER = { text: "Of course. I'm asking a colleague from the shop to join us. One moment, please." };

export function* handoff(scene: Scene): Generator<Step> {
  if (scene.waitsForDesk) {
    yield* deskHandoff(scene);
    return;
  }
  yield* say(scene, HANDED_OVER);
  yield* enterQueue();
  for (const position of [3, 2, 1]) yield* queueStatus(position);
  scene.conversation.stage = 'live';
  yield {
    kind: 'event',
    body: { type: 'LIVE_AGENT_JOINED', ...LIVE_AGENT, avatarUrl: `${scene.publicUrl}/media/maya.svg` },
  };
  yield* sayLive(scene, {
    text: "Hello, this is Maya from the shop. I've read what you wrote to Fern. How can I help?",
  });
}

/** Hands over to the queue, in which the visitor waits for a person at the desk. */
export function* deskHandoff(scene: Scene): Generator<Step> {
  yield* say(scene, HANDED_OVER);
  yield* enterQueue();
  yield { kind: 'queue', queueName: QUEUE };
}

export function* failedHandoff(scene: Scene): Generator<Step> {
  yield TRIGGERED;
  yield { kind: 'wait', ms: 1200 };
  yield { kind: 'event', body: { type: 'HANDOFF_FAILED', reason: 'NO_AGENTS_AVAILABLE' } };
  yield* say(scene, {
    text: "I couldn't reach a colleague just now. You can call us instead, or I can keep helping you here.",
    callActions: [{ title: 'Call the shop', number: '+442079460123' }],
  });
}

/** Lets the queue time out. The agent has left by then, so it joins again. */
export function* timedOutHandoff(scene: Scene): Generator<Step> {
  yield* enterQueue();
  for (const position of [2, 2]) yield* queueStatus(position);
  yield* unanswered(scene);
}

/** Ends the wait in the queue, and brings the agent back. */
export function* unanswered(scene: Scene): Generator<Step> {
  yield { kind: 'event', body: { type: 'HANDOFF_TIMEOUT', reason: 'QUEUE_TIMEOUT' } };
  yield* comeBack(scene, {
    text: 'Fern here again. Sorry, no one is available right now. Shall I take your question myself, or would you rather call?',
    callActions: [{ title: 'Call the shop', number: '+442079460123' }],
  });
}

/** Brings the agent back after the person has left. */
export const takenBack = (scene: Scene): Iterable<Step> =>
  comeBack(scene, { text: 'Fern here again. What else can I do for you?' });

function* comeBack(scene: Scene, reply: Reply): Generator<Step> {
  scene.conversation.stage = 'agent';
  yield {
    kind: 'event',
    body: { type: 'AGENT_JOINED', agentName: 'Fern', avatarUrl: `${scene.publicUrl}/media/fern.svg` },
  };
  yield* say(scene, reply);
}

/** Hands over to the host page. No agent is present afterwards; a join request brings it back. */
export function* clientHandoff(scene: Scene): Generator<Step> {
  yield TRIGGERED;
  yield { kind: 'wait', ms: 600 };
  yield {
    kind: 'event',
    body: {
      type: 'CLIENT_HANDOFF_REQUIRED',
      reason: 'COMPLEX_QUERY',
      queueName: QUEUE,
      route: 'furniture-advice',
    },
  };
  scene.conversation.stage = 'none';
  yield LEFT;
}

/** Lets Maya, the live agent, reply to a message. `bye` ends the conversation. */
export function* liveScene(scene: Scene, text: string): Generator<Step> {
  if (/^\s*(?:good)?bye[\s.!]*$/i.test(text)) {
    yield* sayLive(scene, { text: 'Thank you for stopping by. Take care, and have a lovely day.' });
    yield { kind: 'event', body: { type: 'LIVE_AGENT_LEFT', ...LIVE_AGENT, reason: 'CONVERSATION_COMPLETED' } };
    yield { kind: 'end', reason: 'natural-end' };
    return;
  }
  yield* sayLive(scene, { text: liveAnswer(scene, text) });
}

const LIVE_ANSWERS: readonly ((text: string) => string)[] = [
  text => `Thank you. I've noted "${text}" and I'm looking it up now.`,
  text => `About "${text}": I can arrange that from here. Is there anything else I should know?`,
  text => `Got it: "${text}". I'll call the workshop and write to you today.`,
];

function liveAnswer(scene: Scene, text: string): string {
  if (/\b(?:hello|hi|hey)\b/i.test(text)) return 'Hello to you too. What can I do for you?';
  if (/\b(?:thanks|thank you)\b/i.test(text)) return "You're welcome. Write `bye` when you have all you need.";
  const quoted = text.trim().length > 120 ? `${[...text.trim()].slice(0, 120).join('')}…` : text.trim();
  const answer = LIVE_ANSWERS[Math.floor(scene.random.fraction() * LIVE_ANSWERS.length)];
  return answer ? answer(quoted) : quoted;
}

function* enterQueue(): Generator<Step> {
  yield TRIGGERED;
  yield { kind: 'wait', ms: 500 };
  yield LEFT;
  yield { kind: 'wait', ms: 400 };
  yield ACCEPTED;
}

function* queueStatus(position: number): Generator<Step> {
  const waitSeconds = position * 30;
  yield {
    kind: 'event',
    body: {
      type: 'HANDOFF_QUEUE_STATUS',
      queueName: QUEUE,
      position,
      waitSeconds,
      displayMessage:
        position === 1 ? 'Somebody will be with you shortly.' : 'Thank you for waiting. We answer in order.',
    },
  };
  yield { kind: 'wait', ms: 2500 };
}
