/** Decides which addresses may become links or pictures. The platform's texts come from strangers, so every address passes through here. */

/**
 * Returns the address as the browser understands it, or null if it must not be followed. `base`: the page to which a relative address
 * belongs.
 */
export const safeHref = (text: string, base?: string): string | null =>
  checked(text, /^(https?|mailto|tel|sms):/, base);

/** Returns the address of a picture if it is https, an image inside the address itself, or, on an http page, http; else null. */
export const safeImage = (text: string): string | null =>
  checked(text, location.protocol === 'http:' ? /^(https?:|data:image\/)/ : /^(https:|data:image\/)/);

/** Works as `safeImage`, for `origins` only; `*` is any. A data address is always allowed, because it makes no request. */
export function allowedImage(text: string, origins: readonly string[]): string | null {
  const src = safeImage(text);
  const allowed = src?.startsWith('data:') || origins.includes('*') || (src && origins.includes(new URL(src).origin));
  return allowed ? src : null;
}

/**
 * Returns `tel:` with digits and a leading plus only. The trunk zero that is written as (0) after a country code is not dialled, nor is an extension.
 * Null unless the text is plainly one number: dialling another number than the shown one would be worse than no link.
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

/** Returns null unless the text is plainly one address: nothing may be added to it, such as a copy to another address. */
export const mailHref = (address: string): string | null =>
  /^[^\s@?&%:,;<>"]+@[^\s@?&%:,;<>"]+$/.test(address) ? safeHref(`mailto:${address}`) : null;

/** Tests the browser's parsed address, never the text: parsing removes disguises. */
function checked(text: string, allowed: RegExp, base?: string): string | null {
  try {
    const { href, username, password } = new URL(text, base);
    // A user name before the host is only there to look like the host.
    return allowed.test(href) && !username && !password ? href : null;
  } catch {
    return null;
  }
}
