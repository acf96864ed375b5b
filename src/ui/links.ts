/** Which addresses may become links or pictures. What arrives from the platform is a stranger's text: everything passes through here. */

/** The address as the browser understands it, or null when it must not be followed. */
export const safeHref = (text: string): string | null => checked(text, /^(https?|mailto|tel):/);

/** As `safeHref`, for what opens a page: nothing but http and https. */
export const safePage = (text: string): string | null => checked(text, /^https?:/);

/** The address of a picture: a page's, or an image inside the address itself. */
export const safeImage = (text: string): string | null => checked(text, /^(https?:|data:image\/)/);

/** `tel:` with digits and a leading plus only, or null when too few digits are left to call. */
export function telHref(number: string): string | null {
  const digits = number.replace(/\D/g, '');
  return digits.length < 3 ? null : `tel:${number.trim().startsWith('+') ? '+' : ''}${digits}`;
}

/** Tested is what the browser made of it, never the text: that is where disguises end. */
function checked(text: string, allowed: RegExp): string | null {
  try {
    const { href } = new URL(text);
    return allowed.test(href) ? href : null;
  } catch {
    return null;
  }
}
