/** The error that handlers of the REST families throw. */

import type { FieldProblem } from '../../contract/shape/errors.ts';

/** Ends a call with an error response in the format of its family. */
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
