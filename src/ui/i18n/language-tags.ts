/** Language tags (BCP 47) as pages, browsers and platforms write them. */

/** Corrects `en_US`, which some pages write. */
export const tidy = (tag: string): string => tag.replace(/_/g, '-');

/** Splits a list of tags, separated by commas. */
export const listed = (list: string): readonly string[] => list.split(',').map(each => tidy(each.trim()));

/** Returns the same string for tags with the same language and script; the empty string for an invalid tag. */
export function identity(tag: string): string {
  // A fast path for the most frequent tags, because Intl is slow at first use.
  if (/^(en(-[A-Z]{2})?)?$/.test(tag)) return tag && 'en-Latn';
  try {
    const { language, script } = new Intl.Locale(tidy(tag)).maximize();
    return `${language}-${script}`;
  } catch {
    return '';
  }
}

/**
 * Returns the locale for dates and numbers. If `tag` has no region, adds that of the browser's first preference in the same language: for a visitor
 * in Britain, `en` becomes `en-GB`.
 */
export function localeOf(tag: string): string {
  const near = regionOf(tag)
    ? ''
    : navigator.languages.find(each => regionOf(each) && identity(each) === identity(tag));
  return near ? tag.replace(/^\w+(-[a-z]{4}\b)?/i, `$&-${regionOf(near)}`) : tag;
}

const regionOf = (tag: string): string =>
  /^\w+(?:-[a-z]{4})?-([a-z]{2}|\d{3})\b/i.exec(tidy(tag))?.[1]?.toUpperCase() ?? '';

/** Returns the direction in which a language is written. */
export const directionOf = (tag: string): 'rtl' | 'ltr' => (/^(ar|fa|he|ur)\b/.test(tag) ? 'rtl' : 'ltr');
