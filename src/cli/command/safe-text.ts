/** Makes texts from other servers safe for a terminal: short, in one line, without control characters and secrets. */

const MAX_EXCERPT = 120;

/** Returns a text in one line, without control, format and bidi characters and without unpaired surrogates. */
export function sanitize(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Number of characters by which a secret is recognised, because a server may quote only its beginning. */
const SECRET_PREFIX = 16;

/** Returns a text fit for a terminal, with `(hidden)` in place of each secret. */
export function redact(text: string, secrets: readonly string[]): string {
  return sanitize(secrets.reduce(withoutSecret, text));
}

function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const [before = '', ...after] = text.split(secret.slice(0, SECRET_PREFIX));
  const tail = secret.slice(SECRET_PREFIX);
  const rests = after.map(rest => rest.slice(commonPrefixLength(rest, tail)));
  return [before, ...rests].join('(hidden)');
}

function commonPrefixLength(text: string, other: string): number {
  let length = 0;
  while (length < other.length && text[length] === other[length]) length++;
  return length;
}

/** Returns the beginning of a text from a server, in one line. */
export function excerpt(text: string): string {
  const line = sanitize(text);
  return line.length > MAX_EXCERPT ? `${line.slice(0, MAX_EXCERPT)}…` : line;
}

export const quoted = (text: string): string => `"${excerpt(text)}"`;

/** Returns an address without user name, query and fragment, which may hold secrets. */
export function displayUrl(address: string): string {
  if (!URL.canParse(address)) return quoteUrl(address);
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === '/' ? '' : excerpt(pathname)}`;
}

/** Quotes a text that is not an http(s) address, without user name, query and fragment. */
export function quoteUrl(address: string): string {
  return quoted(address.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//'));
}
