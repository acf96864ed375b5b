/** Hooks that return the chat, the texts and the settings of the panel that contains the component (ui-context.ts). */

import { useContext } from 'preact/hooks';
import type { Chat } from '../../client/api/chat.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import { inLanguage, type Language } from '../i18n/panel-language.ts';
import type { T } from '../i18n/translate.ts';
import type { Trouble } from './connection-trouble.ts';
import type { ExtraParts } from './extras.ts';
import { type PanelContext, type Parts, type Ui, UiContext } from './ui-context.ts';
import type { UiSettings } from './ui-settings.ts';
import { useSelected } from './use-signal.ts';
import type { ChoiceBook, Choices } from './visitor-choices.ts';

export function useUi(): PanelContext {
  const ui = useContext(UiContext);
  if (!ui) throw new Error('No panel: use renderApp().');
  return ui;
}

export const useChat = (): Chat => useUi().chat;

export const useIsOwnDoing = (): Ui['isOwnDoing'] => useUi().isOwnDoing;

/** Returns one part of the chat's state. The component is rendered again only if that part changes. */
export function useChatState<K extends keyof ChatState>(part: K): ChatState[K] {
  const { chat } = useUi();
  return useSelected(() => chat.state.value[part]);
}

/** Returns the optional parts, if they have loaded. */
export function useParts(): Parts | null | false {
  const { parts } = useUi();
  return useSelected(() => parts.value);
}

/** Returns the problem of the connection, or null. */
export function useTrouble(): Trouble | null {
  const { trouble } = useUi();
  return useSelected(() => trouble.value);
}

/** Returns the parts that are fetched on need, or null until they have loaded. */
export function useExtras(): ExtraParts | null {
  const { extras } = useUi();
  return useSelected(() => extras.part.value);
}

export function useSettings(): UiSettings {
  const { settings } = useUi();
  return useSelected(() => settings.value);
}

/** Returns the visitor's choices, and the function that changes them. */
export function useChoices(): readonly [Choices, ChoiceBook['set']] {
  const { choices } = useUi();
  return [useSelected(() => choices.now.value), choices.set];
}

/** Returns the disclaimer in the panel's language, in English, or as its first text. */
export function useDisclaimer(): string {
  const { disclaimer } = useSettings();
  const { tag } = useLanguage();
  // A disclosure in another language is better than none.
  return inLanguage(disclaimer, tag) || inLanguage(disclaimer, 'en') || inLanguage(Object.values(disclaimer)[0], tag);
}

/** Returns true while the visitor must give consent or answer questions. */
export function useGate(): boolean {
  const { gate } = useUi();
  return useSelected(() => gate.closed.value);
}

/** Returns the panel's language. The component is rendered again when it changes, or when more of its texts have loaded. */
export function useLanguage(): Language {
  const { speech } = useUi();
  return useSelected(() => speech.language.value);
}

/**
 * Returns the function that asks for a person in the site's own words. Returns undefined if the site has set no such words. Returns null if a
 * person is present or about to join, or if the conversation is over.
 */
export function useTeamRequest(): (() => string | null) | null | undefined {
  const { chat } = useUi();
  const text = inLanguage(useSettings().teamText, useLanguage().tag);
  const isAlone = useSelected(() => {
    const { party, handoff, ended } = chat.state.value;
    return !ended && /agent|none/.test(party) && !/asked|accepted|queue/.test(handoff?.stage ?? '');
  });
  return text ? (isAlone ? () => chat.send(text) : null) : undefined;
}

/**
 * Returns the function that translates keys to words in the panel's language. Returns a new function when the words change, so it can be used as a
 * dependency.
 */
export const useWords = (): T => useLanguage().t;
