import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/emulator/model/seeded-random.ts';
import { createPlatform } from '../../../src/emulator/platform.ts';
import { answerOf, closeEmulatorsAfterEach, control, emulator, post, tokenOf } from '../real-client.ts';

const CONNECTORS = [
  { token: 'demo-connector', host: 'localhost' },
  { token: 'shop-connector', host: 'shop.example' },
  { token: 'homeless-connector' },
];

describe('access-token', () => {
  closeEmulatorsAfterEach();

  it.each([
    ['no X-Token', { 'X-Host': 'localhost' }, 'Missing authentication headers'],
    ['no X-Host', { 'X-Token': 'demo-connector' }, 'Missing authentication headers'],
    ['neither', {}, 'Missing authentication headers'],
    ['an unknown X-Token', { 'X-Token': 'nobody', 'X-Host': 'localhost' }, 'Connector token does not exist'],
    ['another X-Host', { 'X-Token': 'demo-connector', 'X-Host': 'evil.example' }, 'Failed to validate connector'],
    ['a lookalike', { 'X-Token': 'shop-connector', 'X-Host': 'myshop.example' }, 'Failed to validate connector'],
    ['no host domain', { 'X-Token': 'homeless-connector', 'X-Host': 'localhost' }, 'Connector missing host domain'],
  ])('refuses %s with 401', async (_name, headers, error) => {
    const at = await emulator({ connectors: CONNECTORS });
    const answer = await answerOf(await post(`${at.url}/api/v1/access-token`, {}, headers as Record<string, string>));
    expect(answer).toEqual({ status: 401, body: { error } });
  });

  it('fails with 500 and its own text when that fault is ordered, as often as it was ordered', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'http-status', path: '/api/v1/access-token', status: 500, times: 1 });
    const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };
    const answer = await answerOf(await post(`${at.url}/api/v1/access-token`, {}, headers));
    expect(answer).toEqual({ status: 500, body: { error: 'Failed to create access token' } });
    expect((await post(`${at.url}/api/v1/access-token`, {}, headers)).status).toBe(200);
  });

  it('accepts the registered domain in any case, and its subdomains', async () => {
    const at = await emulator({ connectors: CONNECTORS });
    for (const host of ['shop.example', 'WWW.Shop.Example', 'a.b.shop.example']) {
      const headers = { 'X-Token': 'shop-connector', 'X-Host': host };
      expect((await post(`${at.url}/api/v1/access-token`, {}, headers)).status).toBe(200);
    }
  });

  it.each([
    ['https://shop.example', 'shop.example'],
    ['https://www.shop.example/', 'shop.example'],
    ['shop.example:8443', 'shop.example'],
    ['https://app.localhost', 'localhost'],
    ['https://localhost', 'localhost'],
    ['http://localhost:5173/', 'localhost'],
    ['shop.example', 'https://shop.example/'],
    ['www.shop.example', 'HTTPS://Shop.Example:443'],
    ['http://[::1]:4000/', '[::1]'],
    ['com.example.app', 'com.example.app'],
  ])('accepts the host %s when %s is registered', async (host, registered) => {
    const at = await emulator({ connectors: [{ token: 'one', host: registered }] });
    const headers = { 'X-Token': 'one', 'X-Host': host };
    expect((await post(`${at.url}/api/v1/access-token`, {}, headers)).status).toBe(200);
  });

  it.each([
    ['https://myshop.example', 'shop.example'],
    ['https://shop.example.evil.example/', 'https://shop.example'],
    ['https://evil.example/www.shop.example', 'shop.example'],
    ['app.localhost', 'https://www.localhost'],
  ])('refuses the host %s when %s is registered', async (host, registered) => {
    const at = await emulator({ connectors: [{ token: 'one', host: registered }] });
    const headers = { 'X-Token': 'one', 'X-Host': host };
    const answer = await answerOf(await post(`${at.url}/api/v1/access-token`, {}, headers));
    expect(answer).toEqual({ status: 401, body: { error: 'Failed to validate connector' } });
  });

  it.each(['{', '[]', '"{}"', 'null'])('refuses the body %s with 400', async body => {
    const at = await emulator();
    const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };
    const answer = await answerOf(await post(`${at.url}/api/v1/access-token`, body, headers));
    expect(answer).toEqual({ status: 400, body: { error: 'Error parsing request' } });
  });

  it.each([undefined, '', '{}', '{"more":1}'])('takes the body %s', async body => {
    const at = await emulator();
    const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };
    expect((await post(`${at.url}/api/v1/access-token`, body, headers)).status).toBe(200);
  });

  it('hands out a bearer token in three base64url parts, valid a day, another one every time', async () => {
    const at = await emulator();
    const headers = { 'X-Token': 'demo-connector', 'X-Host': 'localhost' };
    const { body } = await answerOf(await post(`${at.url}/api/v1/access-token`, {}, headers));
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 86_400 });
    expect(body.access_token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(await tokenOf(at)).not.toBe(body.access_token);
  });

  it('lets a token go when its time is over, to the millisecond', () => {
    const platform = createPlatform({ random: createSeededRandom(1), tokenLifetimeSeconds: 60 });
    const { body } = platform.accessToken(1000, { connectorToken: 'demo-connector', host: 'localhost' });
    const authorization = `Bearer ${(body as { access_token: string }).access_token}`;
    expect(platform.createSession(60_999, { authorization, body: '' }).status).toBe(200);
    expect(platform.createSession(61_000, { authorization, body: '' })).toEqual({
      status: 401,
      body: { error: 'Invalid access token' },
    });
  });

  it('says 429 and when to come back once a connector asks too often, and then serves it again', () => {
    const platform = createPlatform({ random: createSeededRandom(1), httpRate: { perSecond: 0.5, burst: 2 } });
    const ask = (at: number) => platform.accessToken(at, { connectorToken: 'demo-connector', host: 'localhost' });
    expect([ask(0).status, ask(0).status]).toEqual([200, 200]);
    expect(ask(0)).toEqual({ status: 429, body: { error: 'rate limit exceeded' }, retryAfter: 2 });
    expect(ask(2000).status).toBe(200);
  });
});
