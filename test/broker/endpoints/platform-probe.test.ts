import { afterEach, describe, expect, it } from 'vitest';
import type { Log } from '../../../src/broker/log/log.ts';
import { type RunningBroker, startBroker } from '../../../src/broker/node/server.ts';
import type { Emulator } from '../../../src/emulator/node/server.ts';
import { readProbeAnswer, readTokenGrant, type TokenGrant } from '../../../src/protocol/http-api.ts';
import {
  answerOf,
  closeEmulatorsAfterEach,
  connect,
  control,
  emulator,
  look,
  post,
} from '../../emulator/real-client.ts';
import { KEY_1, SHOP } from '../fixtures/fake-world.ts';

const brokers: RunningBroker[] = [];

closeEmulatorsAfterEach();
afterEach(async () => {
  await Promise.all(brokers.splice(0).map(each => each.close()));
});

interface Page {
  readonly platform: Emulator;
  /** A visitor's token and the session made with it. */
  readonly grant: TokenGrant;
  readonly session: string;
  /** Every line of the broker's log. */
  readonly lines: string[];
  probe(session?: string, grant?: TokenGrant): Promise<unknown>;
  token(): Promise<TokenGrant>;
  sockets(): Promise<unknown>;
}

/** A page of the shop with a real broker and a real platform. Its session has no open socket. */
async function createPage(): Promise<Page> {
  const platform = await emulator();
  const lines: string[] = [];
  const write = (event: string, fields: unknown) => lines.push(`${event} ${JSON.stringify(fields)}`);
  const log: Log = { info: write, warn: write, error: write };
  const options = {
    platformUrl: platform.url,
    connectorToken: 'demo-connector',
    host: 'localhost',
    allowedOrigins: [SHOP],
    ticketKeys: [{ kid: 'k1', key: KEY_1 }],
    log,
  };
  const broker = await startBroker({ options, port: 0, trustedProxies: 0, logLevel: 'silent', warnings: [] });
  brokers.push(broker);
  const ask = async (path: string, body: object) =>
    (await answerOf(await post(`${broker.url}${path}`, body, { Origin: SHOP }))).body;
  const token = async () => {
    const grant = readTokenGrant(await ask('/token', {}));
    if (!grant) throw new Error('the broker gave no token');
    return grant;
  };
  const grant = await token();
  const created = await post(`${platform.url}/api/v1/sessions`, {}, { Authorization: `Bearer ${grant.accessToken}` });
  const session = String((await answerOf(created)).body.session_id);
  return {
    platform,
    grant,
    session,
    lines,
    token,
    probe: (id = session, of = grant) => ask('/probe', { session_id: id, resume_ticket: of.resumeTicket }),
    sockets: async () => (await look(platform, `sessions/${session}`)).body.sockets,
  };
}

describe('POST /probe, against the emulator', () => {
  it('a session that would open is 101, and the probe leaves no socket in it', async () => {
    const page = await createPage();
    expect(page.grant.features).toEqual(['probe', 'revoke']);
    expect(await page.probe()).toEqual({ status: 101 });
    await expect.poll(page.sockets).toEqual([]);
  });

  it('ten probes leave room for all ten sockets of the session', async () => {
    const page = await createPage();
    for (let count = 1; count <= 10; count += 1) expect(await page.probe()).toEqual({ status: 101 });
    await expect.poll(page.sockets).toEqual([]);
    const who = { token: page.grant.accessToken, session: page.session };
    const peers = await Promise.all(Array.from({ length: 10 }, () => connect(page.platform, who)));
    expect(await page.sockets()).toHaveLength(10);
    for (const peer of peers) peer.close();
  });

  it('a probe disturbs neither the open socket of its session nor the history', async () => {
    const page = await createPage();
    const peer = await connect(page.platform, { token: page.grant.accessToken, session: page.session });
    const before = await look(page.platform, `sessions/${page.session}`);
    expect(await page.probe()).toEqual({ status: 101 });
    await expect.poll(page.sockets).toEqual(before.body.sockets);
    await peer.settle();
    expect((await look(page.platform, `sessions/${page.session}`)).body.events).toEqual(before.body.events);
    peer.close();
  });

  it('a session that is unknown, or over, is 404', async () => {
    const page = await createPage();
    expect(await page.probe('6f1c9a52-0d3b-4f8e-9a77-5c1b2d3e4f50')).toEqual({ status: 404 });
    await control(page.platform, `sessions/${page.session}/expire`);
    expect(await page.probe()).toEqual({ status: 404 });
  });

  it('the token of another user is 401', async () => {
    const page = await createPage();
    expect(await page.probe(page.session, await page.token())).toEqual({ status: 401 });
  });

  it('an eleventh socket is 429', async () => {
    const page = await createPage();
    const who = { token: page.grant.accessToken, session: page.session };
    const peers = await Promise.all(Array.from({ length: 10 }, () => connect(page.platform, who)));
    expect(await page.probe()).toEqual({ status: 429 });
    for (const peer of peers) peer.close();
  });

  it('a refusal of the platform is reported with its Retry-After', async () => {
    const page = await createPage();
    await control(page.platform, 'faults', { kind: 'refuse-handshake', status: 503, retryAfter: 21, times: 1 });
    const answer = await page.probe();
    expect(answer).toEqual({ status: 503, retry_after: 21 });
    expect(readProbeAnswer(answer)).toEqual({ status: 503, retryAfter: 21 });
    expect(await page.probe()).toEqual({ status: 101 });
  });

  it('a platform that is down is status 0', async () => {
    const page = await createPage();
    await page.platform.close();
    expect(await page.probe()).toEqual({ status: 0 });
    expect(page.lines.some(line => /^probe_unanswered .*ECONNREFUSED/.test(line))).toBe(true);
  });

  it('the log of all this contains no token, ticket or session', async () => {
    const page = await createPage();
    await page.probe();
    await page.probe('unknown');
    await page.platform.close();
    await page.probe();
    const log = page.lines.join('\n');
    expect(log.match(/^request .*"path":"\/probe","status":200/gm)).toHaveLength(3);
    for (const secret of [page.grant.accessToken, page.grant.resumeTicket, page.session, 'demo-connector']) {
      expect(log).not.toContain(secret);
    }
  });
});
