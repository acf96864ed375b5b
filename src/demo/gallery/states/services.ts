/** Further endpoints of the broker: the state of the platform, and telephone calls. */

import { connection, type GalleryState, mark, SHORT_TALK, type StateGroup } from './gallery-state.ts';

const status = (level: string, title: string): GalleryState => ({
  name: `status-${level}`,
  title,
  chat: { messages: SHORT_TALK },
  answers: { '/status': { level } },
  offers: ['status'],
  shows: '[part=service-status].banner',
});

const FAILED = [...SHORT_TALK, mark('handoff-failed', { reason: 'no_agents' })];
const COUNTRIES = {
  countries: [
    { country: 'GB', code: '44' },
    { country: 'IE', code: '353' },
  ],
};
const RESERVED = { number: '+441632960001', formatted: '+44 1632 960001', expires_in: 600 };

const calls = (name: string, title: string, offer?: number): GalleryState => ({
  name,
  title,
  chat: { messages: FAILED, handoff: { stage: 'failed', reason: 'no_agents' } },
  answers: { '/call-me': COUNTRIES, '/call-us': RESERVED },
  offers: ['call-me', 'call-us'],
  shows: '[part=call-offer]',
  press: offer ? [`[part=call-offer]:nth-of-type(${offer})`] : [],
});

export const SERVICES: StateGroup = {
  title: 'Services',
  states: [
    status('busy', 'Busy'),
    status('slow', 'Slow replies'),
    status('trouble', 'Technical problems'),
    {
      ...status('trouble', 'Technical problems and no connection'),
      name: 'status-and-connection',
      chat: { messages: SHORT_TALK, connection: connection('failed', 'failed', 'service_unavailable') },
    },
    calls('call-offers', 'Call offers'),
    calls('call-me', 'Call me', 1),
    { ...calls('call-us', 'Call us', 2) },
    {
      ...calls('call-us-none', 'No free number', 2),
      answers: { '/call-us': { error: { code: 'no_number_free', message: '' } } },
    },
  ],
};
