/**
 * The parts of the panel that a site enables with a setting: attachments and feedback on replies. This is a separate chunk, which receives the
 * panel's components and hooks as arguments.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Parts } from '../context/ui-context.ts';
import type { UiSettings } from '../context/ui-settings.ts';
import { createAttach, type Kit, withoutLinks } from './attach.ts';
import { createAttachments } from './attachments.ts';
import { createFeedback } from './feedback.ts';
import css from './optional.css?inline';

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
    compose,
    sent,
    split: text => withoutLinks(kit, text),
  };
}
