/** Puts a panel over a fake chat into the document, and waits until it has drawn itself. */

import { type ReadonlySignal, signal } from '@preact/signals-core';
import { act } from '@testing-library/preact';
import { afterEach } from 'vitest';
import type { ChatState } from '../../src/client/api/chat-state.ts';
import type { UiSettings } from '../../src/ui/context/ui-settings.ts';
import type { ChoiceBook, Choices } from '../../src/ui/context/visitor-choices.ts';
import { createPanelLanguage, type Languages, type PanelLanguage } from '../../src/ui/i18n/panel-language.ts';
import { mountPanel } from '../../src/ui/Panel.tsx';
import { createFakeChat, type FakeChat, SETTINGS } from './fake-chat.ts';

const undos: (() => void)[] = [];

export interface Rendered {
  readonly chat: FakeChat;
  readonly container: HTMLElement;
  readonly undo: () => void;
  readonly speech: PanelLanguage;
  /** What could not be loaded, and what is not spoken. */
  readonly warned: readonly string[];
  readonly decided: ReadonlySignal<Choices>;
}

export interface Means {
  readonly settings?: ReadonlySignal<UiSettings>;
  /** The panel was opened on this page. */
  readonly ownDoing?: boolean;
  readonly languages?: Languages;
  /** What the visitor has decided before. */
  readonly choices?: Choices;
}

const ENGLISH_ONLY: Languages = { tags: [], load: () => Promise.reject(new Error('There is no other language.')) };

export function renderChat(
  from: FakeChat | Partial<ChatState> = {},
  { settings = signal(SETTINGS), ownDoing = true, languages = ENGLISH_ONLY, choices = {} }: Means = {},
): Rendered {
  const chat = 'calls' in from ? from : createFakeChat(from);
  const container = document.body.appendChild(document.createElement('div'));
  let undo = () => {};
  const warned: string[] = [];
  const speech = createPanelLanguage({
    languages,
    settings,
    conversation: () => chat.state.value.language,
    warn: code => warned.push(code),
  });
  const decided = signal(choices);
  const book: ChoiceBook = {
    now: decided,
    set: change => {
      decided.value = { ...decided.peek(), ...change };
    },
  };
  act(() => {
    undo = mountPanel(container, { chat, settings, speech, choices: book, isOwnDoing: () => ownDoing });
  });
  undos.push(() => {
    undo();
    speech.stop();
    container.remove();
  });
  return { chat, container, undo, speech, warned, decided };
}

/** Everything that a change has set off is drawn. */
export async function settled(): Promise<void> {
  await act(async () => {});
}

export function unmountAll(): void {
  for (const undo of undos.splice(0)) undo();
}

afterEach(unmountAll);
