/** Reads the Markdown links of the site's disclaimer: `[Privacy](https://example.com/privacy)`. Only https addresses become links. */

import { safeHref } from './safe-url.ts';

/** Matches a link. With `split`, the label and the address of each link follow the text before it. */
const LINK = /\[([^\]]+)\]\(([^()\s]*)\)/;

export interface DisclaimerPart {
  readonly label: string;
  /** Address of a link as it was given; absent for plain text. */
  readonly given?: string;
  /** Address to follow; null if there is none, or none that may be linked: the label is plain text. */
  readonly href: string | null;
}

export function disclaimerParts(disclaimer: string): readonly DisclaimerPart[] {
  const pieces = disclaimer.split(LINK);
  return pieces.flatMap((label, index): readonly DisclaimerPart[] => {
    if (index % 3 === 2) return [];
    const given = pieces[index + 1] ?? '';
    if (index % 3 === 0) return [{ label, href: null }];
    return [{ label, given, href: /^https:/i.test(given) ? safeHref(given) : null }];
  });
}
