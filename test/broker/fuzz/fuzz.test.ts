import { expect, it } from 'vitest';
import { SHOP } from '../fixtures/fake-world.ts';
import { fuzz, judge, judgeLog } from './judge.ts';

const REQUESTS = 10_000;

/** Events that show that the requests reach every part of the broker. */
const REACHED = [
  ...['alert_refused', 'alert_resolved', 'alert_triggered', 'call_placed', 'number_reserved'],
  ...[
    'challenge_passed',
    ...['chat_answered', 'chat_closed', 'chat_created', 'chat_looked_up', 'chat_rejected', 'chat_unavailable'],
    'challenge_refused',
    'challenge_required',
    'origin_refused',
    'probe_answered',
    'probe_unanswered',
  ],
  ...['rate_limited', 'ticket_refused', 'ticket_revoked', 'ticket_withheld', 'token_issued', 'token_resumed'],
  ...['upstream_paused', 'upstream_rejected', 'upstream_unavailable', 'visitor_refused', 'visitor_unchecked'],
];

it('random requests cause no defect, no error without body and request id, and no secret in log, metrics or error', async () => {
  const { mistakes, statuses, events } = await fuzz(3, REQUESTS);
  expect(mistakes).toEqual([]);
  expect([...statuses.keys()].sort()).toEqual([200, 204, 400, 403, 404, 410, 413, 429, 502, 503, 504]);
  expect(REACHED.filter(event => !events.has(event))).toEqual([]);
});

it('the checker finds planted mistakes', () => {
  const request = new Request('https://chat.example.com/token', { method: 'POST', headers: { Origin: SHOP } });
  const headers = { 'X-Request-Id': 'a', 'Cache-Control': 'no-store' };
  const find = (status: number, text: string, own: Record<string, string> = headers) =>
    judge({ request, isHealthy: true }, new Response(null, { status, headers: own }), text);
  const error = JSON.stringify({ error: { code: 'bad_request', message: 'No.' } });
  expect(find(400, error)).toEqual([]);
  expect(find(404, error)).toEqual(['404 without the body of an error']);
  expect(find(400, error, {})).toEqual(['no request id', 'a cache may store it']);
  expect(find(400, error.replace('No', 'connector-SECRET'))).toEqual(['a secret in the body']);
  expect(find(503, error.replace('bad_request', 'upstream_unavailable'))).toEqual([
    '503 although the platform is well',
  ]);
  expect(judgeLog([{ event: 'x', names: { requestId: `eyJ${'a'.repeat(20)}` } }])).toEqual(['a secret in the log: x']);
  expect(judgeLog([{ event: 'internal_error', names: {} }])).toHaveLength(1);
});
