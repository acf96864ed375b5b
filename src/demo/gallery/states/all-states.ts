/** All states of the gallery, in order. */

import { CONSENT, DISCLOSURES, ENDING, LAUNCHER } from './around.ts';
import { ATTACHMENTS } from './attachments.ts';
import { CONVERSATION } from './conversation.ts';
import { EXTREME } from './extreme.ts';
import { FIRST_SCREEN } from './first-screen.ts';
import type { GalleryState, StateGroup } from './gallery-state.ts';
import { HANDOFF } from './handoff.ts';
import { OPTIONAL } from './optional.ts';
import { SERVICES } from './services.ts';
import { CONNECTION, DELIVERY, NOTICES } from './trouble.ts';

export const GROUPS: readonly StateGroup[] = [
  LAUNCHER,
  CONSENT,
  DISCLOSURES,
  FIRST_SCREEN,
  CONVERSATION,
  OPTIONAL,
  ATTACHMENTS,
  DELIVERY,
  CONNECTION,
  HANDOFF,
  SERVICES,
  ENDING,
  NOTICES,
  EXTREME,
];

export const STATES: readonly GalleryState[] = GROUPS.flatMap(group => group.states);
