/** Puts a panel over a fake chat into the document, and waits until it has drawn itself. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { act } from '@testing-library/preact';
import { afterEach } from 'vitest';
import type { ChatState } from '../../src/client/chat-state.ts';
import { renderApp } from '../../src/ui/render.tsx';
import { REPLY_WORDS } from '../../src/ui/reply-words.ts';
import type { UiSettings } from '../../src/ui/settings.ts';
import { addWords } from '../../src/ui/strings.ts';
import { createFakeChat, type FakeChat, SETTINGS } from './fake-chat.ts';

addWords(REPLY_WORDS);

const undos: (() => void)[] = [];

export interface Rendered {
  readonly chat: FakeChat;
  readonly container: HTMLElement;
  readonly undo: () => void;
}

export function renderChat(
  from: FakeChat | Partial<ChatState> = {},
  settings: ReadonlySignal<UiSettings> = signal(SETTINGS),
  ownDoing = true,
): Rendered {
  const chat = 'calls' in from ? from : createFakeChat(from);
  const container = document.body.appendChild(document.createElement('div'));
  let undo = () => {};
  act(() => {
    undo = renderApp(container, { chat, settings, isOwnDoing: () => ownDoing });
  });
  undos.push(() => {
    undo();
    container.remove();
  });
  return { chat, container, undo };
}

/** Everything that a change has set off is drawn. */
export async function settled(): Promise<void> {
  await act(async () => {});
}

export function unmountAll(): void {
  for (const undo of undos.splice(0)) undo();
}

afterEach(unmountAll);
