/** The end of a session: by the user, by the agent, or by silence. */

import { CLOSE_NORMAL } from '../../protocol/close-codes.ts';
import type { SessionEndReason } from '../../protocol/events.ts';
import type { Core, Session } from '../store/state.ts';
import { closeSocket, emit } from './delivery.ts';

/** SESSION_END to everybody, sockets closed with 1000; the session takes no socket any more. */
export function endSession(
  core: Core,
  session: Session,
  at: number,
  reason: SessionEndReason,
  state: 'ended' | 'expired' = 'ended',
): void {
  if (session.state !== 'open') return;
  emit(core, session, at, { type: 'SESSION_END', reason });
  session.state = state;
  session.conversation.running = null;
  session.conversation.turns.length = 0;
  for (const socket of [...session.sockets]) closeSocket(core, at, socket, CLOSE_NORMAL, 'session ended');
}

/** Ends a session after the idle time: the user counts as gone. */
export function expireSession(core: Core, session: Session, at: number): void {
  endSession(core, session, at, 'user-abandoned', 'expired');
}

/** Keeps one task in the queue per session. It checks the length of the silence, and returns when a warning or the end may be due. */
export function watchIdle(core: Core, session: Session): void {
  const { idleWarningMs, idleExpiryMs } = core.settings;
  const look = (at: number): void => {
    if (session.state !== 'open') return;
    const idleMs = at - session.idleSince;
    if (idleMs >= idleExpiryMs) {
      expireSession(core, session, at);
      return;
    }
    if (idleMs >= idleWarningMs && !session.warned) {
      session.warned = true;
      emit(core, session, at, { type: 'SESSION_IDLE_WARNING' });
    }
    watchIdle(core, session);
  };
  // An end that is set before the warning comes without one.
  core.queue.add(session.idleSince + (session.warned ? idleExpiryMs : Math.min(idleWarningMs, idleExpiryMs)), look);
}
