/**
 * Checks the lists that a page's `beforeShow` returns: cards, suggestions and numbers to call. One item that cannot be drawn would break
 * the whole message, so such a result is refused. client/hooks/with-before-show.ts uses the others, and client/hooks/call-hook.ts reports
 * refusals.
 */

import type { Hook } from '../../client/hooks/call-hook.ts';
import type { MessageToShow } from '../../client/hooks/with-before-show.ts';

/** The fields with texts in each kind of item. */
const TEXTS = {
  attachments: ['kind', 'title', 'contentUrl', 'previewImageUrl', 'callToAction'],
  suggestions: ['text'],
  callActions: ['title', 'number'],
} as const;

/** Returns the same hook, which throws if its result cannot be drawn. */
export function withSoundLists(hook: Hook<MessageToShow>): Hook<MessageToShow> {
  return message => {
    const answer = hook(message);
    for (const name of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
      const texts: readonly string[] = TEXTS[name];
      const isSound = (each: unknown) => texts.every(text => typeof Object(each)[text] === 'string');
      const given: unknown = (answer || message)[name] ?? [];
      if (!Array.isArray(given) || !given.every(isSound))
        throw new Error(`${name} are a list, and each needs ${texts} as strings`);
      // `Natter.state` is a copy: one value that cannot be cloned, such as a function or a proxy, would make all of it unreadable.
      structuredClone(given);
    }
    return answer;
  };
}
