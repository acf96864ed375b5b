/**
 * Fetches the components that most conversations never show (extras/extras.ts) when one is first needed. Passes them the functions and components
 * that they share with the panel.
 */

import { h } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isBlank } from '../client/api/is-blank.ts';
import type { ExtraParts } from './context/extras.ts';
import { useChatState, useLanguage, useWords } from './context/hooks.ts';
import type { LazyPart } from './context/ui-context.ts';
import { useSignal } from './context/use-signal.ts';
import { focusStill } from './focus/focus.ts';
import { turnTab } from './focus/ModalBehaviour.tsx';
import { formatTime, isLanguage } from './i18n/dates.ts';
import { unspoofed } from './i18n/translate.ts';
import { Button } from './kit/Button.tsx';
import { Icon } from './kit/Icon.tsx';
import { Link } from './kit/Link.tsx';
import { viewing } from './kit/open-viewers.ts';
import { readable, targetHref } from './links/autolink.ts';
import { titleOf } from './links/entities.ts';
import { createLazyPart } from './on-need/fetch-part.ts';
import { copiedText } from './rich-text/plain-text.ts';
import type { TranscriptKit } from './transcript-file/entries.ts';
import { endWords, markWords } from './wording/item-words.ts';

type Chunk = Pick<typeof import('./extras/extras.ts'), 'createExtraParts' | 'styles'>;

/** Functions that the download of the transcript uses. */
export const TRANSCRIPT_KIT: TranscriptKit = {
  copiedText,
  endWords,
  formatTime,
  isBlank,
  isLanguage,
  markWords,
  readable,
  targetHref,
  titleOf,
  unspoofed,
};

/** `load` resolves with null if the chunk cannot be fetched. `wear` adds the chunk's style sheet to those of the panel. */
export const createExtras = (load: () => Promise<Chunk | null>, wear: (css: string) => unknown): LazyPart<ExtraParts> =>
  createLazyPart(load, wear, ({ createExtraParts }) => {
    const hooks = { useLayoutEffect, useRef, useChatState, useLanguage, useSignal, useWords };
    return createExtraParts({ h, ...hooks, ...TRANSCRIPT_KIT, focusStill, turnTab, viewing, Button, Icon, Link });
  });
