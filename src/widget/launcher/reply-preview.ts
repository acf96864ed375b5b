/** Shows a reply in the bubble beside the launcher if it arrives while the panel is closed, until it is read here or in another tab. */

import { effect } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import type { T } from '../../ui/i18n/translate.ts';
import { safeImage } from '../../ui/links/safe-url.ts';
import { plainText } from '../../ui/rich-text/plain-text.ts';
import { authorOf } from '../../ui/wording/item-words.ts';
import type { Prompt } from './prompt-bubble.ts';

/** Number of letters of a reply that are parsed for the preview, because parsing a long reply would take too long. */
const READ_LETTERS = 400;

export function previewReplies(prompt: Prompt, chat: Chat, words: () => T): () => void {
  const undo = [
    chat.on('message', ({ id }) => {
      const item = chat.messages.peek().findLast(each => each.kind === 'message' && each.id === id);
      if (item?.kind !== 'message' || item.from === 'user') return;
      const some = item.text.slice(0, READ_LETTERS);
      const text =
        plainText(some, [], some !== item.text)
          .replace(/\s+/g, ' ')
          .trim() || item.attachments[0]?.title;
      const { avatarUrl } = item;
      if (text)
        prompt.preview({ author: authorOf(item, words()), face: avatarUrl ? safeImage(avatarUrl) : null, text });
    }),
    effect(() => {
      if (chat.unread.value === 0) prompt.endPreview();
    }),
  ];
  return () => {
    for (const each of undo) each();
  };
}
