/**
 * Finds links whose words are another address than their target, because a reader must see where a link leads. autolink.ts decides which
 * addresses may be followed at all.
 */

/**
 * Matches a site's name and the rest of its address. It begins where a word does, so that a long word costs its length once. In many scripts
 * vowels are marks, so a mark ends no word; a mark before a name is none of its letters.
 */
const SITE =
  /(?<![\p{L}\p{N}\p{M}_-])(?:(https?:[/\\]*[^\s\p{Ps}\p{Pe}/\\:?#@"',;<>]+)|([\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}_-][\p{L}\p{N}\p{M}_-]*)+))(?:[:/\\?#]\S*)?/giu;
/** Endings of files and numbers, which no site has. */
export const NO_SITE =
  /^(?!(?:\d+\.){3}\d+$).*\.(?:.|\d+(?!x)[a-z]*|[_-]+|m?js|tsx?|css|html?|php|aspx?|json|xml|txt|pdf|docx?|xlsx?|png|jpe?g)$/iu;

/**
 * Names that browsers do not show in their own letters either: Latin letters mixed with a script that is not written together with them;
 * and, unless the whole name is Cyrillic, words of only those Cyrillic letters that look like Latin ones.
 */
const DISGUISED =
  /(?<![^.])(?:(?=[^.]*\p{sc=Latn})[^.]*[^\p{sc=Latn}\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Hang}\p{sc=Zyyy}\p{sc=Zinh}]|[-\d]*[асԁеһіјӏорԛѕԝхуъьҽпгѵѡ][-\dасԁеһіјӏорԛѕԝхуъьҽпгѵѡ]*\.(?:.*\.)?[a-z]+$)/iu;

/** Returns the address to show behind `words`. Empty if the words are no address, or are this one in letters that can be trusted. */
export function placeBehind(words: string, href: string): string {
  // Reads them as a browser would: without invisible characters, and with look-alike forms of letters replaced.
  const seen = words
    .normalize('NFKC')
    .replace(/[\p{Cf}\ufdd0]/gu, '')
    .replace(/(?<=\w)。(?=\w)/g, '.');
  const [host, place] = placeOf(href);
  // Compares numbers by their ends, because the beginning may be a country code or a zero.
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
