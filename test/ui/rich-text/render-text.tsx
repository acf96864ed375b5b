/** Puts a text into the document as a panel would, with a chat that only listens. */

import { signal } from '@preact/signals-core';
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { type PanelContext, UiContext } from '../../../src/ui/context/ui-context.ts';
import { ENGLISH } from '../../../src/ui/i18n/english.ts';
import { createTranslate } from '../../../src/ui/i18n/translate.ts';
import { RichText, type RichTextProps } from '../../../src/ui/rich-text/RichText.tsx';
import { createFakeChat } from '../fake-chat.ts';

export function createStage() {
  const root = document.body.appendChild(document.createElement('div'));
  const chat = createFakeChat();
  const language = { t: createTranslate(ENGLISH, 'en'), tag: 'en', locale: 'en', dir: 'ltr' };
  // Of all that a panel has, a text asks for the chat and for words only.
  const ui = { chat, speech: { language: signal(language) } } as unknown as PanelContext;
  return {
    root,
    chat,
    show(text: string, rest: Omit<RichTextProps, 'text'> = {}): void {
      act(() => {
        render(
          <UiContext.Provider value={ui}>
            <RichText text={text} {...rest} />
          </UiContext.Provider>,
          root,
        );
      });
    },
    clear(): void {
      act(() => render(null, root));
    },
    remove(): void {
      render(null, root);
      root.remove();
    },
  };
}
