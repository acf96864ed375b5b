/** Warns about values that the broker accepts but that are probably mistakes. */

import { isForbiddenPort } from '../protocol/forbidden-ports.ts';
import { readOriginRule } from './access/allowed-origins.ts';

interface Warning {
  readonly variable: string;
  readonly message: string;
}

/** Domains below which anyone can register a name, in the common cases. */
const SHARED_DOMAINS = new Set(
  'co.uk org.uk com.au co.nz co.jp co.in com.br co.za com.tr com.mx github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com web.app firebaseapp.com azurewebsites.net cloudfront.net myshopify.com webflow.io fly.dev onrender.com'.split(
    ' ',
  ),
);

/** Warns about a port that browsers refuse. This is only a warning, because the port may be usable behind a proxy. */
export function portWarnings(port: unknown): readonly Warning[] {
  const message = `PORT: browsers and fetch refuse to call ${port}. Choose another one, unless a proxy stands in front, at a port of its own.`;
  return typeof port === 'number' && isForbiddenPort(port) ? [{ variable: 'PORT', message }] : [];
}

/** Warns about a wildcard that lets in the sites of strangers. */
export function originWarnings(variable: string, origins: unknown): readonly Warning[] {
  if (!Array.isArray(origins)) return [];
  const place = origins.findIndex(entry => {
    const rule = typeof entry === 'string' ? readOriginRule(entry) : undefined;
    return rule?.wildcard === true && SHARED_DOMAINS.has(rule.host);
  });
  const message = `${variable}: entry ${place + 1} allows the sites of everybody who has a name below this domain. List your own names instead.`;
  return place < 0 ? [] : [{ variable, message }];
}
