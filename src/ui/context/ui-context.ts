/** The context of all components of a panel, read by hooks.ts. Each panel has its own, so two widgets share nothing. */

import type { ReadonlySignal } from '@preact/signals-core';
import { type ComponentType, createContext } from 'preact';
import type { Chat } from '../../client/api/chat.ts';
import type { PanelLanguage } from '../i18n/panel-language.ts';
import type { Trouble } from './connection-trouble.ts';
import type { Extras } from './extras.ts';
import type { UiSettings } from './ui-settings.ts';
import type { ChoiceBook } from './visitor-choices.ts';

export interface Ui {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
  readonly speech: PanelLanguage;
  readonly choices: ChoiceBook;
  /** The first screen: null until it has been fetched, false if there is none. */
  readonly screen: ReadonlySignal<ComponentType | null | false>;
  readonly extras: Extras;
  /** Returns true if the panel was opened on this page, not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

/** The context with the panel's own models. */
export interface PanelContext extends Ui {
  readonly trouble: ReadonlySignal<Trouble | null>;
}

export const UiContext = createContext<PanelContext | null>(null);
