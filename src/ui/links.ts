/** Which addresses may become links or pictures. What arrives from the platform is a stranger's text: everything passes through here. */

const LINKS = ['http:', 'https:', 'mailto:', 'tel:'];

/** The address as the browser understands it, or null when it must not be followed. */
export function safeHref(text: string): string | null {
  const url = parse(text);
  return url && LINKS.includes(url.protocol) ? url.href : null;
}

/** As `safeHref`, for what opens a page: nothing but http and https. */
export function safePage(text: string): string | null {
  const url = parse(text);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** The address of a picture: a page's, or an image inside the address itself. */
export function safeImage(text: string): string | null {
  return safePage(text) ?? (/^data:image\//i.test(text) ? text : null);
}

/** `tel:` with digits and a leading plus only, or null when too few digits are left to call. */
export function telHref(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return digits.length < 3 ? null : `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}`;
}

function parse(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
