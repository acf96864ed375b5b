/** Outbound Calling: places a call and reports its status (specification 2.5, 3.2, 4.6, 7.4). */

import { z } from 'zod';
import { CALLING_CODES } from '../shape/calling-codes.ts';
import { defineRoute, type Family, noBody, noFields } from '../shape/route.ts';

const family: Family = {
  title: 'Outbound Calling',
  description: 'Places a call from the agent to a person and reports its status.',
  host: 'runtime',
  key: 'outbound',
  keyHeader: { service: 'X-Service-Auth-Token', poly: 'X-PolyAi-Auth-Token' },
  errors: 'coded',
  forbids: false,
  notAnObject: 400,
  malformedId: 400,
  refusesUnknownFields: false,
};

/** Largest size of the metadata, in characters of its JSON encoded in base64. */
const MOST_METADATA = 26_624;

const E164 = /^\+[1-9]\d{7,14}$/;
const NATIONAL = /^[\d\s().-]{4,20}$/;

/** Returns the number in E.164, or undefined if it is not a phone number. Drops punctuation, and the leading 0 of a national number. */
export function toE164(number: string, country: string | undefined): string | undefined {
  if (E164.test(number)) return number;
  const code = country === undefined ? undefined : CALLING_CODES.get(country);
  if (code === undefined || !NATIONAL.test(number)) return undefined;
  const full = `+${code}${number.replace(/\D/g, '').replace(/^0/, '')}`;
  return E164.test(full) ? full : undefined;
}

export const startCall = defineRoute({
  family,
  name: 'startCall',
  description:
    'The call is queued, then dialled. Request its status to follow it. Do not repeat this request if you did not receive the response: the phone might ring twice.',
  sections: '2.5, 3.2, 4.6',
  summary: 'Places an outbound call',
  method: 'POST',
  path: '/v1/outbound-calling',
  params: noFields,
  query: noFields,
  body: z
    .object({
      to_number: z
        .string()
        .describe('Number to call: E.164, such as `+442079460123`, or a national number together with `country_code`.'),
      country_code: z
        .string()
        .refine(code => CALLING_CODES.has(code), 'must be an ISO 3166-1 code such as GB')
        .optional()
        .describe('Country of a national number, ISO 3166-1 alpha-2, such as `GB`.'),
      metadata: z
        .record(z.string(), z.string({ error: 'must be text' }))
        .refine(each => base64Length(each) < MOST_METADATA, 'must be under 26 KB as base64')
        .optional()
        .describe('Text values for the agent. Their JSON in base64 must be smaller than 26 KB. Default: none.'),
      encryption: z
        .enum(['TLS/SRTP', 'TLS/RTP', 'UDP/SRTP', 'UDP/RTP'])
        .optional()
        .describe("Encryption of the call's signalling and media. Default: `TLS/SRTP`."),
    })
    .refine(({ to_number: number, country_code: country }) => toE164(number, country) !== undefined, {
      error: 'must be E.164, such as +442079460123, or a national number together with country_code',
      path: ['to_number'],
    }),
  status: 200,
  answer: z.object({ call_sid: z.string().describe('Id of the call, `OUT-…`.') }),
  failures: [400, 401, 429, 500],
});

function base64Length(value: object): number {
  return Math.ceil(new TextEncoder().encode(JSON.stringify(value)).length / 3) * 4;
}

export const getCallStatus = defineRoute({
  family,
  name: 'getCallStatus',
  description:
    'Request the status every 2 to 5 seconds until it is `success` or `failure`, and back off exponentially after errors. 404 for an unknown call, and for one that ended more than two hours ago.',
  sections: '2.5, 3.2, 4.6, 7.4',
  summary: 'Status of an outbound call; kept for two hours after its end',
  method: 'GET',
  path: '/v1/outbound-calling/{call_sid}/status',
  params: z.object({
    call_sid: z
      .string()
      .regex(/^OUT-[\w-]{1,64}$/, 'must be a call SID, OUT-…')
      .describe('Id of the call, `OUT-…`.'),
  }),
  query: noFields,
  body: noBody,
  status: 200,
  answer: z.object({
    status: z
      .enum(['queued', 'calling', 'success', 'failure'])
      .describe('`queued`, `calling`, `success` or `failure`; the last two never change.'),
    reason: z.string().describe('Reason of a failure; otherwise empty.'),
  }),
  failures: [400, 401, 404, 429, 500],
});

export const outboundRoutes = [startCall, getCallStatus];
