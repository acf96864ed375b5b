/** The context that all components of a panel share; hooks.ts reads it. Each panel has its own, so two widgets on a page share nothing. */

import type { ReadonlySignal, Signal } from '@preact/signals-core';
import { type ComponentChild, type ComponentType, createContext, type RefObject } from 'preact';
import type { Chat, Custom } from '../../client/api/chat.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import type { PanelLanguage } from '../i18n/panel-language.ts';
import type { T } from '../i18n/translate.ts';
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
  /** The disclaimer and the policy links below the composer. */
  readonly Disclosures: ComponentType;
  /** Returns the disclaimer with its links. */
  linked(text: string): ComponentChild;
  /** Returns the message with links to its attachments, or the empty string while one of them is being uploaded. Reads signals. */
  compose(text: string): string;
  /** To be called when the composed message has been sent. */
  sent(): void;
  /** Removes the links to attachments from the end of a visitor's message, and draws them. */
  split(text: string): readonly [text: string, ...links: readonly ComponentChild[]];
  /** Returns a visitor's message with its attachments by name and address; with `t`, by name alone, in words for a screen reader. */
  asWords(text: string, t?: T): string;
  readonly preChat: PreChatForm;
}

/** The questions before a conversation. */
export interface PreChatForm {
  /**
   * Returns true if the visitor has to answer: not yet, or not yet for a new conversation (`anew`). A conversation that goes on is not asked for, if the
   * visitor has written in it. Follows signals.
   */
  asks(state: ChatState, anew: boolean): boolean;
  /** Asks for the next conversation, too. The answers so far stay in the fields. */
  askAgain(): void;
  forget(): void;
  /** Returns the answers as pairs for the visitor's messages. */
  pairs(): Custom;
  /** The fields. The Enter key calls `submit`. */
  readonly Fields: ComponentType<{ readonly submit: () => void }>;
  /** Accepts the answers and returns true; or says what is wrong, and moves the focus to the first wrong field in `screen`. */
  accept(screen: ParentNode): boolean;
}

/** Keeps the visitor from the chat until they have agreed and answered the questions before a conversation (widget/chat/gate.ts). */
export interface Gate {
  /** True while the chat cannot be used. */
  readonly closed: ReadonlySignal<boolean>;
  /** The questions to show: null until that is known, false for none. */
  readonly form: ReadonlySignal<PreChatForm | null | false>;
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

/** Address of the broker, and whether requests carry its cookies. */
export interface BrokerAddress {
  readonly broker: string;
  readonly brokerCookies: boolean;
  /** Returns the headers that say who is signed in. Never rejected. */
  readonly signIn?: () => Promise<Readonly<Record<string, string>>>;
}

/** Parts for the broker's further endpoints. */
export interface Services {
  /** The line about the platform's state. */
  readonly status: LazyPart<ComponentType>;
  /** Offers of telephone calls, and their cards. */
  readonly calls: LazyPart<ComponentType>;
  /** The card that is open: `call-me`, `call-us`, or the empty string. */
  readonly card: Signal<string>;
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
  readonly gate: Gate;
  /** Parts for the broker's further endpoints; undefined if there is no broker, as in the gallery. */
  readonly services?: Services | undefined;
  /** Returns true if the panel was opened on this page, and not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

/** The context with the panel's own models. */
export interface PanelContext extends Ui {
  readonly trouble: ReadonlySignal<Trouble | null>;
}

export const UiContext = createContext<PanelContext | null>(null);
