/** POST /call-us: reserves a telephone number for the visitor. A call to it brings what the chat knows, as attributes. */

import type { ReservedNumber } from '../../protocol/service-api.ts';
import { postedField, readPairs, readPostedObject } from '../endpoints/request-body.ts';
import { failure, type Outcome, success } from '../endpoints/responses.ts';
import type { Visit } from '../endpoints/visit.ts';
import type { MarkStore } from '../tickets/marks.ts';
import { ofAddress, takeHourly } from './hourly-limit.ts';
import { formatPhoneNumber } from './phone-number.ts';
import { askService, refuseAnswer, type Service, type ServicePorts } from './service-call.ts';

const PATH = '/v1/conversations/dni-reservation';
const HINT = 'Send {"attributes": {"name": "text"}, "conversation_id": "…"}.';
const MAX_ATTRIBUTES = 50;
/** Reservations of an address in an hour: a card that stays open asks for six. */
const PER_HOUR = 12;
const ORIGIN_MULTIPLE = 20;
/** Seconds until a visitor may find a number that has become free. */
const FREE_SOON_SECONDS = 60;

export interface CallUsOptions extends ServicePorts {
  readonly service: Service;
  /** Seconds for which the platform reserves a number. */
  readonly seconds: number;
  readonly marks: MarkStore;
}

export function createCallUs(
  options: CallUsOptions,
): (request: Request, visit: Visit) => Promise<Outcome<ReservedNumber>> {
  const { service, seconds, marks } = options;
  return async (request, visit) => {
    const attributes = await readAttributes(request);
    if (!attributes.ok) return attributes;
    const { origin, address } = visit;
    const within = await takeHourly(marks, '/call-us', [
      ...ofAddress(address, PER_HOUR),
      [`origin|${origin}`, PER_HOUR * ORIGIN_MULTIPLE],
    ]);
    if (!within.ok) return within;
    const answer = await askService(service, options, PATH, { attributes: attributes.value }, visit);
    const { dni } = answer.body;
    if (answer.status === 200 && typeof dni === 'string' && /^\+?[\d ()-]{5,25}$/.test(dni)) {
      visit.log.info('number_reserved', { origin });
      const number = dni.replace(/[^+\d]/g, '');
      return success({ number, formatted: await formatPhoneNumber(number), expiresIn: seconds });
    }
    if (answer.status === 404) {
      visit.log.warn('no_number_free', {
        origin,
        mend: 'the pool of numbers: it must be as large as the calls at one time',
      });
      return failure('no_number_free', 'All numbers are reserved at the moment.', FREE_SOON_SECONDS);
    }
    return refuseAnswer(service, answer, visit);
  };
}

/** Reads pairs of texts, as `identify()` takes them, and the id of the conversation. */
async function readAttributes(request: Request): Promise<Outcome<Readonly<Record<string, string>>>> {
  const posted = await readPostedObject(request, HINT);
  if (!posted.ok) return posted;
  const pairs = readPairs(posted.value, HINT, MAX_ATTRIBUTES);
  if (!pairs.ok) return pairs;
  const id = postedField(posted.value, 'conversation_id');
  if (id !== undefined && (typeof id !== 'string' || id.length > 200))
    return failure('bad_request', `conversation_id is not a text of up to 200 characters. ${HINT}`);
  const own = id === undefined ? {} : { conversation_id: id };
  return success({ ...pairs.value, ...own });
}
