/** An error that a call of a REST family ends with. */

import type { FieldProblem } from '../../contract/shape/errors.ts';

/** Ends a call with an error in its family's shape. Thrown by handlers, and by the checks before them. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: readonly FieldProblem[];
  readonly retryAfter: number | undefined;

  constructor(status: number, message: string, more: Partial<Pick<Problem, 'code' | 'fields' | 'retryAfter'>> = {}) {
    super(message);
    this.status = status;
    this.code = more.code ?? '';
    this.fields = more.fields ?? [];
    this.retryAfter = more.retryAfter;
  }
}
