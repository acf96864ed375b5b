/** Decides which addresses may become links or pictures. Every address is checked here, because the platform's texts come from strangers. */

/**
 * Returns the address as the browser understands it, or null if it must not be followed. `base`: the page to which a relative address
 * belongs.
 */
export const safeHref = (text: string, base?: string): string | null =>
  checked(text, /^(https?|mailto|tel|sms):/, base);

/** Returns the address of a picture if it is an https URL, a data URL of an image or, on an http page, an http URL. Otherwise returns null. */
export const safeImage = (text: string): string | null =>
  checked(text, location.protocol === 'http:' ? /^(https?:|data:image\/)/ : /^(https:|data:image\/)/);

/**
 * Works as `safeImage`, and allows only the given origins, or all if `*` is among them. A data URL is always allowed, because it makes no request.
 */
export function allowedImage(text: string, origins: readonly string[]): string | null {
  const src = safeImage(text);
  const allowed = src?.startsWith('data:') || origins.includes('*') || (src && origins.includes(new URL(src).origin));
  return allowed ? src : null;
}

/**
 * Returns a `tel:` URL of the digits and a leading plus. Omits an extension, and the `(0)` after a country code. Returns null unless the text is
 * clearly one number, because a link that dials a different number from the one shown would be worse than no link.
 */
export function telHref(number: string): string | null {
  const plain = number
    .trim()
    .replace(/^(\+[\d\s]*)\(0\)/, '$1')
    .replace(/(?:[,;x#]|ext).*/is, '')
    .trimEnd();
  const digits = plain.replace(/\D/g, '');
  const one = /^\+?[\d\s().\u2010-\u2013-]+$/.test(plain) && digits.length >= 3 && digits.length <= 15;
  return one ? `tel:${plain.startsWith('+') ? '+' : ''}${digits}` : null;
}

/** Returns a `mailto:` URL, or null if the text is anything but one address. Without this check, a text could add a second recipient. */
export const mailHref = (address: string): string | null =>
  /^[^\s@?&%:,;<>"]+@[^\s@?&%:,;<>"]+$/.test(address) ? safeHref(`mailto:${address}`) : null;

/** Tests the address as parsed by the browser, because a text can hide its scheme, for example with line breaks. */
function checked(text: string, allowed: RegExp, base?: string): string | null {
  try {
    const { href, username, password } = new URL(text, base);
    // Refuses a user name before the host, because it can look like the host: `https://bank.com@evil.com`.
    return allowed.test(href) && !username && !password ? href : null;
  } catch {
    return null;
  }
}
