/** Settings of the panel's looks. The widget makes them from its options; none changes what the chat does. */

import type { Phrase, Texts } from '../i18n/catalogue.ts';
import type { HomeSettings } from './home-settings.ts';

export interface UiSettings extends HomeSettings {
  /** Title of the header and name of the dialog; the empty string for our own word. */
  readonly title: string;
  /** Avatar until the platform names a picture; the empty string for initials. */
  readonly avatarUrl: string;
  /** `floating` over the page beside the launcher · `inline` inside an element of the page · `fullscreen`. */
  readonly mode: 'floating' | 'inline' | 'fullscreen';
  /** Without a header there is no menu either; under 480 px a floating panel keeps it, because it needs its close button. */
  readonly showHeader: boolean;
  /** True if the widget has a button of its own beside a floating panel, as long as the page does not hide it. */
  readonly showLauncher: boolean;
  /** Corner of a floating panel. */
  readonly position: 'right' | 'left';
  /** The language that the site asks for, BCP 47. The empty string means the page's, then the browser's. */
  readonly locale: string;
  /** The site's own words in place of ours. */
  readonly texts: Texts | undefined;
  /** The site's names for its software and its people in place of ours; the empty string for none. */
  readonly assistantNoun: Phrase;
  readonly teamNoun: Phrase;
  /** Message that asks for a person in the site's own words; the empty string for no such button. */
  readonly teamText: Phrase;
  /** Origins from which pictures of messages may be loaded; `*` for any. Other pictures are links. */
  readonly imageOrigins: readonly string[];
  /** Languages to choose from in the menu: BCP 47 tags with commas between. With fewer than two of them there is no choice. */
  readonly languages: string;
  /** `required`: the panel asks before anything else can happen. */
  readonly consent: 'none' | 'required';
  /** Version of the text that the visitor agrees to. Visitors who agreed to another version are asked again. */
  readonly consentVersion: string;
  /** Addresses of pages, like `contactUrl`; the empty string for none. */
  readonly privacyUrl: string;
  readonly termsUrl: string;
  /** A line below the composer, and on the consent screen. */
  readonly disclaimer: string;
  /** Other channels, offered when the chat cannot help; the empty string for none. */
  readonly phone: string;
  readonly email: string;
  readonly contactUrl: string;
  /** `on`: the visitor is asked for a rating when a conversation is over. */
  readonly rating: 'off' | 'on';
  /** If replies make a sound, until the visitor chooses. */
  readonly sound: 'off' | 'on';
}
