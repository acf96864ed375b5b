/** Tells a developer who listens to an event that does not exist, or with something that is no function. */

import type { Chat } from '../client/api/chat.ts';
import { nameHint } from '../ui/nearest-name.ts';
import { EVENTS } from './host-events.ts';
import { warn, wordsOf } from './warn.ts';

const deaf = (): void => {};

export function withKnownEvents(chat: Chat): Chat {
  return {
    ...chat,
    on(name, handler) {
      const given = wordsOf(name);
      if (!EVENTS.includes(name)) warn('unknown_event', `There is no event "${given}".${nameHint(given, EVENTS)}`);
      else if (typeof handler !== 'function')
        warn('invalid_call', `on("${given}") takes a function. Nothing was registered.`);
      else return chat.on(name, handler);
      return deaf;
    },
  };
}
