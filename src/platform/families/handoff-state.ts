/** Handoff state (docs/PLATFORM.md). */

import { getHandoffState } from '../../contract/families/handoff-state.ts';
import { call } from '../call/call.ts';
import type { Connection } from '../call/connection.ts';
import type { HandoffState } from './runtime-types.ts';

export const handoffStateCalls = (connection: Connection) => ({
  /** Returns the data that a conversation stored at its hand-off, by the conversation's id. Rejected with 404 if it was never handed off. */
  byId: (id: string): Promise<HandoffState> => call(connection, getHandoffState, { query: { id } }),
  /** Like `byId`, but by the integrator's own id. If several conversations have it, returns the data of the newest hand-off. */
  bySharedId: (sharedId: string): Promise<HandoffState> =>
    call(connection, getHandoffState, { query: { shared_id: sharedId } }),
});
