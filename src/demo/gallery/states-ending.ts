/** Quiet conversations and those that are over. */

import type { ChatState } from '../../entries/gallery.ts';
import { connection, type GalleryState, NOW, SHORT_TALK, type StateGroup } from './state.ts';

const ended = (name: string, title: string, reason: NonNullable<ChatState['ended']>): GalleryState => ({
  name,
  title,
  chat: { connection: connection('ended', 'ended'), party: 'none', ended: reason, messages: SHORT_TALK },
});

export const ENDING: StateGroup = {
  title: 'Ending',
  states: [
    { name: 'idle', title: 'Still there?', chat: { messages: SHORT_TALK, idle: { endsAt: NOW + 2 * 60_000 } } },
    ended('expired', 'Expired', 'expired'),
    ended('ended-by-visitor', 'Ended by the visitor', 'user-end'),
    ended('ended-by-agent', 'Ended by the agent', 'natural-end'),
  ],
};
