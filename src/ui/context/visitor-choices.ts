/** The visitor's choices about the chat. widget/chat/visitor-choices.ts stores them. */

import type { ReadonlySignal } from '@preact/signals-core';
import type { UiSettings } from './ui-settings.ts';

export interface Choices {
  /** The version that the visitor agreed to, and when, in milliseconds since 1970. */
  readonly consent?: { readonly version: string; readonly at: number };
  /** True if replies ring, false if not; undefined while the site's setting counts. */
  readonly sound?: boolean;
  /** Chosen in the menu; counts while the site offers it. */
  readonly language?: string;
  /** The conversation that was rated last, or whose rating was skipped: the key of its last item. */
  readonly rated?: string;
}

export interface ChoiceBook {
  readonly now: ReadonlySignal<Choices>;
  set(change: Choices): void;
}

/** Returns true if the visitor has to be asked first. */
export const needsConsent = (
  { consent, consentVersion }: Pick<UiSettings, 'consent' | 'consentVersion'>,
  choices: Choices,
): boolean => consent === 'required' && choices.consent?.version !== consentVersion;

export const wantsSound = ({ sound }: Pick<UiSettings, 'sound'>, choices: Choices): boolean =>
  choices.sound ?? sound === 'on';
