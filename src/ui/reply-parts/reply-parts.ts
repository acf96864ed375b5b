/** Parts that few replies need. This is a separate chunk, which receives the panel's components and hooks as arguments. */

import type { ReplyParts } from '../context/ui-context.ts';
import { type CardKit, createCardSteps } from './card-steps.ts';
import css from './reply-parts.css?inline';
import { createSources, type SourcesKit } from './sources.ts';

/** Functions and components of the panel. Hooks and `h` must come from the panel's copy of Preact. */
export type PartsKit = CardKit & SourcesKit;

export const styles: string = css;

export function createReplyParts(kit: PartsKit): ReplyParts {
  return { CardSteps: createCardSteps(kit), Sources: createSources(kit) };
}
