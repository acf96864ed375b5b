/**
 * The parts of the panel that a site asks for by a setting: attachments, feedback to replies, questions before a conversation, and disclosures with
 * links. A chunk of its own, so it uses the components and hooks that the panel gives it.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Parts } from '../context/ui-context.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import { asWords, createAttach, type Kit, withoutLinks } from './attach.ts';
import { createAttachments } from './attachments.ts';
import { createDisclosures } from './disclosures.ts';
import { createFeedback } from './feedback.ts';
import css from './optional.css?inline';
import { createPreChatForm } from './pre-chat.ts';

export const styles: string = css;

/** `warn` is called with a code and a sentence for developers. */
export function createOptional(
  kit: Kit,
  settings: ReadonlySignal<UiSettings>,
  warn: (code: string, message: string) => void,
): Parts {
  const attachments = createAttachments(kit, settings, warn);
  const { compose, sent } = attachments;
  return {
    Attach: createAttach(kit, attachments),
    Feedback: createFeedback(kit),
    ...createDisclosures(kit, settings.peek(), warn),
    compose,
    sent,
    split: text => withoutLinks(kit, text),
    asWords,
    preChat: createPreChatForm(kit, settings, message => warn('invalid_setting', message)),
  };
}
