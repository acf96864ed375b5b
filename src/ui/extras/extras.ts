/**
 * Creates the parts of the panel that most conversations never show: the rating, the image viewer, and the download of the transcript. This is a
 * separate chunk, which receives the panel's components and hooks as arguments.
 */

import type { ExtraParts } from '../context/extras.ts';
import { download } from '../transcript-file/download.ts';
import type { TranscriptKit } from '../transcript-file/entries.ts';
import { toTranscriptFile } from '../transcript-file/file.ts';
import css from './extras.css?inline';
import { createImageViewer } from './image-viewer.ts';
import { createRatingForm } from './rating-form.ts';

/** Functions and components of the panel. Hooks and `h` must come from the panel's copy of Preact. */
export type ExtrasKit = Parameters<typeof createImageViewer>[0] &
  Parameters<typeof createRatingForm>[0] &
  TranscriptKit;

export const styles: string = css;

export function createExtraParts(kit: ExtrasKit): ExtraParts {
  return {
    ImageViewer: createImageViewer(kit),
    RatingForm: createRatingForm(kit),
    saveTranscript: transcript => download(toTranscriptFile(transcript, kit)),
  };
}
