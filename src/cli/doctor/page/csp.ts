/**
 * Parses Content-Security-Policies, and decides what they allow a page to load. Follows CSP level 3, or Chromium if that is stricter: `https:` does
 * not match `wss:`.
 */

export interface Policy {
  /** Sources by directive, in lower case. If a directive is given twice, the first one counts. */
  readonly directives: ReadonlyMap<string, readonly string[]>;
}

/** Parses a header, which may hold several policies separated by commas. */
export function readPolicies(text: string): readonly Policy[] {
  return text
    .split(',')
    .map(readPolicy)
    .filter(policy => policy.directives.size > 0);
}

export function readPolicy(text: string): Policy {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/);
    const key = name?.toLowerCase();
    if (key && !directives.has(key)) directives.set(key, sources);
  }
  return { directives };
}

export interface Governing {
  readonly directive: string;
  readonly sources: readonly string[];
}

/** Returns the first of these directives that the policy contains. Only that one applies. */
export function governingDirective(policy: Policy, names: readonly string[]): Governing | undefined {
  const directive = names.find(name => policy.directives.has(name));
  return directive === undefined ? undefined : { directive, sources: policy.directives.get(directive) ?? [] };
}

/** A script that is loaded by a tag, or imported by the script `parent`. */
export interface ScriptLoad {
  readonly url: string;
  readonly nonce: string;
  readonly integrity: string;
  readonly parent?: ScriptLoad;
}

export function allowsScript(sources: readonly string[], script: ScriptLoad, page: string): boolean {
  if (script.nonce !== '' && sources.includes(`'nonce-${script.nonce}'`)) return true;
  const hashes = script.integrity.split(/\s+/).filter(each => /^sha(256|384|512)-/.test(each));
  if (hashes.length > 0 && hashes.every(hash => sources.includes(`'${hash}'`))) return true;
  // With 'strict-dynamic' addresses are ignored, and a trusted script may import others.
  if (has(sources, "'strict-dynamic'"))
    return script.parent !== undefined && allowsScript(sources, script.parent, page);
  return allowsUrl(sources, script.url, page);
}

/** Returns true if a source matches the address. `page` is the page's address, for `'self'` and for sources without a scheme. */
export function allowsUrl(sources: readonly string[], address: string, page: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(page)) return false;
  const url = new URL(address);
  return sources.some(source => matchesSource(source, url, new URL(page)));
}

const has = (sources: readonly string[], keyword: string): boolean =>
  sources.some(source => source.toLowerCase() === keyword);

function matchesSource(source: string, url: URL, page: URL): boolean {
  if (source === '*') return /^(https?|wss?):$/.test(url.protocol) || url.protocol === page.protocol;
  if (/^[a-z][a-z\d+.-]*:$/i.test(source)) return schemeFits(source.toLowerCase(), url.protocol);
  if (source.toLowerCase() === "'self'") return matchesSelf(url, page);
  const parts = /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*|(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::(\d+|\*))?(\/[^?#]*)?$/i.exec(
    source,
  );
  if (!parts || source.startsWith("'")) return false;
  const [, scheme = page.protocol, host = '', port = '', path = ''] = parts;
  return (
    schemeFits(scheme.toLowerCase(), url.protocol) &&
    hostFits(host.toLowerCase(), url.hostname) &&
    portFits(port, url) &&
    pathFits(path, url.pathname)
  );
}

/** Returns true if the scheme, or its insecure variant, is allowed. */
function schemeFits(allowed: string, given: string): boolean {
  return allowed === given || (allowed === 'http:' && given === 'https:') || (allowed === 'ws:' && given === 'wss:');
}

function matchesSelf(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return true;
  const safer = /^(https|wss):$/.test(url.protocol) || (page.protocol === 'http:' && url.protocol === 'ws:');
  const ports = url.port === page.port || (hasDefaultPort(url) && hasDefaultPort(page));
  return url.hostname === page.hostname && ports && safer;
}

const hasDefaultPort = (url: URL): boolean => url.port === '';

function hostFits(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function portFits(port: string, url: URL): boolean {
  if (port === '*') return true;
  const actual = url.port || (/^(https|wss):$/.test(url.protocol) ? '443' : '80');
  return port === '' ? hasDefaultPort(url) : port === actual || (port === '80' && actual === '443');
}

/** Returns true if the path matches. A pattern with a closing slash matches everything below it. */
function pathFits(pattern: string, path: string): boolean {
  return pattern === '' || (pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern);
}
