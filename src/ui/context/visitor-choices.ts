/** The visitor's choices about the chat. widget/chat/visitor-choices.ts stores them. */

import type { ReadonlySignal } from '@preact/signals-core';
import type { UiSettings } from './ui-settings.ts';

export type FeedbackValue = 'up' | 'down';

export interface Choices {
  /** The version that the visitor agreed to, and the time, in milliseconds since 1970. */
  readonly consent?: { readonly version: string; readonly at: number };
  /** True or false if the visitor has turned sounds on or off; undefined if the site's setting applies. */
  readonly sound?: boolean;
  /** Language that the visitor has chosen in the menu. Ignored if the site does not offer it. */
  readonly language?: string;
  /** True if the visitor has widened the panel. */
  readonly wide?: boolean;
  /** Key of the last item of the latest conversation that the visitor has rated, or declined to rate. */
  readonly rated?: string;
  /** Opinions about replies, by message id. */
  readonly feedback?: Readonly<Record<string, FeedbackValue>>;
}

export interface ChoiceBook {
  readonly now: ReadonlySignal<Choices>;
  set(change: Choices): void;
}

/** Returns true if the visitor must agree before the chat can be used. */
export const needsConsent = (
  { consent, consentVersion }: Pick<UiSettings, 'consent' | 'consentVersion'>,
  choices: Choices,
): boolean => consent === 'required' && choices.consent?.version !== consentVersion;

export const wantsSound = ({ sound }: Pick<UiSettings, 'sound'>, choices: Choices): boolean =>
  choices.sound ?? sound === 'on';
