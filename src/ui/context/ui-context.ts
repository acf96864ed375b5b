/** The context that all components of a panel share; hooks.ts reads it. Each panel has its own, so two widgets on a page share nothing. */

import type { ReadonlySignal } from '@preact/signals-core';
import { type ComponentChild, type ComponentType, createContext, type RefObject } from 'preact';
import type { Chat } from '../../client/api/chat.ts';
import type { PanelLanguage } from '../i18n/panel-language.ts';
import type { Trouble } from './connection-trouble.ts';
import type { ExtraParts } from './extras.ts';
import type { UiSettings } from './ui-settings.ts';
import type { ChoiceBook } from './visitor-choices.ts';

/** Members of the optional parts (ui/optional) that the panel uses. */
export interface Parts {
  /** The button for attachments, and the list of those that go with the next message. */
  readonly Attach: ComponentType;
  /** The thumbs below the reply with this id. */
  readonly Feedback: ComponentType<{ readonly id: string }>;
  /** Returns the message with links to its attachments, or the empty string while one of them is being uploaded. Reads signals. */
  compose(text: string): string;
  /** To be called when the composed message has been sent. */
  sent(): void;
  /** Removes the links to attachments from the end of a visitor's message, and draws them. */
  split(text: string): readonly [text: string, ...links: readonly ComponentChild[]];
}

/** Parts that few replies need, in a separate chunk (reply-parts/reply-parts.ts). */
export interface ReplyParts {
  /** Buttons that scroll a list of cards, and the number of the card that it shows. */
  readonly CardSteps: ComponentType<{ readonly list: RefObject<HTMLElement | null>; readonly count: number }>;
  /** Draws a text whose first `length` letters are words, to be drawn by `draw`. The rest are links that are written as footnotes. */
  readonly Sources: ComponentType<{
    readonly text: string;
    readonly length: number;
    readonly draw: (words: string) => ComponentChild;
  }>;
}

/** A part that is fetched when it is first needed. */
export interface LazyPart<P> {
  /** Null until it has been fetched. */
  readonly part: ReadonlySignal<P | null>;
  /** Fetches the part, unless it has been fetched. Resolves with null if that fails; the next call tries again. */
  fetch(): Promise<P | null>;
}

/** Parts of the panel that are fetched when the visitor or a reply needs them (ui/on-need.ts). */
export interface OnNeed {
  readonly replyParts: LazyPart<ReplyParts>;
  /** The screen of past chats; null while it is not open. */
  readonly past: ReadonlySignal<ComponentType | null>;
  /** Calls `ready`, then opens that screen. Resolves with false if it cannot be fetched. */
  openPast(ready: () => void): Promise<boolean>;
}

export interface Ui {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
  readonly speech: PanelLanguage;
  readonly choices: ChoiceBook;
  /** The first screen: null until it has been fetched, false if there is none. */
  readonly screen: ReadonlySignal<ComponentType | null | false>;
  readonly extras: LazyPart<ExtraParts>;
  /** The optional parts: null until they have been fetched, false if there are none. */
  readonly parts: ReadonlySignal<Parts | null | false>;
  readonly onNeed: OnNeed;
  /** Returns true if the panel was opened on this page, and not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

/** The context with the panel's own models. */
export interface PanelContext extends Ui {
  readonly trouble: ReadonlySignal<Trouble | null>;
}

export const UiContext = createContext<PanelContext | null>(null);
