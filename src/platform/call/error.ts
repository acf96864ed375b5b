/** The error with which calls of the platform reject. */

import type { FieldProblem } from '../../contract/shape/errors.ts';

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
 * A call that failed. Without a response, `status` is 0 and `code` is `invalid_input` (refused before anything was sent), `wrong_host`,
 * `missing_key`, `no_answer` or `aborted`. With a response, `code` is the platform's own code, empty if the family has none; or `unreadable_answer`
 * if the response does not match the specification.
 */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** HTTP status; 0 without a response. */
  readonly status: number;
  /** Stable code of the error, see above; the empty string if there is none. */
  readonly code: string;
  /** Fields that were refused, each with a reason; empty if none are named. */
  readonly fields: readonly FieldProblem[];
  /** Id of the call in the platform's logs; the empty string if there is none. */
  readonly correlationId: string;
  /** True if the call conflicts with another change, or creates something that exists already: status 409, or a 400 of `merge` that names conflicts. */
  readonly conflict: boolean;
  /** True if the same call may succeed later: after 408, 429 and 5xx, and without a response if it is harmless to send the call twice. */
  readonly retryable: boolean;
  /** Milliseconds to wait before the next attempt, from the platform's Retry-After; null if it sent none. */
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
