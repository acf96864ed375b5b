/** The hand-off to a person, and back to the agent. */

import type { ChatState } from '../../../entries/gallery.ts';
import {
  agentSays,
  FERN,
  type GalleryState,
  GREETING,
  MARIA,
  mark,
  personSays,
  type StateGroup,
  visitorSays,
} from './gallery-state.ts';
import { FACE } from './pictures.ts';

const ASKED = [GREETING, visitorSays('I would like to talk to a person', 2), agentSays('I will get you somebody.', 2)];
const QUEUE = 'Repairs';

const handoff = (name: string, title: string, chat: Partial<ChatState>): GalleryState => ({
  name: `handoff-${name}`,
  title,
  chat: { messages: ASKED, agent: FERN, ...chat },
});

const JOINED = [...ASKED, mark('live-joined', { name: MARIA.name, avatarUrl: FACE })];
const WITH_MARIA = { party: 'live', agent: { ...MARIA, avatarUrl: FACE }, handoff: { stage: 'joined' } } as const;

export const HANDOFF: StateGroup = {
  title: 'Hand-off',
  states: [
    handoff('asked', 'Requested', { handoff: { stage: 'asked', queueName: QUEUE } }),
    handoff('accepted', 'Accepted', { party: 'queue', handoff: { stage: 'accepted', queueName: QUEUE } }),
    handoff('queue', 'In queue', {
      party: 'queue',
      handoff: {
        stage: 'queue',
        queueName: QUEUE,
        position: 3,
        waitSeconds: 240,
        message: 'Thank you for waiting. Repairs are busy on Thursdays.',
      },
    }),
    handoff('joined', 'Joined', { ...WITH_MARIA, messages: JOINED }),
    handoff('typing', 'A person is typing', {
      ...WITH_MARIA,
      messages: [...JOINED, personSays('Hi, Maria from the workshop here.', 1, { avatarUrl: FACE })],
      typing: { from: 'live', name: MARIA.name },
    }),
    handoff('left', 'The person left', {
      party: 'none',
      agent: { ...MARIA, avatarUrl: FACE },
      handoff: { stage: 'left' },
      messages: [
        ...JOINED,
        personSays('All done. Have a good day.', 1, { avatarUrl: FACE }),
        mark('live-left', { name: MARIA.name }),
      ],
    }),
    handoff('failed', 'No one available', {
      handoff: { stage: 'failed', reason: 'no_agents' },
      messages: [...ASKED, mark('handoff-failed', { reason: 'no_agents' })],
    }),
    handoff('timeout', 'Timed out', {
      handoff: { stage: 'timeout' },
      messages: [...ASKED, mark('handoff-timeout')],
    }),
    {
      ...handoff('ways', 'No one available, with other ways', {
        handoff: { stage: 'failed', reason: 'no_agents' },
        messages: [...ASKED, mark('handoff-failed', { reason: 'no_agents' })],
      }),
      settings: { phone: '+44 20 7946 0123', email: 'hello@example.com' },
    },
    handoff('client', 'Handed over to the site', {
      handoff: { stage: 'client', route: 'phone' },
      messages: [...ASKED, mark('handoff-client')],
    }),
  ],
};
