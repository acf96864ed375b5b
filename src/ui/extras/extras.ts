/**
 * Makes the parts of the panel that most conversations never show: the rating, the viewer of pictures, and the transcript as a file. A chunk
 * of its own, so it uses the components and hooks that the panel gives it.
 */

import type { ExtraParts } from '../context/extras.ts';
import { download } from '../transcript-file/download.ts';
import type { TranscriptKit } from '../transcript-file/entries.ts';
import { toTranscriptFile } from '../transcript-file/file.ts';
import css from './extras.css?inline';
import { createImageViewer } from './image-viewer.ts';
import { createRatingForm } from './rating-form.ts';

/** Parts of the panel. Hooks and `h` must be those of the panel's own Preact. */
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
