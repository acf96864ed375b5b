/** Quiet conversations and those that are over. */

import type { ChatState } from '../../entries/gallery.ts';
import { connection, type GalleryState, NOW, SHORT_TALK, type StateGroup } from './state.ts';

const ended = (
  name: string,
  title: string,
  reason: NonNullable<ChatState['ended']>,
  rest: Partial<GalleryState> = {},
): GalleryState => ({
  name,
  title,
  chat: { connection: connection('ended', 'ended'), party: 'none', ended: reason, messages: SHORT_TALK },
  ...rest,
});

export const ENDING: StateGroup = {
  title: 'Ending',
  states: [
    { name: 'idle', title: 'Still there?', chat: { messages: SHORT_TALK, idle: { endsAt: NOW + 2 * 60_000 } } },
    ended('rating', 'Stars', 'natural-end', { settings: { rating: 'on' } }),
    ended('rating-words', 'Stars and words', 'natural-end', {
      settings: { rating: 'on' },
      press: ['.stars label:nth-of-type(4) input'],
    }),
    ended('expired', 'Expired', 'expired'),
    ended('ended-by-visitor', 'Ended by the visitor', 'user-end'),
    ended('ended-by-agent', 'Ended by the agent', 'natural-end'),
  ],
};
