/** The keys of the demo, and the families that each of them may call. */

import type { Family, KeyName, Method } from '../../contract/shape/route.ts';
import { Problem } from '../model/problem.ts';

interface Key {
  readonly opens: readonly KeyName[];
  readonly readsOnly?: boolean;
}

const KEYS: Readonly<Record<string, Key>> = {
  'demo-chat': { opens: ['chat'] },
  'demo-conversations': { opens: ['conversations'] },
  'demo-outbound': { opens: ['outbound'] },
  'demo-events': { opens: ['events'] },
  'demo-dni': { opens: ['dni'] },
  'demo-builder': { opens: ['builder'] },
  'demo-builder-readonly': { opens: ['builder'], readsOnly: true },
  'demo-none': { opens: [] },
};

/** Returns the key. Throws 401 if it is missing or unknown. If it may not make the call, throws 403, or 401 in a family that has no 403. */
export function checkKey(family: Family, method: Method, headers: Headers): string {
  const names = typeof family.keyHeader === 'string' ? [family.keyHeader] : Object.values(family.keyHeader);
  const name = names.find(each => headers.has(each)) ?? names[0] ?? '';
  const given = headers.get(name);
  if (!given) throw new Problem(401, `The header ${name} is missing.`, { code: 'AUTH_USER_INVALID_TOKEN' });
  const key = Object.hasOwn(KEYS, given) ? KEYS[given] : undefined;
  if (!key) throw new Problem(401, `The key in ${name} is not known.`, { code: 'AUTH_USER_INVALID_TOKEN' });
  const allowed = key.opens.includes(family.key) && !(key.readsOnly && method !== 'GET');
  if (allowed) return given;
  const status = family.forbids ? 403 : 401;
  const code = family.forbids ? 'USER_ACCESS_FORBIDDEN' : 'AUTH_USER_INVALID_TOKEN';
  throw new Problem(status, `The key in ${name} lacks the permission for this call.`, { code });
}
