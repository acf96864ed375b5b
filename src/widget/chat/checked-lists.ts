/**
 * Checks the lists that a page's `beforeShow` returns: cards, suggestions and phone numbers. Refuses a result with a malformed item, because it
 * would break the whole message. client/hooks/call-hook.ts reports the refusal.
 */

import type { Hook } from '../../client/hooks/call-hook.ts';
import type { MessageToShow } from '../../client/hooks/with-before-show.ts';

/** The fields of each kind of item that must be texts. */
const TEXTS = {
  attachments: ['kind', 'title', 'contentUrl', 'previewImageUrl', 'callToAction'],
  suggestions: ['text'],
  callActions: ['title', 'number'],
} as const;

/** Wraps the hook. Throws if its result has a malformed list. */
export function withSoundLists(hook: Hook<MessageToShow>): Hook<MessageToShow> {
  return message => {
    const answer = hook(message);
    for (const name of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
      const texts: readonly string[] = TEXTS[name];
      const isSound = (each: unknown) => texts.every(text => typeof Object(each)[text] === 'string');
      const given: unknown = (answer || message)[name] ?? [];
      if (!Array.isArray(given) || !given.every(isSound))
        throw new Error(`${name} are a list, and each needs ${texts} as strings`);
      // Throws if a value cannot be cloned, such as a function or a proxy: `Natter.state` is a structured clone and would fail.
      structuredClone(given);
    }
    return answer;
  };
}
