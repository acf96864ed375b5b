/**
 * What every component of a panel may reach for; context.ts is the way to it. One per panel, so two widgets share nothing. By itself,
 * because the engine's chunk must not have a second one: see widget/borrowed.ts.
 */

import type { ReadonlySignal } from '@preact/signals-core';
import { createContext } from 'preact';
import type { Chat } from '../client/chat.ts';
import type { ChoiceBook } from './choices.ts';
import type { Parts } from './late-parts.ts';
import type { UiSettings } from './settings.ts';
import type { Speech } from './speech.ts';

export interface Ui {
  readonly chat: Chat;
  readonly settings: ReadonlySignal<UiSettings>;
  readonly speech: Speech;
  /** What draws replies, null before it has come. Late.tsx uses it. */
  readonly parts: ReadonlySignal<Parts | null>;
  readonly choices: ChoiceBook;
  /** The panel was opened on this page, and not by another tab or before a reload. */
  isOwnDoing(): boolean;
}

export const UiContext = createContext<Ui | null>(null);
