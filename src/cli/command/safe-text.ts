/** Texts from elsewhere, made safe for a terminal: one line, no control characters, no secrets, short. */

const MAX_QUOTE = 120;

/** A text in one line and without anything that a terminal obeys: control characters, marks of direction, what has no width, half characters. */
export function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

/** Characters of a secret that give it away: an answer may quote only a part of it. */
const TELLING = 16;

/** A text that is fit for a terminal, with `(hidden)` in place of each secret. */
export function clean(text: string, secrets: readonly string[]): string {
  return plain(secrets.reduce(withoutSecret, text));
}

function withoutSecret(text: string, secret: string): string {
  if (secret === '') return text;
  const [before = '', ...after] = text.split(secret.slice(0, TELLING));
  const tail = secret.slice(TELLING);
  const rests = after.map(rest => rest.slice(sharedStart(rest, tail)));
  return [before, ...rests].join('(hidden)');
}

function sharedStart(text: string, other: string): number {
  let length = 0;
  while (length < other.length && text[length] === other[length]) length++;
  return length;
}

/** A text of somebody else's: plain, and short. */
export function brief(text: string): string {
  const line = plain(text);
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE)}…` : line;
}

export const quoted = (text: string): string => `"${brief(text)}"`;

/** An address without user name, query and fragment: any of them may hold a secret. */
export function shown(address: string): string {
  if (!URL.canParse(address)) return quotedAddress(address);
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === '/' ? '' : brief(pathname)}`;
}

/** As `shown`, of what is no http(s) address. */
export function quotedAddress(address: string): string {
  return quoted(address.replace(/[?#].*$/s, '').replace(/\/\/[^/]*@/, '//'));
}
