import { describe, expect, it } from 'vitest';
import {
  createWorld,
  readAnswer,
  readError,
  readGrant,
  refused,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

function createDniWorld(settings: WorldSettings = {}): World {
  return createWorld({ dniUrl: 'https://api.example.net', dniApiKey: 'dni-SECRET', ...settings });
}

function reserve(world: World, body: object = {}): Promise<Response> {
  return world.send('/call-us', {
    method: 'POST',
    headers: { Origin: SHOP, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const dni = () => Promise.resolve(Response.json({ dni: '+441632960001' }));

describe('POST /call-us', () => {
  it('reserves a number with what the page knows of the visitor, and returns it for people and for links', async () => {
    const world = createDniWorld();
    world.answers.push(dni);
    const { body } = await readAnswer(reserve(world, { attributes: { plan: 'gold' }, conversation_id: 's1' }));
    expect(body).toEqual({ number: '+441632960001', formatted: '+44 1632 960001', expires_in: 600 });
    const [call] = world.calls;
    expect(call?.url).toBe('https://api.example.net/v1/conversations/dni-reservation');
    expect(call?.headers.get('x-api-key')).toBe('dni-SECRET');
    expect(JSON.parse(String(call?.body))).toEqual({ attributes: { plan: 'gold', conversation_id: 's1' } });
  });

  it('says so when all numbers are reserved', async () => {
    const world = createDniWorld();
    world.answers.push(refused(404, 'no available route found'));
    expect(await readError(reserve(world))).toMatchObject({ status: 503, code: 'no_number_free', retryAfter: 60 });
  });

  it.each([{ attributes: [] }, { attributes: { a: 1 } }, { attributes: { '': 'x' } }, { conversation_id: 7 }])(
    '%j is a bad request',
    async body => {
      const world = createDniWorld();
      expect(await readError(reserve(world, body))).toMatchObject({ status: 400, code: 'bad_request' });
      expect(world.calls).toEqual([]);
    },
  );

  it('one address cannot take the whole pool for an hour', async () => {
    const world = createDniWorld();
    for (let nth = 0; nth < 12; nth += 1) {
      world.answers.push(dni);
      expect((await reserve(world)).status).toBe(200);
    }
    expect(await readError(reserve(world))).toMatchObject({ status: 429, code: 'rate_limited' });
  });

  it('is off until it is set up, and pages learn of it from the token', async () => {
    expect(await readError(reserve(createWorld()))).toMatchObject({ status: 404, code: 'not_configured' });
    expect((await readGrant(createDniWorld().post())).features).toContain('call-us');
  });
});
