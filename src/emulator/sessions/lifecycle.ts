/** Ends sessions: at the user's or the agent's request, or after the idle time. */

import { CLOSE_NORMAL } from '../../protocol/close-codes.ts';
import type { SessionEndReason } from '../../protocol/events.ts';
import type { Core, Session } from '../store/state.ts';
import { closeSocket, emit } from './delivery.ts';

/** Ends a session: sends SESSION_END, closes all sockets with 1000, and refuses new ones. */
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

/** Ends a session after the idle time, with the reason that the user has left. */
export function expireSession(core: Core, session: Session, at: number): void {
  endSession(core, session, at, 'user-abandoned', 'expired');
}

/** Queues the session's next idle check, at the time when the warning or the expiry may be due. */
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
  // Sends no warning if the expiry is configured to come before it.
  core.queue.add(session.idleSince + (session.warned ? idleExpiryMs : Math.min(idleWarningMs, idleExpiryMs)), look);
}
