/** What a site owner decides about the panel's looks. The widget makes one from its options; nothing here changes what the chat does. */

import type { Texts } from './catalogue.ts';

export interface UiSettings {
  /** Title of the header and name of the dialog; the empty string for our own word. */
  readonly title: string;
  /** Picture of whoever answers until the platform names a face; the empty string for initials. */
  readonly avatarUrl: string;
  /** `floating` over the page beside the launcher · `inline` inside an element of the page · `fullscreen`. */
  readonly mode: 'floating' | 'inline' | 'fullscreen';
  /** Without a header there is no menu either; under 480 px a floating panel keeps it, because it needs its close button. */
  readonly showHeader: boolean;
  /** Corner of a floating panel. */
  readonly position: 'right' | 'left';
  /** BCP 47: the language that the site wishes for; the empty string for the page's, then the browser's. */
  readonly locale: string;
  /** The site's own words in place of ours. */
  readonly texts: Texts | undefined;
}
