/** States with problems: messages that wait or fail, broken connections, errors that the platform reports. */

import type { ChatState } from '../../../entries/gallery.ts';
import {
  connection,
  type GalleryState,
  GREETING,
  minutesAgo,
  NOW,
  notice,
  SHORT_TALK,
  type StateGroup,
  visitorSays,
} from './gallery-state.ts';

const MINE = 'Could you keep two chairs for me until then?';
const SOON = NOW + 20_000;
const ARROWS = { phone: '+44 20 7946 0123', email: 'hello@example.com', contactUrl: 'https://example.com/contact' };

/** Returns a state in which the visitor's last message has this status; `in-doubt` has failed, and may have arrived. */
function delivery(
  name: string,
  title: string,
  given: 'sending' | 'queued' | 'failed' | 'in-doubt',
  rest: Partial<ChatState> = {},
): GalleryState {
  const mine = visitorSays(MINE, 0, given === 'in-doubt' ? { status: 'failed', inDoubt: true } : { status: given });
  return { name, title, chat: { messages: [...SHORT_TALK, mine], outbox: [mine], ...rest } };
}

const failed = (name: string, title: string, code: ChatState['connection']['code'], empty = false): GalleryState => ({
  name,
  title,
  chat: {
    connection: connection('failed', 'failed', code),
    ...(empty ? { party: 'none', agent: null } : { messages: SHORT_TALK }),
  },
});

export const DELIVERY: StateGroup = {
  title: 'Sending',
  states: [
    delivery('sending', 'Sending slowly', 'sending'),
    delivery('queued', 'Waiting for the network', 'queued', {
      connection: connection('offline', 'waiting', 'offline'),
    }),
    delivery('not-sent', 'Not sent', 'failed'),
    delivery('in-doubt', 'May not have arrived', 'in-doubt'),
    {
      name: 'nearly-too-long',
      title: 'Nearly too long',
      chat: { messages: SHORT_TALK, maxMessageBytes: 400, draft: 'As I said before, '.repeat(21) },
    },
    {
      name: 'too-long',
      title: 'Too long',
      chat: { messages: SHORT_TALK, maxMessageBytes: 400, draft: 'As I said before, '.repeat(23) },
    },
  ],
};

export const CONNECTION: StateGroup = {
  title: 'Connection',
  states: [
    {
      name: 'reconnecting',
      title: 'Reconnecting',
      note: 'Shown after one second',
      chat: { connection: connection('reconnecting', 'connecting'), messages: SHORT_TALK },
    },
    {
      name: 'offline',
      title: 'Offline',
      chat: { connection: connection('offline', 'waiting', 'offline'), messages: SHORT_TALK },
    },
    {
      name: 'broker-down',
      title: 'Service unreachable',
      note: 'Keeps trying',
      chat: { connection: connection('reconnecting', 'waiting', 'broker_unreachable', SOON), messages: SHORT_TALK },
    },
    failed('refused', 'Unreachable', 'platform_unreachable'),
    { ...failed('other-ways', 'Unreachable, with other ways', 'platform_unreachable'), settings: ARROWS },
    failed('blocked', 'Blocked by the network', 'sockets_blocked', true),
    { ...failed('blocked-ways', 'Blocked, with other ways', 'sockets_blocked', true), settings: ARROWS },
    {
      name: 'broker-down-first',
      title: 'Unreachable at start',
      note: 'Keeps trying',
      chat: {
        connection: connection('reconnecting', 'waiting', 'broker_unreachable', SOON),
        party: 'none',
        agent: null,
      },
    },
    failed('load-failed', 'Load failed', 'load_failed', true),
    failed('replaced', 'Open somewhere else', 'replaced'),
  ],
};

export const NOTICES: StateGroup = {
  title: 'Notices',
  states: [
    {
      name: 'notice-info',
      title: 'Information',
      chat: { messages: [...SHORT_TALK, notice('info', 'The workshop is closed on 6 April for stocktaking.')] },
    },
    {
      name: 'notice-warning',
      title: 'Warning',
      chat: {
        messages: [...SHORT_TALK, notice('warning', 'High load', { code: 'high_load', remedy: 'wait' })],
      },
    },
    {
      name: 'notice-error',
      title: 'Error with action',
      chat: {
        messages: [
          ...SHORT_TALK,
          visitorSays('And on Sunday?', 0),
          notice('error', 'Sorry, I encountered an error', { code: 'agent_error', remedy: 'resend' }),
        ],
      },
    },
    {
      name: 'notice-contact',
      title: 'Error without action',
      chat: {
        messages: [
          GREETING,
          notice('error', 'Error: connector not found', { code: 'connector_not_found', remedy: 'contact' }),
        ],
      },
    },
    {
      name: 'notice-old',
      title: 'Earlier error',
      note: 'No longer offers anything',
      chat: {
        messages: [
          notice('error', 'Sorry, I encountered an error', {
            code: 'agent_error',
            remedy: 'resend',
            at: minutesAgo(9),
          }),
          ...SHORT_TALK,
        ],
      },
    },
  ],
};
