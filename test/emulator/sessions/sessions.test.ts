import { describe, expect, it } from 'vitest';
import { answerOf, closeEmulatorsAfterEach, connect, control, emulator, post, tokenOf } from '../real-client.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('sessions', () => {
  closeEmulatorsAfterEach();

  it.each([
    ['no Authorization', {}, 400, 'Missing access token'],
    ['another scheme', { Authorization: 'Basic abc' }, 401, 'Missing authentication headers'],
    ['a bare token', { Authorization: 'abc.def.ghi' }, 401, 'Missing authentication headers'],
    ['Bearer and nothing', { Authorization: 'Bearer' }, 401, 'Missing authentication headers'],
    ['a token from nowhere', { Authorization: 'Bearer abc.def.ghi' }, 401, 'Invalid access token'],
  ])('refuses %s', async (_name, headers, status, error) => {
    const at = await emulator();
    const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, {}, headers as Record<string, string>));
    expect(answer).toEqual({ status, body: { error } });
  });

  it('refuses a token that was tampered with', async () => {
    const at = await emulator();
    const Authorization = `Bearer ${(await tokenOf(at)).replace(/.$/, last => (last === 'A' ? 'B' : 'A'))}`;
    const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, {}, { Authorization }));
    expect(answer).toEqual({ status: 401, body: { error: 'Invalid access token' } });
  });

  it.each([
    ['broken JSON', '{"streaming_enabled":'],
    ['no object', '[]'],
    ['null', 'null'],
    ['streaming_enabled as a word', '{"streaming_enabled":"yes"}'],
    ['an unknown platform', '{"platform":"fridge"}'],
    ['a platform of the wrong type', '{"platform":7}'],
    ['an unknown device', '{"device_type":"watch"}'],
  ])('refuses %s with 400', async (_name, body) => {
    const at = await emulator();
    const Authorization = `Bearer ${await tokenOf(at)}`;
    const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, body, { Authorization }));
    expect(answer).toEqual({ status: 400, body: { error: 'Error parsing request' } });
  });

  it.each([
    ['no body', undefined],
    ['an empty object', '{}'],
    ['every field', '{"streaming_enabled":true,"platform":"ios-web","device_type":"mobile"}'],
    ['fields of tomorrow', '{"colour":"green"}'],
  ])('makes a session from %s', async (_name, body) => {
    const at = await emulator();
    const Authorization = `Bearer ${await tokenOf(at)}`;
    const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, body, { Authorization }));
    expect(answer.status).toBe(200);
    expect(answer.body.session_id).toMatch(UUID);
  });

  it('fails with 500 and its own text when that fault is ordered', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'http-status', path: 'sessions', status: 500 });
    const Authorization = `Bearer ${await tokenOf(at)}`;
    const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, {}, { Authorization }));
    expect(answer).toEqual({ status: 500, body: { error: 'Failed to create session' } });
  });

  it('says 429 with Retry-After once a user asks too often', async () => {
    const at = await emulator({ httpRate: { perSecond: 0.1, burst: 1 } });
    const Authorization = `Bearer ${await tokenOf(at)}`;
    expect((await post(`${at.url}/api/v1/sessions`, {}, { Authorization })).status).toBe(200);
    const response = await post(`${at.url}/api/v1/sessions`, {}, { Authorization });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(5);
  });

  it('begins every session with SESSION_START, which says what the session can do', async () => {
    const at = await emulator();
    const token = await tokenOf(at);
    const Authorization = `Bearer ${token}`;
    for (const streaming of [true, false]) {
      const body = { streaming_enabled: streaming };
      const answer = await answerOf(await post(`${at.url}/api/v1/sessions`, body, { Authorization }));
      const peer = await connect(at, { token, session: String(answer.body.session_id) });
      await peer.untilFrames(1);
      expect(peer.events).toHaveLength(1);
      expect(peer.events[0]).toMatchObject({
        type: 'EVENT_TYPE_SESSION_START',
        sequence: 1,
        payload: {
          capabilities: {
            streaming,
            max_message_size_bytes: 131_072,
            max_reconnect_attempts: 10,
            heartbeat_interval_seconds: 30,
          },
        },
      });
    }
  });
});
