/** Reads the Markdown links of the site's disclaimer: `[Privacy](https://example.com/privacy)`. Only https addresses become links. */

import type { safeHref } from '../links/safe-url.ts';

/** Matches a link. With `split`, the label and the address of each link follow the text before it. */
const LINK = /\[([^\]]+)\]\(([^()\s]+)\)/;

export interface DisclaimerPart {
  readonly label: string;
  /** Address of a link as it was given; the empty string for plain text. */
  readonly given: string;
  /** Address to follow; null if there is none, or none that may be linked: the label is plain text. */
  readonly href: string | null;
}

/** `toHref` is handed over, because the chunk must import nothing of the application. */
export function disclaimerParts(disclaimer: string, toHref: typeof safeHref): readonly DisclaimerPart[] {
  const pieces = disclaimer.split(LINK);
  return pieces.flatMap((label, index): readonly DisclaimerPart[] => {
    if (index % 3 === 2) return [];
    const given = pieces[index + 1] ?? '';
    if (index % 3 === 0) return [{ label, given: '', href: null }];
    return [{ label, given, href: /^https:/i.test(given) ? toHref(given) : null }];
  });
}
