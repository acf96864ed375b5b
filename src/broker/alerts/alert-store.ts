/** Alerts of the platform, as its notices report them: which rules fire. */

/** A day: the platform sends no notice when a rule is deleted or disabled, so an older alert is no longer believed. */
const BELIEVED_MS = 86_400_000;
/** Largest number of rules in memory. An account has at most ten. */
const MAX_RULES = 100;

/** A rule has begun to fire, or no longer does. */
export interface AlertChange {
  /** Id of the rule. */
  readonly rule: string;
  readonly metric: string;
  readonly isFiring: boolean;
  /** Time of the change, in milliseconds since 1970. */
  readonly at: number;
}

/** Holds the latest change of each rule. Replicas that share one know the same alerts. */
export interface AlertStore {
  /** Stores the change, unless a later one of the same rule is stored. Never rejected: without its database an implementation uses memory. */
  put(change: AlertChange): Promise<void>;
  /** Returns the latest change of each rule. Never rejected. */
  all(): Promise<readonly AlertChange[]>;
}

export function createMemoryAlerts(): AlertStore {
  const changes = new Map<string, AlertChange>();
  return {
    async put(change) {
      const earlier = changes.get(change.rule);
      if (earlier && earlier.at >= change.at) return;
      changes.delete(change.rule);
      changes.set(change.rule, change);
      const [oldest] = changes.keys();
      if (changes.size > MAX_RULES && oldest !== undefined) changes.delete(oldest);
    },
    all: async () => [...changes.values()],
  };
}

/** Returns the metrics of the rules that fire at `now`. */
export async function firingMetrics(store: AlertStore, now: number): Promise<readonly string[]> {
  const changes = await store.all();
  return changes.filter(({ isFiring, at }) => isFiring && now - at < BELIEVED_MS).map(({ metric }) => metric);
}
