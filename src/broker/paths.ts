/** The addresses of the broker that belong to pages, and what it says of those that its operator has not set up. */

import type { Endpoints } from './create-endpoints.ts';

type Method = 'GET' | 'POST' | 'PUT';
export type EndpointName = keyof Endpoints;

/** Path → method → the endpoint that answers. Any other method is refused with the header Allow. */
export const PATHS: Readonly<Record<string, Partial<Record<Method, EndpointName>>>> = {
  '/token': { POST: 'token' },
  '/probe': { POST: 'probe' },
  '/revoke': { POST: 'revoke' },
  '/status': { GET: 'status' },
  '/call-me': { GET: 'callCountries', POST: 'callMe' },
  '/call-me/:id': { GET: 'callState' },
  '/call-us': { POST: 'callUs' },
  '/chat/create': { POST: 'chat/create' },
  '/chat/respond': { POST: 'chat/respond' },
  '/chat/close': { PUT: 'chat/close' },
  '/chat/:id/turns': { GET: 'chat/turns' },
};

/** The address for the platform's notices, which belongs to no page. */
export const ALERTS_PATH = '/webhooks/alerts';

const ALERTS = 'This broker receives no alerts. Operator of this broker: set NATTER_WEBHOOK_SECRETS.';

const CALLS =
  'This broker places no calls. Operator of this broker: set NATTER_OUTBOUND_URL, NATTER_OUTBOUND_TOKEN and NATTER_CALL_COUNTRIES.';

const CHAT =
  'This broker has no chat without sockets. Operator of this broker: set NATTER_CHAT_URL and what belongs to it.';

/** Messages of the error `not_configured`. */
export const NOT_OFFERED: Readonly<Partial<Record<EndpointName | 'alerts', string>>> = {
  probe:
    'This broker does not probe. Operator of this broker: give createBroker the option handshake, or run the Node shell, which brings it.',
  'chat/create': CHAT,
  'chat/respond': CHAT,
  'chat/close': CHAT,
  'chat/turns': CHAT,
  status: ALERTS,
  alerts: ALERTS,
  callMe: CALLS,
  callCountries: CALLS,
  callState: CALLS,
  callUs: 'This broker reserves no numbers. Operator of this broker: set NATTER_DNI_URL and NATTER_DNI_API_KEY.',
};
