import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isLoopbackOrigin, refuseCaller } from '../../../src/emulator/node/loopback.ts';
import type { Emulator } from '../../../src/emulator/node/server.ts';
import {
  answerOf,
  closeEmulatorsAfterEach,
  connect,
  control,
  conversation,
  emulator,
  look,
  visitor,
} from '../real-client.ts';

/** Sends headers that fetch does not let a caller set. */
function raw(at: Emulator, headers: Record<string, string>, method = 'GET'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const call = request(`${at.url}/_control/sessions`, { method, headers }, response => {
      let text = '';
      response.on('data', piece => {
        text += String(piece);
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    call.on('error', reject);
    call.end();
  });
}

describe('access to the control API', () => {
  closeEmulatorsAfterEach();

  it.each([
    ['a name that was made to point here', { Host: 'evil.example' }],
    ['a name that only begins like ours', { Host: 'localhost.evil.example:4100' }],
    ['a page from elsewhere', { Origin: 'https://evil.example' }],
    ['a page without an origin', { Origin: 'null' }],
    ['what a proxy on this machine hands on', { 'X-Forwarded-For': '203.0.113.7' }],
    ['what a proxy names by its own address', { 'X-Real-IP': '203.0.113.7' }],
    ['what a tunnel hands on', { Forwarded: 'for=203.0.113.7' }],
    ['what came by way of a proxy', { Via: '1.1 proxy.example' }],
  ])('refuses %s', async (_name, headers) => {
    const at = await emulator();
    const { status, text } = await raw(at, headers as Record<string, string>);
    expect(status).toBe(403);
    expect(text).toContain('the control API answers only');
  });

  it('lets pages of this machine in, preflight included', async () => {
    const at = await emulator();
    const Origin = 'http://localhost:5173';
    const response = await fetch(`${at.url}/_control/sessions`, { headers: { Origin } });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe(Origin);
    expect(response.headers.get('vary')).toBe('Origin');
    const preflight = await fetch(`${at.url}/_control/faults`, {
      method: 'OPTIONS',
      headers: { Origin, 'Access-Control-Request-Method': 'DELETE', 'Access-Control-Request-Headers': 'content-type' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
  });

  it('refuses callers from other machines, and hosts that do not know who calls', () => {
    const good = { host: 'localhost:4100', origin: null, proxied: false };
    expect(refuseCaller({ ...good, address: '127.0.0.1' })).toBeNull();
    expect(refuseCaller({ ...good, host: 'LOCALHOST:4100', address: '127.0.0.1' })).toBeNull();
    expect(refuseCaller({ ...good, address: '192.168.1.20' })).toMatch(/only to this machine/);
    expect(refuseCaller({ ...good, address: null })).toMatch(/only to this machine/);
    expect(refuseCaller({ ...good, address: '::1', host: null })).toMatch(/loopback name/);
  });

  it('knows loopback addresses and origins', () => {
    const addresses = [
      '127.0.0.1',
      '127.8.9.1',
      '::1',
      '::ffff:127.0.0.1',
      '10.0.0.1',
      '::ffff:10.0.0.1',
      '1127.0.0.1',
      '127.0.0.1.evil.example',
    ];
    expect(addresses.map(isLoopbackAddress)).toEqual([true, true, true, true, false, false, false, false]);
    const origins = [
      'http://localhost',
      'https://127.0.0.1:3',
      'http://[::1]:9',
      'http://a.localhost',
      'file://localhost',
    ];
    expect(origins.map(isLoopbackOrigin)).toEqual([true, true, true, true, false]);
    expect(isLoopbackOrigin('http://localhost@evil.example')).toBe(false);
    expect(isLoopbackOrigin('http://localhost.evil.example')).toBe(false);
    expect(isLoopbackOrigin('http://evil.example\\.localhost')).toBe(false);
    expect(isLoopbackOrigin('http://localhost/@evil.example')).toBe(false);
  });
});

describe('the control API', () => {
  closeEmulatorsAfterEach();

  it('shows sessions with sockets, user, joins and idle time, the events of one, and never the access token', async () => {
    const at = await emulator();
    const { who } = await conversation(at, { streaming_enabled: true, platform: 'ios', device_type: 'mobile' });
    await visitor(at);
    const { body } = await look(at, 'sessions');
    const sessions = body.sessions as Record<string, unknown>[];
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      id: who.session,
      state: 'open',
      joinsAsked: 1,
      party: 'agent',
      streaming: true,
      platform: 'ios',
      deviceType: 'mobile',
    });
    expect(sessions[0]?.sockets).toHaveLength(1);
    expect(sessions[1]?.user).not.toBe(sessions[0]?.user);
    expect(Date.parse(String(sessions[0]?.idleSince))).toBeGreaterThanOrEqual(
      Date.parse(String(sessions[0]?.createdAt)),
    );
    const one = await look(at, `sessions/${who.session}`);
    expect((one.body.events as { type: string }[])[0]?.type).toBe('EVENT_TYPE_SESSION_START');
    expect(one.body.eventCount).toBe((one.body.events as unknown[]).length);
    const everything = JSON.stringify([body, one.body]);
    expect(everything).not.toContain(who.token);
    expect(everything).not.toContain(who.token.split('.')[2]);
  });

  it('injects any event to every socket, fills in what is missing, and replays it as it was', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    const given = { type: 'EVENT_TYPE_FROM_TOMORROW', payload: { a: [1] }, colour: 'green' };
    const { status, body } = await control(at, `sessions/${who.session}/events`, given);
    expect(status).toBe(200);
    const live = await peer.untilType('FROM_TOMORROW');
    expect(live).toMatchObject({ ...given, sequence: 2 });
    expect(live.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body).toEqual({ event: live, stored: true });
    const again = await connect(at, who, '1');
    await again.untilFrames(1);
    expect(again.events).toEqual([live]);
  });

  it('gives transient events no position, and does not store what the history cannot hold', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    const send = (event: object) => control(at, `sessions/${who.session}/events`, event);
    expect((await send({ type: 'EVENT_TYPE_SERVICE_AGENT_THINKING' })).body).toMatchObject({
      stored: false,
      event: { sequence: null, payload: {} },
    });
    expect((await send({ type: 'EVENT_TYPE_X', sequence: 9, id: 'mine' })).body).toMatchObject({ stored: true });
    for (const unfit of [{ sequence: 9 }, { sequence: 5 }, { sequence: 20, id: 'mine' }, { sequence: null }]) {
      expect((await send({ type: 'EVENT_TYPE_X', ...unfit })).body).toMatchObject({ stored: false });
    }
    expect((await send({ type: 'EVENT_TYPE_Y' })).body).toMatchObject({ stored: true, event: { sequence: 10 } });
    await peer.untilType('TYPE_Y');
    expect(peer.events).toHaveLength(8);
  });

  it('goes on living after an injected SESSION_END, which changes nothing but the screen', async () => {
    const at = await emulator();
    const { who, peer } = await conversation(at);
    const payload = { reason: 'REASON_USER_END' };
    await control(at, `sessions/${who.session}/events`, { type: 'SESSION_END', payload });
    await peer.until(event => event.type === 'SESSION_END');
    await peer.settle();
    expect((await look(at, `sessions/${who.session}`)).body.state).toBe('open');
  });

  it('drops sockets, without a close frame or with a code, and the session lives on', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const cut = await connect(at, who);
    expect((await control(at, `sessions/${who.session}/drop`)).body).toEqual({ dropped: 1 });
    expect((await cut.closed).code).toBe(1006);
    for (const code of [1000, 1012, 4000, 4001]) {
      const closed = await connect(at, who);
      await control(at, `sessions/${who.session}/drop`, { code });
      expect((await closed.closed).code).toBe(code);
    }
    expect((await look(at, `sessions/${who.session}`)).body).toMatchObject({ state: 'open', sockets: [] });
  });

  it.each([
    [{}, 'REASON_NATURAL_END'],
    [{ reason: 'USER_END' }, 'REASON_USER_END'],
    [{ reason: 'REASON_USER_ABANDONED' }, 'REASON_USER_ABANDONED'],
  ])('ends a session with the reason of %j, once', async (body, reason) => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    expect(await control(at, `sessions/${who.session}/end`, body)).toMatchObject({ status: 200 });
    expect((await peer.closed).code).toBe(1000);
    expect(peer.events.at(-1)).toMatchObject({ type: 'EVENT_TYPE_SESSION_END', payload: { reason } });
    expect(await control(at, `sessions/${who.session}/end`, body)).toMatchObject({ status: 409 });
    expect(await control(at, `sessions/${who.session}/expire`)).toMatchObject({ status: 409 });
  });

  it('expires a session as the idle time does', async () => {
    const at = await emulator();
    const who = await visitor(at);
    const peer = await connect(at, who);
    await control(at, `sessions/${who.session}/expire`);
    expect((await peer.closed).code).toBe(1000);
    expect(peer.events.at(-1)?.payload).toEqual({ reason: 'REASON_USER_ABANDONED' });
    expect((await look(at, `sessions/${who.session}`)).body.state).toBe('expired');
  });

  it('puts a list of faults in place of those in force, and leaves them alone if one of the list is wrong', async () => {
    const at = await emulator();
    await control(at, 'faults', { kind: 'duplicate', times: 2 });
    const wrong = await control(at, 'faults', { faults: [{ kind: 'delay', ms: 5 }, { kind: 'gremlin' }] });
    expect(wrong.status).toBe(400);
    expect((await look(at, 'faults')).body.faults).toMatchObject([{ kind: 'duplicate' }]);
    const set = await control(at, 'faults', { faults: [{ kind: 'delay', ms: 5 }] });
    expect(set.body.faults).toMatchObject([{ kind: 'delay', ms: 5 }]);
    expect((await control(at, 'faults', { faults: [] })).body.faults).toEqual([]);
  });

  it('moves the clock on: later events are dated later', async () => {
    const at = await emulator({ clock: () => Date.UTC(2026, 0, 1) });
    const answer = await control(at, 'clock', { advanceMs: 90_000 });
    expect(answer).toEqual({ status: 200, body: { now: '2026-01-01T00:01:30.000Z' } });
    const peer = await connect(at, await visitor(at));
    expect((await peer.untilType('SESSION_START')).timestamp).toBe('2026-01-01T00:01:30.000Z');
  });

  it.each([
    ['faults', 'not json', /not valid JSON/],
    ['faults', '[]', /must be a JSON object/],
    ['faults', '{"faults":[{"kind":"duplicate"},{"kind":"gremlin"}]}', /"kind" must be one of/],
    ['agent', '{"script":"shakespeare"}', /"script" must be one of shop, echo, silent/],
    ['agent', '', /"script", "pace" and "live" are missing/],
    ['agent', '{"pace":-1}', /"pace" must be a number from 0 to 1000/],
    ['agent', '{"pace":"fast"}', /"pace" must be a number from 0 to 1000/],
    ['agent', '{"speed":2}', /"speed" is not a field of this request; it takes script, pace, live/],
    ['clock', '{"advanceMs":"5"}', /"advanceMs" must be a number from 0 to/],
    ['clock', '{"advanceMs":-1}', /"advanceMs" must be a number from 0 to/],
    ['sessions/ID/drop', '{"code":1006}', /"code" must be a WebSocket close code/],
    ['sessions/ID/drop', '{"code":2000}', /"code" must be a WebSocket close code/],
    ['sessions/ID/drop', '{"kode":1000}', /"kode" is not a field of this request; it takes code/],
    ['sessions/ID/end', '{"reason":"BORED"}', /"reason" must be one of NATURAL_END, USER_END, USER_ABANDONED/],
    ['sessions/ID/desk', '{"act":"accept","text":"Hi"}', /"text" is not a field of this request; it takes act, name/],
    ['sessions/ID/expire', '{"now":true}', /it takes no fields/],
    ['sessions/ID/events', '{}', /server event in wire form/],
    ['sessions/ID/events', '{"type":7}', /server event in wire form/],
    ['sessions/ID/events', '{"type":"EVENT_TYPE_EVENT_BATCH"}', /a frame, not an event/],
    ['sessions/ID/events', '{"type":"EVENT_TYPE_X","payload":"y"}', /"payload" must be an object/],
  ])('answers %s %s with 400 and what is wrong', async (path, body, error) => {
    const at = await emulator();
    const { session } = await visitor(at);
    const answer = await control(at, path.replace('ID', session), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatch(error);
  });

  it('takes an event that is nested as deep as any, and refuses one that nobody could write down', async () => {
    const at = await emulator();
    const { session } = await visitor(at);
    const inject = (lists: number) =>
      control(
        at,
        `sessions/${session}/events`,
        `{"type":"X","payload":{"x":${'['.repeat(lists)}${']'.repeat(lists)}}}`,
      );
    expect((await inject(90)).status).toBe(200);
    for (const lists of [101, 100_000]) {
      const { status, body } = await inject(lists);
      expect([status, body.error]).toEqual([400, expect.stringContaining('nested deeper than 100')]);
    }
  });

  it.each([
    ['sessions/nobody', 'GET', 404],
    ['sessions/nobody/drop', 'POST', 404],
    ['sessions/ID/dance', 'POST', 404],
    ['sessions/ID/drop/twice', 'POST', 404],
    ['sessions/ID/constructor', 'POST', 404],
    ['weather', 'GET', 404],
    ['faults/1', 'GET', 404],
    ['faults', 'PUT', 405],
    ['agent', 'DELETE', 405],
    ['clock', 'GET', 405],
    ['sessions', 'POST', 405],
    ['sessions/ID', 'DELETE', 405],
    ['sessions/ID/drop', 'GET', 405],
  ])('answers %s with %s by %i', async (path, method, status) => {
    const at = await emulator();
    const { session } = await visitor(at);
    const answer = await answerOf(await fetch(`${at.url}/_control/${path.replace('ID', session)}`, { method }));
    expect(answer).toMatchObject({ status, body: { error: expect.stringMatching(/./) } });
  });
});
