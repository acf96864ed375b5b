import { describe, expect, it } from 'vitest';
import { createWorld, readGrant, refused, SHOP, tokenRequest } from '../fixtures/fake-world.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

async function ask(headers: Record<string, string>) {
  const world = createWorld();
  const request = new Request(tokenRequest(), { headers: { Origin: SHOP, ...headers } });
  const response = await world.broker.fetch(request, { address: '192.0.2.1' });
  return { world, response, sent: world.calls[0]?.headers };
}

describe('names of a request', () => {
  it('the id of a proxy is in the answer, in each line of the log and in the call to the platform', async () => {
    const { world, response, sent } = await ask({ 'X-Request-Id': 'edge-42' });
    expect(response.headers.get('X-Request-Id')).toBe('edge-42');
    expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
    expect(sent?.get('X-Request-Id')).toBe('edge-42');
    expect(world.lines.map(({ event, names }) => [event, names.requestId])).toEqual([['token_issued', 'edge-42']]);
  });

  it.each(['', 'two words', 'x'.repeat(65), '<script>'])('the id %j is replaced by one of the broker', async given => {
    const { response, sent } = await ask({ 'X-Request-Id': given });
    expect(response.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{36}$/);
    expect(sent?.get('X-Request-Id')).toBe(response.headers.get('X-Request-Id'));
  });

  it('errors have an id too, whatever refuses', async () => {
    const world = createWorld();
    const responses = [await world.post('{'), await world.post({}, { origin: null }), await world.send('/nowhere')];
    const ids = responses.map(({ headers }) => headers.get('X-Request-Id'));
    expect(ids).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
    expect(new Set(ids).size).toBe(3);
  });

  it('a trace goes on to the platform, and its id is in the log', async () => {
    const { world, sent } = await ask({ traceparent: TRACEPARENT, tracestate: 'vendor=1' });
    expect([sent?.get('traceparent'), sent?.get('tracestate')]).toEqual([TRACEPARENT, 'vendor=1']);
    expect(world.lines[0]?.names.traceId).toBe(TRACE);
  });

  it.each(['00-junk', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, `${TRACEPARENT}-x`])(
    'the trace %s is not one',
    async traceparent => {
      const { world, sent } = await ask({ traceparent, tracestate: 'vendor=1' });
      expect([sent?.get('traceparent'), sent?.get('tracestate')]).toEqual([null, null]);
      expect(world.lines[0]?.names.traceId).toBeUndefined();
    },
  );
});

describe('audit', () => {
  it('issued, resumed, refused and limited requests are one log line each, with a pseudonym of the client and the request id', async () => {
    const world = createWorld({ rateLimit: 4 });
    const { resume_ticket } = await readGrant(world.post({}));
    await readGrant(world.post({ resume_ticket }));
    await world.post({ resume_ticket: 'x' });
    world.answers.push(refused(401, 'Connector token does not exist'));
    await world.post({});
    await world.post({});
    expect(world.lines.map(({ event, fields }) => [event, fields.reason ?? fields.ceiling])).toEqual([
      ['token_issued', undefined],
      ['token_resumed', undefined],
      ['ticket_refused', 'unreadable'],
      ['upstream_rejected', 'Connector token does not exist'],
      ['rate_limited', 'address'],
    ]);
    expect(new Set(world.lines.map(({ names }) => names.client)).size).toBe(1);
    expect(world.lines[0]?.names.client).toMatch(/^[\w-]{8}$/);
    expect(new Set(world.lines.map(({ names }) => names.requestId)).size).toBe(5);
  });
});
