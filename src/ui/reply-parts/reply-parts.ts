/** Parts that few replies need. A chunk of its own, so it uses the components and hooks that the panel gives it. */

import type { ReplyParts } from '../context/ui-context.ts';
import { type CardKit, createCardSteps } from './card-steps.ts';
import css from './reply-parts.css?inline';
import { createSources, type SourcesKit } from './sources.ts';

/** Parts of the panel. Hooks and `h` must be those of the panel's own Preact. */
export type PartsKit = CardKit & SourcesKit;

export const styles: string = css;

export function createReplyParts(kit: PartsKit): ReplyParts {
  return { CardSteps: createCardSteps(kit), Sources: createSources(kit) };
}
