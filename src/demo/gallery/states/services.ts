/** Further endpoints of the broker: the state of the platform. */

import { connection, type GalleryState, SHORT_TALK, type StateGroup } from './gallery-state.ts';

const status = (level: string, title: string): GalleryState => ({
  name: `status-${level}`,
  title,
  chat: { messages: SHORT_TALK },
  answers: { '/status': { level } },
  offers: ['status'],
  shows: '[part=service-status].banner',
});

export const SERVICES: StateGroup = {
  title: 'Services',
  states: [
    status('busy', 'Many visitors'),
    status('slow', 'The platform is slow'),
    status('trouble', 'The platform has trouble'),
    {
      ...status('trouble', 'It has trouble, and the connection is lost'),
      name: 'status-and-connection',
      chat: { messages: SHORT_TALK, connection: connection('failed', 'failed', 'service_unavailable') },
    },
  ],
};
