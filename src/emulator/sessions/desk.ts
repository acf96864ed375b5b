/** Acts of a person at the desk, who answers after a hand-off in place of the script. */

import type { Desk, Turn } from '../model/conversation.ts';
import type { Core, Session } from '../store/state.ts';
import { queueForDesk, takeTurn } from './agent-turns.ts';
import { emit } from './delivery.ts';
import { isWaiting, tellPositions } from './desk-queue.ts';
import { endSession } from './lifecycle.ts';

/** One act of the person. */
export type DeskAct =
  /** Takes the visitor out of the queue. Default name: Maya Okafor. */
  | { readonly act: 'accept'; readonly name?: string | undefined }
  | { readonly act: 'typing'; readonly state: 'started' | 'stopped' }
  | { readonly act: 'message'; readonly text: string }
  /** Puts the visitor, waiting or accepted, at the end of another queue. */
  | { readonly act: 'transfer'; readonly queue: string }
  /** Gives the visitor back to the agent. */
  | { readonly act: 'leave' }
  /** Leaves, and ends the session. */
  | { readonly act: 'end' };

type Person = NonNullable<Desk['person']>;
type ActOf<Name extends DeskAct['act']> = Extract<DeskAct, { readonly act: Name }>;

const DEFAULT_NAME = 'Maya Okafor';
const LEFT: Turn = { kind: 'left', text: '', custom: {} };

/** Performs an act. Returns false if it does not fit: nobody waits, or nobody of the desk has accepted. */
export function actAtDesk(core: Core, session: Session, at: number, act: DeskAct): boolean {
  const { desk } = session.conversation;
  if (session.state !== 'open' || !desk) return false;
  if (act.act === 'accept') return isWaiting(session) && accept(core, session, at, desk, act);
  if (act.act === 'transfer') return transfer(core, session, at, desk, act.queue);
  return desk.person !== null && speak(core, session, at, desk.person, act);
}

function accept(core: Core, session: Session, at: number, desk: Desk, { name = DEFAULT_NAME }: ActOf<'accept'>): true {
  const person = { agentId: `desk-${core.settings.random.uuid().slice(0, 8)}`, agentName: name };
  desk.person = person;
  session.conversation.stage = 'live';
  emit(core, session, at, { type: 'LIVE_AGENT_JOINED', ...person });
  tellPositions(core, at, desk.queueName);
  return true;
}

function transfer(core: Core, session: Session, at: number, { person, queueName }: Desk, queue: string): true {
  if (person) emit(core, session, at, { type: 'LIVE_AGENT_LEFT', ...person, reason: 'TRANSFERRED' });
  emit(core, session, at, { type: 'HANDOFF_ACCEPTED', queueName: queue });
  queueForDesk(core, session, at, queue);
  if (!person) tellPositions(core, at, queueName);
  return true;
}

function speak(
  core: Core,
  session: Session,
  at: number,
  person: Person,
  act: Exclude<DeskAct, ActOf<'accept' | 'transfer'>>,
): true {
  if (act.act === 'typing') {
    emit(core, session, at, { type: 'LIVE_AGENT_TYPING', state: act.state, ...person });
  } else if (act.act === 'message') {
    const messageId = core.settings.random.uuid();
    const nothing = { attachments: [], suggestions: [], callActions: [] };
    emit(core, session, at, { type: 'LIVE_AGENT_TYPING', state: 'stopped', ...person });
    emit(core, session, at, { type: 'LIVE_AGENT_MESSAGE', messageId, text: act.text, ...nothing, ...person });
  } else {
    const isEnd = act.act === 'end';
    const reason = isEnd ? 'CONVERSATION_COMPLETED' : 'AGENT_LEFT';
    emit(core, session, at, { type: 'LIVE_AGENT_LEFT', ...person, reason });
    session.conversation.desk = null;
    if (isEnd) endSession(core, session, at, 'natural-end');
    else takeTurn(core, session, at, LEFT);
  }
  return true;
}
