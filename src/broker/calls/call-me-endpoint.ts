/**
 * POST /call-me: has the platform call the visitor. GET /call-me/{id}: the state of that call. GET /call-me: the countries that can be called. A call
 * whose answer did not come is never placed again: the visitor is asked.
 */

import type { CallAnswer, CallCountries, CallFailureReason, CallState } from '../../protocol/service-api.ts';
import { postedField, readPostedObject } from '../endpoints/request-body.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { MarkStore } from '../tickets/marks.ts';
import { ofAddress, takeHourly } from './hourly-limit.ts';
import { callingCodeOf, readPhoneNumber } from './phone-number.ts';
import { askService, refuseAnswer, type Service, type ServicePorts } from './service-call.ts';

const PATH = '/v1/outbound-calling';
const HINT = 'Send {"number": "…", "country": "GB", "consent": "…"}.';
const MAX_CONSENT_CHARS = 500;
/** Calls to all visitors of an origin, as a multiple of those of one address. */
const ORIGIN_MULTIPLE = 20;

export interface CallMeOptions extends ServicePorts {
  readonly service: Service;
  readonly countries: readonly string[];
  /** Calls in an hour of a number, and of an address. */
  readonly perHour: number;
  readonly marks: MarkStore;
}

export interface CallMe {
  place(request: Request, visit: Visit): Promise<Outcome<object>>;
  state(request: Request, visit: Visit): Promise<Outcome<CallAnswer>>;
  list(): Promise<Outcome<CallCountries>>;
}

export function createCallMe(options: CallMeOptions): CallMe {
  const { service, countries, perHour, marks } = options;
  return {
    async place(request, visit) {
      const asked = await readCallRequest(request);
      if (!asked.ok) return asked;
      const { number, country, consent } = asked.value;
      if (!countries.includes(country))
        return failure('country_not_allowed', 'Numbers of this country are not called.');
      const { origin, address } = visit;
      const within = await takeHourly(marks, '/call-me', [
        ...ofAddress(address, perHour),
        [`number|${number}`, perHour],
        [`origin|${origin}`, perHour * ORIGIN_MULTIPLE],
      ]);
      if (!within.ok) {
        visit.log.warn('rate_limited', { path: '/call-me', mend: 'NATTER_CALLS_PER_HOUR, if these are visitors' });
        return within;
      }
      const metadata = { consent, consent_at: new Date(options.now()).toISOString(), origin };
      const answer = await askService(service, options, PATH, { to_number: number, metadata }, visit);
      const id = answer.status < 300 ? answer.body.call_sid : undefined;
      if (isCallId(id)) {
        visit.log.info('call_placed', { origin, country });
        return success({ id });
      }
      // A success without an id: the call may be on its way.
      if (answer.isUnknown || (answer.status >= 200 && answer.status < 300)) {
        visit.log.warn('call_unknown', { origin, status: answer.status });
        return failure(
          'outcome_unknown',
          'The platform has not said if the call is placed. Do not ask again by yourself.',
        );
      }
      if (answer.status === 400 || answer.status === 422)
        return failure('number_invalid', 'The platform does not call this number.');
      return refuseAnswer(service, answer, visit);
    },

    async state(request, visit) {
      const id = new URL(request.url).pathname.split('/').at(-1);
      const unknown = failure('not_found', 'There is no such call, or it ended more than two hours ago.');
      if (!isCallId(id)) return unknown;
      const answer = await askService(service, options, `${PATH}/${id}/status`, undefined, visit);
      if (answer.status === 404 || answer.status === 400) return unknown;
      const status = answer.status === 200 ? STATES[String(answer.body.status).toLowerCase()] : undefined;
      if (status === 'failed') return success({ status, reason: reasonOf(answer.body.reason) });
      return status ? success({ status }) : refuseAnswer(service, answer, visit);
    },

    async list() {
      const codes = await Promise.all(
        countries.map(async country => ({ country, code: (await callingCodeOf(country)) ?? '' })),
      );
      return success({ countries: codes.filter(({ code }) => code !== '') });
    },
  };
}

const isCallId = (value: unknown): value is string => typeof value === 'string' && /^OUT-[\w-]{1,100}$/.test(value);

/** The platform's word → ours. */
const STATES: Readonly<Record<string, CallState | undefined>> = {
  queued: 'queued',
  calling: 'calling',
  success: 'connected',
  failure: 'failed',
};

function reasonOf(words: unknown): CallFailureReason {
  const text = String(words);
  if (/no.?answer/i.test(text)) return 'no_answer';
  if (/queue|limit/i.test(text)) return 'lines_busy';
  return /busy/i.test(text) ? 'busy' : 'unknown';
}

interface CallRequest {
  readonly number: string;
  readonly country: string;
  readonly consent: string;
}

async function readCallRequest(request: Request): Promise<Outcome<CallRequest>> {
  const posted = await readPostedObject(request, HINT);
  if (!posted.ok) return posted;
  const [number, country, consent] = ['number', 'country', 'consent'].map(name => postedField(posted.value, name));
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country))
    return failure('bad_request', `country is not two capital letters. ${HINT}`);
  if (typeof consent !== 'string' || consent.trim() === '' || consent.length > MAX_CONSENT_CHARS)
    return failure('bad_request', `consent is not the line that the visitor has agreed to. ${HINT}`);
  const read = typeof number === 'string' && number.length <= 50 ? await readPhoneNumber(number, country) : undefined;
  return read
    ? success({ ...read, consent })
    : failure('number_invalid', 'This is not a telephone number that can be called.');
}
