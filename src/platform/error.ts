/** The one error that calls of the platform are rejected with. */

import type { FieldProblem } from '../contract/errors.ts';

export interface PlatformErrorFacts {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly FieldProblem[];
  readonly correlationId?: string;
  readonly conflict?: boolean;
  readonly retryable?: boolean;
  readonly retryAfterMs?: number | null;
  readonly cause?: unknown;
}

/**
 * A call that failed. `status` is 0 if there was no answer: `code` is then `invalid_input` (a check before the network), `wrong_host`, `missing_key`,
 * `no_answer` or `aborted`. With an answer, `code` is the platform's own, or empty where the family has none; `unreadable_answer` if the answer is not
 * what the platform promises.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  readonly code: string;
  /** Fields that were refused, with a reason each; empty if the platform names none. */
  readonly fields: readonly FieldProblem[];
  /** Id of the call in the platform's logs, or the empty string. */
  readonly correlationId: string;
  /** The call would change what has changed meanwhile, or makes what is there already: 409, and a merge's 400 that names conflicts. */
  readonly conflict: boolean;
  /** The same call may succeed later: after 408, 429, 5xx, or without an answer where a repeat does no harm. */
  readonly retryable: boolean;
  /** Pause that the platform asks for, in milliseconds; null if it asks for none. */
  readonly retryAfterMs: number | null;

  constructor(facts: PlatformErrorFacts) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.status = facts.status;
    this.code = facts.code;
    this.fields = facts.fields ?? [];
    this.correlationId = facts.correlationId ?? '';
    this.conflict = facts.conflict ?? false;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}
