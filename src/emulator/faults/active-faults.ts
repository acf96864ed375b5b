/** The active faults. Finds the one that applies, and counts how often it may still strike. */

import type { FaultKind, FaultOf, FaultSpec } from './fault-specs.ts';

export interface Faults {
  add(spec: FaultSpec): void;
  clear(): void;
  /** Returns the active faults. Their `times` is the number of strikes left. */
  list(): readonly FaultSpec[];
  /** Returns the first fault of this kind that applies to the session and passes the test, without counting a strike. */
  find<K extends FaultKind>(
    kind: K,
    sessionId: string | null,
    test?: (fault: FaultOf<K>) => boolean,
  ): FaultOf<K> | null;
  /** Counts one strike of a fault that `find` returned. */
  spend(fault: FaultSpec): void;
  /** `find` and `spend` in one. */
  strike<K extends FaultKind>(
    kind: K,
    sessionId: string | null,
    test?: (fault: FaultOf<K>) => boolean,
  ): FaultOf<K> | null;
}

export function createFaults(): Faults {
  /** Spec → strikes left. */
  const active = new Map<FaultSpec, number>();

  const find: Faults['find'] = (kind, sessionId, test) => {
    for (const fault of active.keys()) {
      if (!isKind(fault, kind)) continue;
      if (fault.sessionId !== undefined && fault.sessionId !== sessionId) continue;
      if (!test || test(fault)) return fault;
    }
    return null;
  };
  const spend = (fault: FaultSpec): void => {
    const left = active.get(fault);
    if (left === undefined) return;
    if (left <= 1) active.delete(fault);
    else active.set(fault, left - 1);
  };
  return {
    add: spec => void active.set({ ...spec }, spec.times ?? Number.POSITIVE_INFINITY),
    clear: () => active.clear(),
    list: () => [...active].map(([fault, left]) => (Number.isFinite(left) ? { ...fault, times: left } : fault)),
    find,
    spend,
    strike(kind, sessionId, test) {
      const fault = active.size === 0 ? null : find(kind, sessionId, test);
      if (fault) spend(fault);
      return fault;
    },
  };
}

function isKind<K extends FaultKind>(fault: FaultSpec, kind: K): fault is FaultOf<K> {
  return fault.kind === kind;
}
