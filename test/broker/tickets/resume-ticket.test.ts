import fc from 'fast-check';
import { base64url, CompactEncrypt, compactDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  createTickets,
  LINE_MAX_AGE_MS,
  TICKET_MAX_AGE_MS,
  type TicketKey,
} from '../../../src/broker/tickets/resume-ticket.ts';
import { ACCESS_TOKEN, KEY_1, KEY_2, OTHER_SHOP, SHOP } from '../fixtures/fake-world.ts';

const PLATFORM = 'https://messaging.example.net';
const HOUR_MS = 3_600_000;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const OLD: TicketKey = { kid: '2029', key: KEY_1 };
const NEW: TicketKey = { kid: '2030', key: base64url.decode(KEY_2) };

function setUp(
  keys: readonly TicketKey[] = [OLD],
  platform = PLATFORM,
  connector = 'connector-1',
  host = 'shop.example.com',
) {
  const clock = { now: 1_900_000_000_000 };
  const tickets = createTickets({ keys, platform, connector, host, now: () => clock.now });
  return {
    clock,
    tickets,
    issue: (expiresInMs = HOUR_MS) => tickets.issue(SHOP, ACCESS_TOKEN, clock.now + expiresInMs),
  };
}

describe('resume tickets', () => {
  it('a ticket gives back its token and the token’s expiry', async () => {
    const { tickets, issue, clock } = setUp();
    expect(await tickets.open(await issue(), SHOP)).toEqual({
      ok: true,
      token: ACCESS_TOKEN,
      expiresAt: clock.now + HOUR_MS,
      line: { id: expect.stringMatching(/^[\da-f-]{36}$/), began: clock.now, key: undefined },
    });
  });

  it('a ticket reveals nothing about the token, the origin or the platform', async () => {
    const ticket = await setUp().issue();
    const visible = ticket
      .split('.')
      .map(part => new TextDecoder().decode(base64url.decode(part)))
      .join();
    expect(JSON.parse(new TextDecoder().decode(base64url.decode(ticket.split('.')[0] ?? '')))).toEqual({
      alg: 'dir',
      enc: 'A256GCM',
      kid: '2029',
    });
    expect(visible).not.toMatch(/ACCESS-SECRET|eyJ|example/);
  });

  it('two tickets for the same token differ', async () => {
    const { issue } = setUp();
    expect(await issue()).not.toBe(await issue());
  });

  it('a ticket is refused from another origin', async () => {
    const { tickets, issue } = setUp();
    expect(await tickets.open(await issue(), OTHER_SHOP)).toEqual({ ok: false, reason: 'foreign_origin' });
  });

  it('a ticket is refused after the broker was moved to another platform', async () => {
    const ticket = await setUp().issue();
    const moved = setUp([OLD], 'https://messaging.example.org');
    expect(await moved.tickets.open(ticket, SHOP)).toEqual({ ok: false, reason: 'other_platform' });
  });

  it('a ticket is refused by a broker of another connector or host', async () => {
    const ticket = await setUp().issue();
    for (const other of [
      setUp([OLD], PLATFORM, 'connector-2'),
      setUp([OLD], PLATFORM, 'connector-1', 'outlet.example.com'),
    ]) {
      expect(await other.tickets.open(ticket, SHOP)).toEqual({ ok: false, reason: 'other_connector' });
    }
  });

  it.each([
    ['of an older version', { v: 3 }, 'other_version'],
    ['of a newer version', { v: 5, scope: 'all' }, 'other_version'],
    ['without a version', { v: undefined }, 'unreadable'],
    ['without an id', { jti: undefined }, 'unreadable'],
    ['without its beginning', { began: undefined }, 'unreadable'],
    ['without its time', { issuedAt: undefined }, 'unreadable'],
    ['with a time that is a text', { issuedAt: '1900000000000' }, 'unreadable'],
    ['without the end of its token', { expiresAt: undefined }, 'unreadable'],
    ['with a token that is no text', { token: 7 }, 'unreadable'],
    ['with a claim that nobody knows', { scope: 'all' }, 'unreadable'],
    ['that is a list', [], 'unreadable'],
  ])('a ticket %s is refused, though it is encrypted with the right key', async (_, changes, reason) => {
    const { tickets, issue } = setUp();
    const key = base64url.decode(KEY_1);
    const { plaintext } = await compactDecrypt(await issue(), key);
    const claims = JSON.parse(new TextDecoder().decode(plaintext));
    const changed = Array.isArray(changes) ? changes : { ...claims, ...changes };
    const forged = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(changed)))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: OLD.kid })
      .encrypt(key);
    expect(await tickets.open(forged, SHOP)).toEqual({ ok: false, reason });
  });

  it('a line of tickets is valid for twelve hours', async () => {
    const { tickets, issue, clock } = setUp();
    const end = clock.now + LINE_MAX_AGE_MS;
    const expiresAt = clock.now + 2 * LINE_MAX_AGE_MS;
    let opened = await tickets.open(await issue(), SHOP);
    while (opened.ok && clock.now < end) {
      clock.now += TICKET_MAX_AGE_MS;
      opened = await tickets.open(await tickets.issue(SHOP, ACCESS_TOKEN, expiresAt, opened.line), SHOP);
    }
    expect([opened.ok, clock.now]).toEqual([true, end]);
    const last = await tickets.issue(SHOP, ACCESS_TOKEN, expiresAt, opened.ok ? opened.line : undefined);
    clock.now += 1;
    expect(await tickets.open(last, SHOP)).toEqual({ ok: false, reason: 'line_too_old' });
  });

  it('a ticket is valid for ten minutes and not a millisecond longer', async () => {
    const { tickets, issue, clock } = setUp();
    const ticket = await issue();
    clock.now += TICKET_MAX_AGE_MS;
    expect(await tickets.open(ticket, SHOP)).toMatchObject({ ok: true });
    clock.now += 1;
    expect(await tickets.open(ticket, SHOP)).toEqual({ ok: false, reason: 'too_old' });
  });

  it('a ticket from a replica whose clock is 30 s ahead is valid, one from further ahead is not', async () => {
    const { tickets, issue, clock } = setUp();
    const ticket = await issue();
    clock.now -= 30_000;
    expect(await tickets.open(ticket, SHOP)).toMatchObject({ ok: true });
    clock.now -= 1;
    expect(await tickets.open(ticket, SHOP)).toEqual({ ok: false, reason: 'from_the_future' });
  });

  it('a ticket whose token has less than a second left is refused', async () => {
    const { tickets, issue, clock } = setUp();
    const ticket = await issue(60_000);
    clock.now += 59_000;
    expect(await tickets.open(ticket, SHOP)).toMatchObject({ ok: true });
    clock.now += 1;
    expect(await tickets.open(ticket, SHOP)).toEqual({ ok: false, reason: 'token_expired' });
  });

  it('after a rotation old tickets can be opened and new ones use the new key; without the old key the old ones are refused', async () => {
    const old = await setUp([OLD]).issue();
    const both = setUp([NEW, OLD]);
    expect(await both.tickets.open(old, SHOP)).toMatchObject({ ok: true });
    const fresh = await both.issue();
    expect(await setUp([NEW]).tickets.open(fresh, SHOP)).toMatchObject({ ok: true });
    expect(await setUp([NEW]).tickets.open(old, SHOP)).toEqual({ ok: false, reason: 'unknown_key' });
  });

  it('a key that its owner overwrites afterwards still works', async () => {
    const bytes = base64url.decode(KEY_2);
    const { tickets, issue } = setUp([{ kid: NEW.kid, key: bytes }]);
    const before = await issue();
    bytes.fill(0);
    expect(await tickets.open(before, SHOP)).toMatchObject({ ok: true });
    expect(await setUp([NEW]).tickets.open(await issue(), SHOP)).toMatchObject({ ok: true });
  });

  it('a ticket that names one key and is encrypted with another is refused', async () => {
    const forged = await setUp([{ kid: OLD.kid, key: NEW.key }]).issue();
    expect(await setUp([OLD]).tickets.open(forged, SHOP)).toEqual({ ok: false, reason: 'unreadable' });
  });

  it('a ticket with any single character replaced is refused', async () => {
    const { tickets, issue } = setUp();
    const ticket = await issue();
    for (let at = 0; at < ticket.length; at += 1) {
      const old = ticket.charAt(at);
      const next = ALPHABET.charAt((ALPHABET.indexOf(old) + 1) % ALPHABET.length);
      const result = await tickets.open(ticket.slice(0, at) + next + ticket.slice(at + 1), SHOP);
      expect(result.ok, `character ${at} of ${ticket.length}`).toBe(false);
    }
  });

  it('a ticket with other spare bits at the end of a part is refused', async () => {
    const { tickets, issue } = setUp();
    const parts = (await issue()).split('.');
    const spellings = parts.flatMap((part, index) =>
      [...ALPHABET]
        .filter(letter => part !== '' && letter !== part.at(-1))
        .map(letter => parts.with(index, part.slice(0, -1) + letter).join('.')),
    );
    const results = await Promise.all(spellings.map(each => tickets.open(each, SHOP)));
    expect(results.length).toBe(4 * 63);
    expect(results.filter(result => result.ok)).toEqual([]);
  });

  it('a ticket with bytes inserted, removed or replaced is refused', async () => {
    const { tickets, issue } = setUp();
    const ticket = await issue();
    const edit = fc.tuple(fc.nat(ticket.length), fc.nat(4), fc.string({ maxLength: 4 }));
    await fc.assert(
      fc.asyncProperty(edit, async ([at, cut, put]) => {
        const changed = ticket.slice(0, at) + put + ticket.slice(at + cut);
        fc.pre(changed !== ticket);
        expect((await tickets.open(changed, SHOP)).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('any text is refused without throwing', async () => {
    const { tickets } = setUp();
    const text = fc.oneof(
      fc.string(),
      fc.array(fc.base64String(), { minLength: 5, maxLength: 5 }).map(parts => parts.join('.')),
    );
    await fc.assert(
      fc.asyncProperty(text, async each => {
        expect((await tickets.open(each, SHOP)).ok).toBe(false);
      }),
    );
  });

  it('an unencrypted token with the header of a ticket is refused', async () => {
    const header = base64url.encode(JSON.stringify({ alg: 'none', enc: 'A256GCM', kid: '2029' }));
    const claims = base64url.encode(JSON.stringify({ token: 'x', origin: SHOP, platform: PLATFORM }));
    const { tickets } = setUp();
    expect((await tickets.open(`${header}..${claims}..`, SHOP)).ok).toBe(false);
    expect((await tickets.open(`${header}.${claims}.`, SHOP)).ok).toBe(false);
  });
});
