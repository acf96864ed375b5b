/** The context of all components of a panel, read by hooks.ts. Each panel has its own, so two widgets share nothing. */

import type { ReadonlySignal } from '@preact/signals-core';
import { type ComponentChild, type ComponentType, createContext, type RefObject } from 'preact';
import type { Chat } from '../../client/api/chat.ts';
import type { PanelLanguage } from '../i18n/panel-language.ts';
import type { Trouble } from './connection-trouble.ts';
import type { UiSettings } from './ui-settings.ts';
import type { ChoiceBook } from './visitor-choices.ts';

/** Parts that few replies need. A chunk of its own (reply-parts/reply-parts.ts). */
export interface ReplyParts {
  /** Buttons that scroll a list of cards, and the number of the card that it shows. */
  readonly CardSteps: ComponentType<{ readonly list: RefObject<HTMLElement | null>; readonly count: number }>;
  /** A text whose first `length` letters are words, which `draw` draws, and whose rest are links that are written as footnotes. */
  readonly Sources: ComponentType<{
    readonly text: string;
    readonly length: number;
    readonly draw: (words: string) => ComponentChild;
  }>;
}

/** Parts of the panel that are fetched when the visitor or a reply needs them (ui/on-need.ts). */
export interface OnNeed {
  /** Null until they have been fetched. */
  readonly parts: ReadonlySignal<ReplyParts | null>;
  askForParts(): void;
  /** The screen of past chats; null while it is not open. */
  readonly past: ReadonlySignal<ComponentType | null>;
  /** Opens that screen, and calls `ready` before. Rejected if it cannot be fetched. */
  openPast(ready: () => void): Promise<void>;
}

export interface Ui {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
  readonly speech: PanelLanguage;
  readonly choices: ChoiceBook;
  /** The first screen: null until it has been fetched, false if there is none. */
  readonly screen: ReadonlySignal<ComponentType | null | false>;
  readonly onNeed: OnNeed;
  /** Returns true if the panel was opened on this page, not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

/** The context with the panel's own models. */
export interface PanelContext extends Ui {
  readonly trouble: ReadonlySignal<Trouble | null>;
}

export const UiContext = createContext<PanelContext | null>(null);
