/** Settings of the panel's appearance. The widget makes them from its options. None of them changes the behaviour of the chat. */

import type { Phrase, Texts } from '../i18n/catalogue.ts';
import type { HomeSettings } from './home-settings.ts';
import type { OptionalSettings } from './optional-settings.ts';

export interface UiSettings extends HomeSettings, OptionalSettings {
  /** Title of the header and name of the dialog. The empty string means the built-in title. */
  readonly title: string;
  /** Picture of the avatar if the platform supplies none. The empty string means initials. */
  readonly avatarUrl: string;
  /** `floating` over the page beside the launcher · `inline` inside an element of the page · `fullscreen`. */
  readonly mode: 'floating' | 'inline' | 'fullscreen';
  /** False also hides the menu. A floating panel in a window narrower than 480 px keeps its header, because it needs the close button. */
  readonly showHeader: boolean;
  /** True if the widget shows its own launcher beside a floating panel. */
  readonly showLauncher: boolean;
  /** Corner of a floating panel. */
  readonly position: 'right' | 'left';
  /** The language that the site asks for, as a BCP 47 tag. The empty string means the language of the page, or else of the browser. */
  readonly locale: string;
  /** The site's own words in place of the built-in ones. */
  readonly texts: Texts | undefined;
  /** The site's names for its software and its people. The empty string means the built-in names. */
  readonly assistantNoun: Phrase;
  readonly teamNoun: Phrase;
  /** Message that asks for a person in the site's own words. The empty string means that there is no such button. */
  readonly teamText: Phrase;
  /** Origins from which pictures of messages may be loaded; `*` for any. Other pictures are links. */
  readonly imageOrigins: readonly string[];
  /** Languages to choose from in the menu: BCP 47 tags, separated by commas. With fewer than two, the menu has no languages. */
  readonly languages: string;
  /** `required`: the panel asks for consent before the chat connects. */
  readonly consent: 'none' | 'required';
  /** Version of the text that the visitor agrees to. Visitors who agreed to another version are asked again. */
  readonly consentVersion: string;
  /** Addresses of pages, like `contactUrl`; the empty string for none. */
  readonly privacyUrl: string;
  readonly termsUrl: string;
  /** `below-input`: the links to both pages are below the composer, not in the menu. */
  readonly policyLinks: 'menu' | 'below-input';
  /** A line below the composer, and on the consent screen. May contain links (optional/disclaimer-links.ts). */
  readonly disclaimer: Phrase;
  /** `until-first-message`: the line below the composer goes with the visitor's first message. */
  readonly disclaimerVisibility: 'always' | 'until-first-message';
  /** Other channels, shown when the chat cannot help; the empty string for none. */
  readonly phone: string;
  readonly email: string;
  readonly contactUrl: string;
  /** `on`: the visitor is asked for a rating when a conversation is over. */
  readonly rating: 'off' | 'on';
  /** `on`: replies make a sound if the visitor has not turned it off. */
  readonly sound: 'off' | 'on';
}
