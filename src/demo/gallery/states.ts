/** All states of the gallery, in the order in which they hang. */

import type { GalleryState, StateGroup } from './state.ts';
import { ATTACHMENTS } from './states-attachments.ts';
import { CONSENT } from './states-consent.ts';
import { CONVERSATION } from './states-conversation.ts';
import { ENDING } from './states-ending.ts';
import { EXTREME } from './states-extreme.ts';
import { HANDOFF } from './states-handoff.ts';
import { LAUNCHER } from './states-launcher.ts';
import { CONNECTION, DELIVERY, NOTICES } from './states-trouble.ts';

export const GROUPS: readonly StateGroup[] = [
  LAUNCHER,
  CONSENT,
  CONVERSATION,
  ATTACHMENTS,
  DELIVERY,
  CONNECTION,
  HANDOFF,
  ENDING,
  NOTICES,
  EXTREME,
];

export const STATES: readonly GalleryState[] = GROUPS.flatMap(group => group.states);
