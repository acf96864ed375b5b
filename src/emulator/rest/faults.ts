/** Applies the fault `http-status` to calls of the REST families. */

import type { AnyRoute } from '../../contract/shape/route.ts';
import { namesPath, routePath } from '../faults/fault-paths.ts';
import { Problem } from '../model/problem.ts';
import type { Core } from '../store/state.ts';

export function routeFault(core: Core, route: AnyRoute): void {
  const fault = core.faults.strike('http-status', null, each => namesPath(each.path, routePath(route)));
  if (!fault) return;
  const { status, retryAfter } = fault;
  const code = status >= 500 ? 'INTERNAL_SERVER_ERROR' : '';
  throw new Problem(status, `Status ${status} was ordered through the control API.`, { code, retryAfter });
}
