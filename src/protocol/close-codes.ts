/** Close codes of the socket, and the client's reaction to them (docs/PROTOCOL.md, Close codes). */

/**
 * Meaning of a close code. `reconnect`: the connection was lost. `replaced`: another socket took over, do not reconnect. `rejected`: the session is
 * gone. `ended`: closed cleanly.
 */
export type CloseMeaning = 'reconnect' | 'replaced' | 'rejected' | 'ended';

export const CLOSE_NORMAL = 1000;
export const CLOSE_ABNORMAL = 1006;
const CLOSE_REPLACED = 4000;
export const CLOSE_REJECTED = 4001;

export function closeMeaning(code: number): CloseMeaning {
  if (code === CLOSE_NORMAL) return 'ended';
  if (code === CLOSE_REPLACED) return 'replaced';
  if (code === CLOSE_REJECTED) return 'rejected';
  return 'reconnect';
}
