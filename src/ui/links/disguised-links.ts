/**
 * Finds links whose words are a different address from their target, such as `[bank.com](https://evil.com)`. The real site is then shown after the
 * words. autolink.ts decides which addresses may be links at all.
 */

/**
 * Matches a host name and the rest of its address. Matches only at the beginning of a word, because a long word would otherwise take quadratic
 * time. Combining marks are part of a word, because vowels are marks in many scripts.
 */
const SITE =
  /(?<![\p{L}\p{N}\p{M}_-])(?:(https?:[/\\]*[^\s\p{Ps}\p{Pe}/\\:?#@"',;<>]+)|([\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_-]*)+))(?:[:/\\?#]\S*)?/giu;
/** Matches names that look like hosts but end like files or numbers, such as `index.html` and `3.50`. */
export const NO_SITE =
  /^(?!(?:\d+\.){3}\d+$).*\.(?:.|\d+(?!x)[a-z]*|[_-]+|m?js|tsx?|css|html?|php|aspx?|json|xml|txt|pdf|docx?|xlsx?|png|jpe?g)$/iu;

/**
 * Matches host names that may imitate others; browsers show these in encoded form. One kind has labels that mix Latin letters with a script that is
 * not normally mixed with Latin. The other has labels made only of Cyrillic letters that look like Latin ones, unless the top-level domain is
 * Cyrillic.
 */
const DISGUISED =
  /(?<![^.])(?:(?=[^.]*\p{sc=Latn})[^.]*[^\p{sc=Latn}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\p{sc=Zyyy}\p{sc=Zinh}]|[-\d]*[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ][-\dасԁеһіјӏорԛѕԝхуъьҽпгѵѡ]*\.(?:.*\.)?[a-z]+$)/iu;

/**
 * Returns the address to show after a link's words. Returns the empty string if the words are not an address, or are the same address without
 * look-alike letters.
 */
export function realAddress(words: string, href: string): string {
  // Reads the words as a browser would: without invisible characters, and with special forms of letters replaced by plain ones.
  const seen = words
    .normalize('NFKC')
    .replace(/[\p{Cf}\ufdd0]/gu, '')
    .replace(/(?<=\w)。(?=\w)/g, '.');
  const [host, place] = placeOf(href);
  // Compares only the ends of telephone numbers, because one may begin with a country code and the other with a zero.
  const digits = seen.replace(/\D/g, '');
  const other =
    [...seen.matchAll(SITE)].some(([, address, marked = '.']) => {
      const name = marked.replace(/^\p{M}+/u, '');
      const site = address || !NO_SITE.test(name) ? hostOf(address ?? `https://${name}`) : '';
      const shown = address?.replace(/^.*[/\\]/, '') ?? name;
      return site && (DISGUISED.test(shown) || (site !== host && !host.endsWith(`.${site}`)));
    }) ||
    (/^m/.test(href) && seen.includes('@') && !seen.toLowerCase().includes(place.toLowerCase())) ||
    (/^[ts]/.test(href) && digits.length > 4 && !place.endsWith(digits) && !digits.includes(place.slice(-8)));
  return other ? place : '';
}

/** Returns the host, and the part of the address to show. */
function placeOf(href: string): [host: string, shown: string] {
  const host = hostOf(href);
  const to = href.replace(/^\w+:|\?.*/g, '');
  return [host || to.replace(/.*@/, '').toLowerCase(), host || to];
}

function hostOf(address: string): string {
  try {
    return new URL(address).hostname.replace(/^www\.|\.$/g, '');
  } catch {
    return '';
  }
}
