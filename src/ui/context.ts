/** What every component may reach for: the chat and the site owner's settings. One per panel, so two widgets share nothing. */

import type { ReadonlySignal } from '@preact/signals-core';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Chat } from '../client/chat.ts';
import type { ChatState } from '../client/chat-state.ts';
import type { UiSettings } from './settings.ts';
import { useLive } from './signals.ts';

export interface Ui {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
  /** The panel was opened on this page, and not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

export const UiContext = createContext<Ui | null>(null);

function useUi(): Ui {
  const ui = useContext(UiContext);
  if (!ui) throw new Error('A chat component stands outside the panel: render it below renderApp().');
  return ui;
}

/** The chat, for what a component asks of it. */
export const useChat = (): Chat => useUi().chat;

export const useIsOwnDoing = (): Ui['isOwnDoing'] => useUi().isOwnDoing;

/** One part of the chat's state; the component is drawn again only when that part is another. */
export function useChatState<K extends keyof ChatState>(part: K): ChatState[K] {
  const { chat } = useUi();
  return useLive(() => chat.state.value[part]);
}

export function useSettings(): UiSettings {
  const { settings } = useUi();
  return useLive(() => settings.value);
}
