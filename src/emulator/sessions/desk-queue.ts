/** The queue of the desk: visitors who wait for a person after a hand-off, in the order in which they came. */

import type { Desk } from '../model/conversation.ts';
import type { Core, Session } from '../store/state.ts';
import { emit } from './delivery.ts';

const STATUS_EVERY_MS = 30_000;
/** Time after which the hand-off times out. */
const LONGEST_WAIT_MS = 5 * 60_000;

/** Puts the visitor at the end of a queue, and tells the position again and again. Calls `giveUp` if nobody accepts in time. */
export function waitForDesk(
  core: Core,
  session: Session,
  at: number,
  queueName: string,
  giveUp: (at: number) => void,
): void {
  const { conversation } = session;
  const desk: Desk = { queueName, waitingSince: at, person: null };
  conversation.stage = 'queue';
  conversation.desk = desk;
  const look = (due: number): void => {
    if (conversation.desk !== desk || !isWaiting(session)) return;
    if (due - desk.waitingSince >= LONGEST_WAIT_MS) {
      conversation.desk = null;
      tellPositions(core, due, queueName);
      giveUp(due);
      return;
    }
    tellPosition(core, session, due);
    core.queue.add(due + STATUS_EVERY_MS, look);
  };
  look(at);
}

export const isWaiting = ({ state, conversation: { desk } }: Session): boolean =>
  state === 'open' && desk !== null && desk.person === null;

/** Tells everybody who waits in the queue the new position. */
export function tellPositions(core: Core, at: number, queueName: string): void {
  for (const each of waitingIn(core, queueName)) tellPosition(core, each, at);
}

function tellPosition(core: Core, session: Session, at: number): void {
  const queueName = session.conversation.desk?.queueName ?? '';
  const position = waitingIn(core, queueName).indexOf(session) + 1;
  emit(core, session, at, { type: 'HANDOFF_QUEUE_STATUS', queueName, position, waitSeconds: position * 30 });
}

function waitingIn(core: Core, queueName: string): readonly Session[] {
  const since = ({ conversation }: Session) => conversation.desk?.waitingSince ?? 0;
  return [...core.sessions.values()]
    .filter(each => isWaiting(each) && each.conversation.desk?.queueName === queueName)
    .sort((a, b) => since(a) - since(b));
}
