/** Parts of the panel that most conversations never show. They are fetched when one is first needed (ui/extras). */

import type { ComponentType } from 'preact';
import type { TimelineItem } from '../../client/api/chat-state.ts';
import type { Language } from '../i18n/panel-language.ts';

export interface ExtraParts {
  readonly ImageViewer: ComponentType<ImageViewerProps>;
  readonly RatingForm: ComponentType<RatingFormProps>;
  /** Must be called soon after a click or a key press, or browsers may ask the visitor or refuse. */
  saveTranscript(transcript: SavedTranscript): void;
}

export interface ImageViewerProps {
  readonly src: string;
  readonly name: string;
  /** Text below the picture; the empty string for none. */
  readonly caption: string;
  readonly lang: string | undefined;
  /** Address to which the viewer links; null if it must not be a link. */
  readonly href: string | null;
  readonly onClose: () => void;
}

export interface RatingFormProps {
  skip(): void;
  send(stars: number, text: string): void;
}

export interface SavedTranscript {
  /** The chat's messages, oldest first. */
  readonly items: readonly TimelineItem[];
  /** Title of the panel. */
  readonly title: string;
  /** Language of the panel, in which words and times are written. */
  readonly language: Language;
}
