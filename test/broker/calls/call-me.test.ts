import { describe, expect, it } from 'vitest';
import {
  createWorld,
  hanging,
  networkError,
  readAnswer,
  readError,
  readGrant,
  refused,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

const NUMBER = '020 7946 0123';
const CONSENT = 'You agree that we call this number once.';

function createCallWorld(settings: WorldSettings = {}): World {
  const outbound = { outboundUrl: 'https://api.example.net/', outboundToken: 'outbound-SECRET' };
  return createWorld({ ...outbound, callCountries: ['GB', 'IE'], ...settings });
}

const json = (body: object) => () => Promise.resolve(Response.json(body));

function place(world: World, body: object = {}, address = '192.0.2.1'): Promise<Response> {
  const request = new Request('https://chat.example.com/call-me', {
    method: 'POST',
    headers: { Origin: SHOP, 'Content-Type': 'application/json' },
    body: JSON.stringify({ number: NUMBER, country: 'GB', consent: CONSENT, ...body }),
  });
  return world.broker.fetch(request, { address });
}

async function placed(world: World, body: object = {}, address?: string): Promise<unknown> {
  world.answers.push(json({ call_sid: 'OUT-1' }));
  return (await readAnswer(place(world, body, address))).body;
}

async function stateOf(world: World, answer: object, id = 'OUT-1'): Promise<unknown> {
  world.answers.push(json(answer));
  return (await readAnswer(world.send(`/call-me/${id}`, { headers: { Origin: SHOP } }))).body;
}

describe('POST /call-me', () => {
  it('a number in any form is called once, with the line that the visitor has agreed to and its time', async () => {
    const world = createCallWorld();
    expect(await placed(world)).toEqual({ id: 'OUT-1' });
    const [call] = world.calls;
    expect(call?.url).toBe('https://api.example.net/v1/outbound-calling');
    expect(call?.headers.get('X-Service-Auth-Token')).toBe('outbound-SECRET');
    expect(JSON.parse(String(call?.body))).toEqual({
      to_number: '+442079460123',
      metadata: { consent: CONSENT, consent_at: '2030-01-01T00:00:00.000Z', origin: SHOP },
    });
    expect(JSON.stringify(world.lines)).not.toMatch(/7946|SECRET/);
  });

  it.each([
    ['(0)20-7946 0123', 'GB', '+442079460123'],
    ['+353 1 555 1234', 'GB', '+35315551234'],
    ['٠٢٠٧٩٤٦٠١٢٣', 'GB', '+442079460123'],
  ])('%s with the country %s is %s', async (number, country, called) => {
    const world = createCallWorld();
    await placed(world, { number, country });
    expect(JSON.parse(String(world.calls[0]?.body)).to_number).toBe(called);
  });

  it.each([
    ['a number that is too short', { number: '123' }, 'number_invalid'],
    ['a premium-rate number', { number: '0909 8790123' }, 'number_invalid'],
    ['no number', { number: 7 }, 'number_invalid'],
    ['a country that is not called', { number: '+49 30 901820' }, 'country_not_allowed'],
    ['no consent', { consent: ' ' }, 'bad_request'],
    ['a country in words', { country: 'England' }, 'bad_request'],
  ])('%s places no call', async (_, body, code) => {
    const world = createCallWorld();
    expect(await readError(place(world, body))).toMatchObject({ status: 400, code });
    expect(world.calls).toEqual([]);
  });

  it('a number and an address have so many calls in an hour', async () => {
    const world = createCallWorld({ callsPerHour: 2 });
    for (const address of ['192.0.2.1', '192.0.2.2']) await placed(world, {}, address);
    expect(await readError(place(world, {}, '192.0.2.3'))).toMatchObject({ status: 429, code: 'rate_limited' });
    const other = { number: '020 7946 0999' };
    await placed(world, other, '192.0.2.1');
    expect(await readError(place(world, { number: '020 7946 0555' }, '192.0.2.1'))).toMatchObject({ status: 429 });
    world.clock.now += 3_600_001;
    expect(await placed(world)).toEqual({ id: 'OUT-1' });
  });

  it('all addresses of one household count as one, and those who are refused use up no number', async () => {
    const world = createCallWorld({ callsPerHour: 1 });
    await placed(world, {}, '2001:db8:0:1::1');
    const other = { number: '020 7946 0999' };
    expect(await readError(place(world, other, '2001:db8:0:1::2'))).toMatchObject({ status: 429 });
    expect(await placed(world, other, '2001:db8:0:2::1')).toEqual({ id: 'OUT-1' });
  });

  it.each([
    ['the connection broke', networkError('reset', 'ECONNRESET')],
    ['a gateway gave up', refused(504, 'SECRET')],
    ['the answer has no id', json({})],
  ])('the outcome is unknown, and nothing is repeated, because %s', async (_, answer) => {
    const world = createCallWorld();
    world.answers.push(answer);
    expect(await readError(place(world))).toMatchObject({ status: 504, code: 'outcome_unknown' });
    expect(world.calls).toHaveLength(1);
  });

  it('the outcome is unknown when no answer comes in time', async () => {
    const world = createCallWorld({ impatient: true });
    world.answers.push(hanging);
    expect(await readError(place(world))).toMatchObject({ code: 'outcome_unknown' });
  });

  it.each([
    ['cannot be reached', networkError(), 'upstream_unavailable', 503],
    ['has trouble', refused(500, 'SECRET'), 'upstream_unavailable', 503],
    ['refuses the token', refused(401, 'SECRET'), 'upstream_rejected', 502],
    ['allows no more', refused(429, 'SECRET', { 'Retry-After': '9' }), 'rate_limited', 429],
    ['does not call this number', refused(400, 'SECRET'), 'number_invalid', 400],
  ])('no call is placed when the platform %s', async (_, answer, code, status) => {
    const world = createCallWorld();
    world.answers.push(answer);
    const error = await readError(place(world));
    expect(error).toMatchObject({ code, status });
    expect(JSON.stringify([error, world.lines])).not.toContain('SECRET');
  });
});

describe('GET /call-me', () => {
  it('the state of a call is told in our words', async () => {
    const world = createCallWorld();
    expect(await stateOf(world, { status: 'queued', reason: '' })).toEqual({ status: 'queued' });
    expect(await stateOf(world, { status: 'CALLING' })).toEqual({ status: 'calling' });
    expect(await stateOf(world, { status: 'success' })).toEqual({ status: 'connected' });
    const failed = (reason: string) => stateOf(world, { status: 'failure', reason });
    expect(await failed('no answer')).toEqual({ status: 'failed', reason: 'no_answer' });
    expect(await failed('call queueing: max timeout limit exceeded')).toMatchObject({ reason: 'lines_busy' });
    expect(await failed('line 7 exploded')).toEqual({ status: 'failed', reason: 'unknown' });
    expect(world.calls[0]?.url).toBe('https://api.example.net/v1/outbound-calling/OUT-1/status');
  });

  it('an id of another form reaches no platform; an unknown one is not found', async () => {
    const world = createCallWorld();
    const ask = (id: string) => readError(world.send(`/call-me/${id}`, { headers: { Origin: SHOP } }));
    expect(await ask('x%2F..%2F')).toMatchObject({ code: 'not_found' });
    expect(world.calls).toEqual([]);
    world.answers.push(refused(404, 'x'));
    expect(await ask('OUT-2')).toMatchObject({ status: 404, code: 'not_found' });
  });

  it('pages learn that there are calls, and to which countries', async () => {
    const world = createCallWorld({ callCountries: ['GB', 'XX'] });
    expect((await readGrant(world.post())).features).toContain('call-me');
    const { body } = await readAnswer(world.send('/call-me', { headers: { Origin: SHOP } }));
    expect(body).toEqual({ countries: [{ country: 'GB', code: '44' }] });
  });

  it('calls are off until they are set up', async () => {
    const world = createWorld();
    expect(await readError(place(world))).toMatchObject({ status: 404, code: 'not_configured' });
    expect(await readError(world.send('/call-me/OUT-1', { headers: { Origin: SHOP } }))).toMatchObject({
      code: 'not_configured',
    });
  });
});
