/** The widget for bundlers, with its chat and its replies from the start. The script tag's is embed.ts. */

import type { Chat } from '../client/chat.ts';
import { needsConsent } from '../ui/choices.ts';
import { languages } from '../ui/languages.ts';
import { keepTexts } from '../ui/own-texts.ts';
import { replies } from '../ui/replies.ts';
import { readChoices } from './choices.ts';
import { chatFor } from './create-chat.ts';
import { createDeferredChat } from './deferred-chat.ts';
import { createExtras } from './extras.ts';
import { mount, type Place, type Widget } from './mount.ts';
import type { Settings } from './options.ts';
import { mark } from './placement.ts';
import { createUpdate } from './update.ts';

export { languages };

export interface WholeWidget extends Widget {
  /** Takes over what can change while it runs (update.ts). */
  update(settings: Settings): void;
  /** Puts back what style sheets tell the host by. */
  mark(): void;
}

/** `chat` is for whoever has one of their own. */
export function mountWhole(settings: Settings, place: Place, chat: Chat = newChat(settings)): WholeWidget {
  keepTexts();
  const widget = mount(settings, place, chat, languages);
  widget.furnish(replies, createExtras);
  const { live } = widget;
  return {
    ...widget,
    update: createUpdate(settings, live),
    mark: () => mark(place.host, live.settings.peek()),
  };
}

/** A chat that is made goes on with what is kept; before a consent there must be none. */
function newChat(settings: Settings): Chat {
  return needsConsent(settings, readChoices(settings))
    ? createDeferredChat(async () => () => chatFor(settings))
    : chatFor(settings);
}
