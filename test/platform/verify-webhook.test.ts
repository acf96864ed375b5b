import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signedHeaders } from '../../src/emulator/node/webhook-sender.ts';
import { verifyWebhook } from '../../src/platform/verify-webhook.ts';

const SECRET = 'whsec_0123456789';
const NOW = Date.UTC(2026, 10, 27, 9);
const BODY = JSON.stringify({ event_type: 'alerts.triggered', alert: { id: 'ar_1' } });

const NOTICE = {
  kind: 'post',
  deliveryId: 'd',
  url: 'https://desk.example/hook',
  headers: {},
  body: BODY,
  secret: SECRET,
  eventId: 'evt_1',
  timestamp: NOW / 1000,
  timeoutMs: 5000,
} as const;

const request = (headers: Record<string, string>, body: BodyInit = BODY): Request =>
  new Request('https://desk.example/hook', { method: 'POST', headers, body });
const verify = (sent: Request, secrets: string | readonly string[] = SECRET, more = {}) =>
  verifyWebhook(sent, secrets, { now: () => NOW, ...more });

describe('verifyWebhook (section 11)', () => {
  it.each(['service', 'poly'] as const)('accepts a notice signed in the dialect %s', async dialect => {
    const result = await verify(request(signedHeaders(NOTICE, dialect)));
    expect(result).toEqual({ ok: true, eventId: 'evt_1', repeated: false, notice: JSON.parse(BODY) });
  });

  it('accepts either of two secrets, and none else', async () => {
    const headers = signedHeaders(NOTICE, 'service');
    expect((await verify(request(headers), ['whsec_new', SECRET])).ok).toBe(true);
    expect(await verify(request(headers), ['whsec_new', ''])).toEqual({ ok: false, reason: 'forged' });
  });

  it.each([
    [300, true],
    [301, false],
    [-300, true],
    [-301, false],
  ])('accepts a timestamp %i s away: %s', async (seconds, accepted) => {
    const headers = signedHeaders({ ...NOTICE, timestamp: NOW / 1000 + seconds }, 'service');
    expect((await verify(request(headers))).ok).toBe(accepted);
  });

  it('says of a repeat that it is one, by a store of ids', async () => {
    const ids = new Set<string>();
    const store = { seen: (id: string) => ids.size === ids.add(id).size };
    const headers = signedHeaders(NOTICE, 'service');
    const results = [
      await verify(request(headers), SECRET, { store }),
      await verify(request(headers), SECRET, { store }),
    ];
    expect(results.map(each => each.ok && each.repeated)).toEqual([false, true]);
  });

  it('skips a secret that is not set, and refuses where tolerance or clock is no number', async () => {
    const headers = signedHeaders(NOTICE, 'service');
    const unset = [SECRET, undefined] as unknown as readonly string[];
    expect((await verify(request(headers), unset)).ok).toBe(true);
    expect((await verify(request(headers), [undefined] as unknown as readonly string[])).ok).toBe(false);
    expect((await verify(request(headers), SECRET, { toleranceSeconds: Number.NaN })).ok).toBe(false);
    expect((await verify(request(headers), SECRET, { now: () => Number.NaN })).ok).toBe(false);
  });

  it('reads no more of a body than a mebibyte before it knows who sends it', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = signedHeaders(NOTICE, 'service');
    const sent = new Request('https://desk.example/hook', {
      method: 'POST',
      headers,
      body: endless,
      duplex: 'half',
    } as never);
    expect(await verify(sent)).toEqual({ ok: false, reason: 'forged' });
    expect(pulled).toBeLessThan(30);
    const claimed = request({ ...headers, 'content-length': '9999999' });
    expect(await verify(claimed)).toEqual({ ok: false, reason: 'forged' });
  });

  it('never accepts a notice that was changed in any byte', async () => {
    const bytes = new TextEncoder().encode(BODY);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, change) => {
        const changed = bytes.slice();
        changed[index] = (changed[index] ?? 0) ^ change;
        expect((await verify(request(signedHeaders(NOTICE, 'service'), changed))).ok).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['X-Service-Timestamp', 'X-Service-Signature', 'X-Service-Event-ID'])(
    'refuses a notice without %s',
    async name => {
      const { [name]: _, ...headers } = signedHeaders(NOTICE, 'service');
      expect(await verify(request(headers))).toEqual({ ok: false, reason: 'unsigned' });
    },
  );

  it('refuses a signature in capitals, and a timestamp that is no number', async () => {
    const headers = signedHeaders(NOTICE, 'service');
    const upper = { ...headers, 'X-Service-Signature': headers['X-Service-Signature']?.toUpperCase() ?? '' };
    expect(await verify(request(upper))).toEqual({ ok: false, reason: 'unsigned' });
    expect(await verify(request({ ...headers, 'X-Service-Timestamp': '1e9' }))).toEqual({
      ok: false,
      reason: 'unsigned',
    });
  });
});
