import { describe, expect, it, onTestFinished, vi } from 'vitest';
import WebSocket from 'ws';
import { runBackend } from '../../src/testing/backend.ts';
import type { BackendOptions } from '../../src/testing/calls.ts';

async function start(options: BackendOptions = {}) {
  const backend = await runBackend(options);
  onTestFinished(() => backend.close());
  return backend;
}

type Running = Awaited<ReturnType<typeof start>>;

const ask = (backend: Running, origin: string): Promise<Response> =>
  fetch(`${backend.brokerUrl}/token`, { method: 'POST', headers: { Origin: origin }, body: '{}' });

/** Connects a visitor to the platform. Returns the events of the socket and the session's id. */
async function connect(backend: Running) {
  const { access_token } = (await (await ask(backend, 'http://localhost:3000')).json()) as { access_token: string };
  const headers = { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' };
  const made = await fetch(`${backend.emulatorUrl}/api/v1/sessions`, { method: 'POST', headers, body: '{}' });
  const { session_id } = (await made.json()) as { session_id: string };
  const address = backend.emulatorUrl.replace('http', 'ws');
  const socket = new WebSocket(`${address}/ws?session_id=${session_id}&access_token=${access_token}`);
  onTestFinished(() => socket.terminate());
  const heard: string[] = [];
  socket.on('message', data => heard.push(String(data)));
  socket.on('error', error => heard.push(error.message));
  const closed = new Promise<number>(resolve => socket.on('close', resolve));
  await new Promise(resolve => socket.once('open', resolve));
  return {
    id: session_id,
    heard,
    closed,
    join: () => socket.send('{"type":"EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN","payload":{}}'),
  };
}

describe('a backend for tests', () => {
  it('answers a page of this machine, whatever its port', async () => {
    const backend = await start();
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:5173', 'http://localhost']) {
      const answer = await ask(backend, origin);
      expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, origin]);
    }
  });

  it('answers a page from elsewhere only if its origin is allowed', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => void warn.mockRestore());
    const backend = await start({ allowedOrigins: ['https://shop.example.com'] });
    expect((await ask(backend, 'https://shop.example.com')).status).toBe(200);
    expect((await ask(backend, 'https://other.example.com')).status).toBe(403);
    expect(warn).toHaveBeenCalledWith(expect.stringContaining('origin_refused'));
  });

  it('resumes a visitor with the ticket that it has given', async () => {
    const backend = await start();
    const { resume_ticket } = (await (await ask(backend, 'http://localhost:3000')).json()) as { resume_ticket: string };
    const again = await fetch(`${backend.brokerUrl}/token`, {
      method: 'POST',
      headers: { Origin: 'http://localhost:3000' },
      body: JSON.stringify({ resume_ticket }),
    });
    expect(again.status).toBe(200);
  });

  it('the agent speaks once a chat is connected', async () => {
    const { calls, ...backend } = await start({ script: 'silent' });
    const said = calls.say('Hello.', 'Still there?');
    const { heard, join } = await connect({ calls, ...backend });
    join();
    await said;
    await expect.poll(() => heard.join()).toMatch(/"text":"Hello\.".*"text":"Still there\?"/);
  });

  it('cuts, ends and shows sessions', async () => {
    const backend = await start();
    const { calls } = backend;
    const { id, closed } = await connect(backend);
    await calls.drop(id, 1001);
    expect(await closed).toBe(1001);
    await calls.end(id);
    expect(await calls.session(id)).toMatchObject({ id, state: 'ended' });
    expect((await calls.sessions()).map(each => each.id)).toEqual([id]);
  });

  it('moves the platform’s clock', async () => {
    const backend = await start();
    const { id } = await connect(backend);
    await backend.calls.advance(11 * 60_000);
    expect((await backend.calls.session(id)).state).not.toBe('open');
  });

  it('refuses a call for a session that there is none of', async () => {
    const { calls } = await start();
    await expect(calls.drop('nobody')).rejects.toThrow('There is no session "nobody"');
  });

  it('the backend does not start with a wrong option', async () => {
    await expect(runBackend({ allowedOrigins: ['shop'] })).rejects.toThrow(/allowedOrigins entry 2 must be an origin/);
  });
});
