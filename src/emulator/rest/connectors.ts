/** Checks the connector token that a Chat call has beside its key. Returns the token's environment. */

import type { Environment } from '../../contract/shape/fields.ts';
import { Problem } from '../model/problem.ts';
import type { Core } from '../store/state.ts';

export function checkConnector(core: Core, header: string, headers: Headers): Environment {
  const token = headers.get(header);
  const connector = core.settings.connectors.find(each => each.token === token);
  if (connector) return connector.environment ?? 'live';
  const message = token ? `The connector token in ${header} is not known.` : `The header ${header} is missing.`;
  throw new Problem(401, message, { code: 'AUTH_USER_INVALID_TOKEN' });
}
