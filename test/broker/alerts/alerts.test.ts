import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryAlerts } from '../../../src/broker/alerts/alert-store.ts';
import { createMemoryMarks } from '../../../src/broker/tickets/marks.ts';
import {
  createWorld,
  readAnswer,
  readError,
  readGrant,
  SHOP,
  type World,
  type WorldSettings,
} from '../fixtures/fake-world.ts';

const SECRET = 'whsec_0123456789-SECRET';
const HOUR_MS = 3_600_000;

interface Delivery {
  readonly secret?: string;
  /** Seconds between the clock and the timestamp. */
  readonly late?: number;
  readonly eventId?: string;
  readonly rule?: string;
  readonly metric?: string;
  /** Time of the change, in milliseconds before now. */
  readonly ago?: number;
}

function createAlertWorld(settings: WorldSettings = {}): World {
  return createWorld({ webhookSecrets: [SECRET], ...settings });
}

function notice(
  world: World,
  isFiring: boolean,
  { rule = 'ar_1', metric = 'turn_latency_p95', ago = 0 }: Delivery,
): string {
  const time = new Date(world.clock.now - ago).toISOString();
  const alert = { id: rule, name: 'Slow', metric, [isFiring ? 'triggered_at' : 'resolved_at']: time };
  return JSON.stringify({ event_type: isFiring ? 'alerts.triggered' : 'alerts.resolved', alert });
}

function deliver(
  world: World,
  body: string,
  { secret = SECRET, late = 0, eventId = crypto.randomUUID() }: Delivery = {},
) {
  const timestamp = String(Math.floor(world.clock.now / 1_000) - late);
  const headers = {
    'Content-Type': 'application/json',
    'X-Service-Timestamp': timestamp,
    'X-Service-Event-ID': eventId,
    'X-Service-Signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
  };
  return world.send('/webhooks/alerts', { method: 'POST', headers, body });
}

const trigger = async (world: World, delivery: Delivery = {}): Promise<number> =>
  (await deliver(world, notice(world, true, delivery), delivery)).status;
const resolve = async (world: World, delivery: Delivery = {}): Promise<number> =>
  (await deliver(world, notice(world, false, delivery), delivery)).status;

async function levelOf(world: World): Promise<unknown> {
  return (await readAnswer(world.send('/status', { headers: { Origin: SHOP } }))).body;
}

describe('the platform’s state', () => {
  it('an alert is told to visitors until it is resolved', async () => {
    const world = createAlertWorld();
    expect(await levelOf(world)).toEqual({ level: 'ok' });
    expect(await trigger(world)).toBe(200);
    expect(await levelOf(world)).toEqual({ level: 'slow' });
    world.clock.now += 60_000;
    expect(await resolve(world)).toBe(200);
    expect(await levelOf(world)).toEqual({ level: 'ok' });
    expect(world.lines.map(({ event }) => event)).toEqual(['alert_triggered', 'alert_resolved']);
  });

  it('the most serious of several alerts is told', async () => {
    const world = createAlertWorld();
    await trigger(world, { rule: 'ar_1', metric: 'call_volume' });
    expect(await levelOf(world)).toEqual({ level: 'busy' });
    await trigger(world, { rule: 'ar_2', metric: 'function_errors' });
    await trigger(world, { rule: 'ar_3', metric: 'turn_latency_p50' });
    expect(await levelOf(world)).toEqual({ level: 'trouble' });
  });

  it('visitors are told from the configured number of rules on', async () => {
    const world = createAlertWorld({ statusBanner: 2 });
    await trigger(world, { rule: 'ar_1' });
    expect(await levelOf(world)).toEqual({ level: 'ok' });
    await trigger(world, { rule: 'ar_2' });
    expect(await levelOf(world)).toEqual({ level: 'slow' });
  });

  it('a notice that arrives after a later one of its rule changes nothing', async () => {
    const world = createAlertWorld();
    expect(await resolve(world, { ago: 1_000 })).toBe(200);
    expect(await trigger(world, { ago: 2_000 })).toBe(200);
    expect(await levelOf(world)).toEqual({ level: 'ok' });
  });

  it('a notice that is sent again changes nothing', async () => {
    const world = createAlertWorld();
    const body = notice(world, true, {});
    await deliver(world, body, { eventId: 'e1' });
    await resolve(world, { ago: -1_000 });
    expect((await deliver(world, body, { eventId: 'e1' })).status).toBe(200);
    expect((await deliver(world, body, { eventId: 'another' })).status).toBe(200);
    expect(await levelOf(world)).toEqual({ level: 'ok' });
  });

  it('an alert that was never resolved is forgotten after a day', async () => {
    const world = createAlertWorld();
    await trigger(world);
    world.clock.now += 24 * HOUR_MS;
    expect(await levelOf(world)).toEqual({ level: 'ok' });
  });

  it('a rule with a metric that this version does not know is not told to visitors', async () => {
    const world = createAlertWorld();
    expect(await trigger(world, { metric: 'csat' })).toBe(200);
    expect(await levelOf(world)).toEqual({ level: 'ok' });
  });

  it.each<[string, Delivery]>([
    ['of another secret', { secret: 'whsec_another-0123456789' }],
    ['with a timestamp six minutes old', { late: 360 }],
    ['with a timestamp in the future', { late: -360 }],
  ])('a notice %s is refused', async (_, delivery) => {
    const world = createAlertWorld();
    const refused = deliver(world, notice(world, true, {}), delivery);
    expect(await readError(refused)).toMatchObject({ status: 403, code: 'not_authorized' });
    expect(await levelOf(world)).toEqual({ level: 'ok' });
    expect(world.lines).toMatchObject([{ level: 'warn', event: 'alert_refused' }]);
  });

  it.each(['', 'null', '[]', '{"event_type":"alerts.triggered"}', '{"event_type":"other","alert":{}}'])(
    'the signed body %j is no notice',
    async body => {
      const answer = await deliver(createAlertWorld(), body);
      expect(answer.status).toBe(400);
    },
  );

  it('a notice without a signature is refused', async () => {
    const world = createAlertWorld();
    const refused = world.send('/webhooks/alerts', { method: 'POST', body: notice(world, true, {}) });
    expect(await readError(refused)).toMatchObject({ code: 'not_authorized' });
  });

  it('a notice that is too large is refused before its signature is checked', async () => {
    const world = createAlertWorld();
    const refused = deliver(world, 'x'.repeat(70_000), { secret: 'whsec_another-0123456789' });
    expect(await readError(refused)).toMatchObject({ status: 413, code: 'too_large' });
  });

  it('another method is refused with the one that is answered', async () => {
    const answer = await createAlertWorld().send('/webhooks/alerts', { headers: { Origin: SHOP } });
    expect([answer.status, answer.headers.get('Allow')]).toEqual([404, 'POST, OPTIONS']);
  });

  it('both secrets count while one replaces the other', async () => {
    const world = createAlertWorld({ webhookSecrets: ['whsec_newer-0123456789', SECRET] });
    expect(await trigger(world)).toBe(200);
  });

  it('brokers that share their stores know the same alerts', async () => {
    const stores = { alerts: createMemoryAlerts(), marks: createMemoryMarks(() => 0) };
    const [here, there] = [createAlertWorld(stores), createAlertWorld(stores)];
    await trigger(here);
    expect(await levelOf(there)).toEqual({ level: 'slow' });
  });

  it('foreign pages cannot ask for the state; a page of the broker’s own origin can', async () => {
    const world = createAlertWorld();
    const foreign = world.send('/status', { headers: { Origin: 'https://evil.test' } });
    expect(await readError(foreign)).toMatchObject({ code: 'origin_not_allowed' });
    expect((await world.send('/status')).status).toBe(200);
  });

  it('a page learns from the token that there is a state to ask for', async () => {
    expect((await readGrant(createAlertWorld().post())).features).toContain('status');
    expect((await readGrant(createWorld().post())).features).not.toContain('status');
  });

  it('state and alerts are off until a secret is set', async () => {
    const world = createWorld();
    expect(await readError(world.send('/status'))).toMatchObject({ status: 404, code: 'not_configured' });
    expect(await readError(deliver(world, '{}'))).toMatchObject({ status: 404, code: 'not_configured' });
  });
});
