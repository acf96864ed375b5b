/** Runs the agent in every session: one turn after the other, each a sequence of steps with pauses in between. */

import { knowledgeOf } from '../agents/versions.ts';
import type { Scene, Step, Turn } from '../model/conversation.ts';
import { answer } from '../scenarios/scripts.ts';
import { expectEvent } from '../store/expected-events.ts';
import { DEMO_PROJECT } from '../store/projects.ts';
import type { Core, Session } from '../store/state.ts';
import { emit } from './delivery.ts';
import { waitForDesk } from './desk-queue.ts';
import { endSession } from './lifecycle.ts';

export const NO_CONVERSATION = 'Error: Conversation not found';

const UNANSWERED: Turn = { kind: 'unanswered', text: '', custom: {} };

/** Queues a turn for the agent. The turn starts when the replies to earlier turns are complete. */
export function takeTurn(core: Core, session: Session, at: number, turn: Turn): void {
  session.conversation.turns.push(turn);
  if (!session.conversation.running) nextTurn(core, session, at);
}

/** Lets the visitor wait in this queue for a person at the desk. The agent comes back if nobody accepts in time. */
export function queueForDesk(core: Core, session: Session, at: number, queueName: string): void {
  waitForDesk(core, session, at, queueName, due => takeTurn(core, session, due, UNANSWERED));
}

function nextTurn(core: Core, session: Session, at: number): void {
  const { conversation } = session;
  // Uses a loop, not recursion: at pace 0 a long queue would overflow the stack.
  for (let turn = conversation.turns.shift(); turn; turn = conversation.turns.shift()) {
    const steps = answerTo(core, session, at, turn)[Symbol.iterator]();
    conversation.running = { turn, steps };
    if (!advance(core, session, at)) return;
  }
}

function answerTo(core: Core, session: Session, at: number, turn: Turn): Iterable<Step> {
  const { stage } = session.conversation;
  // Checks again, because an error or a hand-off to the page may have ended the conversation since the message was queued.
  const nobody = turn.kind === 'message' && (stage === 'none' || stage === 'joining');
  return nobody ? [{ kind: 'error', text: NO_CONVERSATION }] : answer(core.script, sceneOf(core, session, at), turn);
}

/** Performs steps up to the next pause. Returns true if the turn is over; false at a pause, and if a step has ended the session. */
function advance(core: Core, session: Session, at: number): boolean {
  const { running } = session.conversation;
  if (!running) return false;
  for (;;) {
    const next = running.steps.next();
    if (next.done) {
      session.conversation.running = null;
      return true;
    }
    const step = next.value;
    const pauseMs = step.kind === 'wait' ? step.ms * core.pace : 0;
    if (pauseMs > 0) {
      core.queue.add(at + pauseMs, due => {
        if (advance(core, session, due)) nextTurn(core, session, due);
      });
      return false;
    }
    perform(core, session, at, running.turn, step);
    // The step has ended the session, and with it this turn.
    if (session.conversation.running !== running) return false;
  }
}

function perform(core: Core, session: Session, at: number, turn: Turn, step: Step): void {
  if (step.kind === 'event') emit(core, session, at, step.body);
  else if (step.kind === 'error') {
    emit(core, session, at, { type: 'SYSTEM_MESSAGE', level: 'error', message: step.text }, turn.custom);
  } else if (step.kind === 'end') endSession(core, session, at, step.reason);
  else if (step.kind === 'queue') {
    queueForDesk(core, session, at, step.queueName);
  }
}

function sceneOf(core: Core, session: Session, at: number): Scene {
  return {
    knowledge: knowledgeOf(core, DEMO_PROJECT, session.environment),
    expectEvent: () => expectEvent(core, core.records.get(session.id), at),
    conversation: session.conversation,
    streaming: session.streaming,
    random: core.settings.random,
    publicUrl: core.settings.publicUrl,
    waitsForDesk: core.live === 'desk',
    truncates: () => core.faults.strike('truncate-stream', session.id) !== null,
  };
}
