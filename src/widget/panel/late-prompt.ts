/** Fetches the bubble beside the launcher the first time that there is something to show in it. All widgets of a page share the chunk. */

import { effect } from '@preact/signals-core';
import type { Prompt, PromptParts } from '../launcher/prompt-bubble.ts';
import { adoptStyles, dropStyles } from '../look/adopt-styles.ts';
import { drawing } from '../look/svg-icon.ts';
import { nextTask } from '../next-task.ts';
import { fetchExtras } from './fetch-extras.ts';

export const PROMPT_KIT: PromptParts['kit'] = { effect, adoptStyles, dropStyles, drawing };

/** Works like createPrompt(), but calls that only once there is something to show. */
export function createLatePrompt(parts: Omit<PromptParts, 'kit'>, fetch: typeof fetchExtras = fetchExtras): Prompt {
  let prompt: Prompt | undefined;
  let isFetching = false;
  let isOpen = false;
  let isGone = false;
  /** Shows the latest text or reply. Undefined if nothing is to be shown. */
  let latest: ((prompt: Prompt) => void) | undefined;
  /** True if `latest` shows a reply. */
  let isPreview = false;

  async function run(show: (prompt: Prompt) => void): Promise<void> {
    if (isOpen) return;
    latest = show;
    if (prompt) return show(prompt);
    if (isFetching) return;
    isFetching = true;
    const chunk = await fetch();
    isFetching = false;
    // The chat may have been opened or destroyed meanwhile.
    if (!chunk || isGone || !latest) return;
    prompt = chunk.createPrompt({ ...parts, kit: PROMPT_KIT });
    // Screen readers read only text that is put into the bubble's live region after the region has been added.
    await nextTask();
    latest?.(prompt);
  }

  return {
    show(text) {
      isPreview = false;
      if (`${text ?? ''}`.trim()) run(each => each.show(text));
      else {
        latest = undefined;
        prompt?.show('');
      }
    },
    preview(reply) {
      isPreview = true;
      run(each => each.preview(reply));
    },
    endPreview() {
      if (isPreview) latest = undefined;
      prompt?.endPreview();
    },
    setOpen(now) {
      isOpen = now;
      if (now) latest = undefined;
      prompt?.setOpen(now);
    },
    dispose() {
      isGone = true;
      latest = undefined;
      prompt?.dispose();
    },
  };
}
