/** CORS: decides, as browsers do, whether a page of another origin may read a reply. */

import { quoted } from '../../command/safe-text.ts';
import type { Reply } from '../findings/ports.ts';
import { describeTarget, isRedirect } from '../findings/redirects.ts';

/**
 * Returns the obstacle as a part of a sentence; undefined if there is none. If `asked` is given, the reply is that of a preflight for these headers.
 */
export function corsFault(reply: Reply, origin: string, asked?: readonly string[]): string | undefined {
  const { status, headers } = reply;
  if (asked && isRedirect(reply)) return `OPTIONS is redirected ${describeTarget(reply)}, which browsers do not follow`;
  if (asked && (status < 200 || status > 299)) return `OPTIONS is answered with ${status}`;
  const leave = headers.get('access-control-allow-origin');
  if (leave === null) return 'there is no Access-Control-Allow-Origin';
  if (leave.includes(',')) return 'Access-Control-Allow-Origin comes twice';
  if (leave !== '*' && leave !== origin) return `Access-Control-Allow-Origin is ${quoted(leave)}`;
  const allowed = (headers.get('access-control-allow-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  const missing = (asked ?? []).find(
    each => !allowed.includes(each) && (each === 'authorization' || !allowed.includes('*')),
  );
  return missing === undefined ? undefined : `Access-Control-Allow-Headers lacks ${missing}`;
}
