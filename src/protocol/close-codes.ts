/** What a socket's close code tells a client to do (docs/PROTOCOL.md, Close codes). */

/** `reconnect`: a drop. `replaced`: another socket took over, stay quiet. `rejected`: the session is gone. `ended`: closed cleanly. */
export type CloseMeaning = 'reconnect' | 'replaced' | 'rejected' | 'ended';

export const CLOSE_NORMAL = 1000;
export const CLOSE_ABNORMAL = 1006;
const CLOSE_REPLACED = 4000;
const CLOSE_REJECTED = 4001;

export function closeMeaning(code: number): CloseMeaning {
  if (code === CLOSE_NORMAL) return 'ended';
  if (code === CLOSE_REPLACED) return 'replaced';
  if (code === CLOSE_REJECTED) return 'rejected';
  return 'reconnect';
}
