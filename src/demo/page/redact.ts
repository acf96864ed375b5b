/**
 * Removes anything that looks like a token or a ticket from a text before it is shown or copied. This is only a safeguard, because such texts
 * should contain none.
 */

const GONE = '[redacted]';

/**
 * Matches compact JWS and JWE: three or five parts, the first of which is JSON in base64url. Other parts may be empty, such as the encrypted key in
 * a ticket.
 */
const JOSE = /\bey[\w-]{6,}(?:\.[\w-]*){2,4}/g;

const SECRET = '(?:access|refresh|resume|id|connector)_?(?:token|ticket)|authorization|x-token';
/** Matches `"access_token": "…"`, even in JSON inside a string, and `access_token=…` in an address. */
const PAIR = new RegExp(`((?:${SECRET})(?:\\\\*["'])?\\s*[:=]\\s*(?:\\\\*["'])?)([^"'\\\\\\s&,;}]+)`, 'gi');
const SECRET_NAME = new RegExp(`^(?:${SECRET}|token|ticket|nonce)$`, 'i');
const BEARER = /\b(Bearer\s+)[\w.~+/=-]{8,}/gi;

export function redact(text: string): string {
  return text.replace(BEARER, `$1${GONE}`).replace(JOSE, GONE).replace(PAIR, `$1${GONE}`);
}

/** Copies plain data. Redacts all strings, and every value whose name is that of a secret. */
export function redactData(value: unknown): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redactData);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [redact(name), isSecret(name, each) ? GONE : redactData(each)]),
  );
}

function isSecret(name: string, value: unknown): boolean {
  return typeof value === 'string' && value !== '' && SECRET_NAME.test(name);
}
