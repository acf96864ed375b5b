import { describe, expect, it } from 'vitest';
import { createMemoryMarks } from '../../../src/broker/tickets/marks.ts';
import { createWorld, OTHER_SHOP, readError, readGrant, type World } from '../fixtures/fake-world.ts';

const TEN_MINUTES_MS = 600_000;

async function issueTicket(world: World): Promise<string> {
  return (await readGrant(world.post({}))).resume_ticket;
}

async function revoke(world: World, body: unknown, origin?: string): Promise<{ status: number; body: unknown }> {
  const response = await world.revoke(body, origin === undefined ? {} : { origin });
  return { status: response.status, body: await response.json() };
}

describe('POST /revoke', () => {
  it('a revoked ticket is refused, with all tickets of its line, and no others', async () => {
    const world = createWorld();
    const first = await issueTicket(world);
    const second = (await readGrant(world.post({ resume_ticket: first }))).resume_ticket;
    const others = await issueTicket(world);
    expect(await revoke(world, { resume_ticket: first })).toEqual({ status: 200, body: {} });
    for (const ticket of [first, second]) {
      const error = await readError(world.post({ resume_ticket: ticket }));
      expect(error).toMatchObject({ status: 400, code: 'ticket_revoked' });
      expect(error.message).toContain('Send {} for a new token');
    }
    await readGrant(world.post({ resume_ticket: others }));
    expect(world.lines.filter(({ event }) => event === 'ticket_revoked')).toHaveLength(1);
    expect(world.lines.filter(({ event }) => event === 'ticket_refused').map(({ fields }) => fields.reason)).toEqual([
      'revoked',
      'revoked',
    ]);
  });

  it('a revocation holds until the last of the tickets has expired', async () => {
    const world = createWorld();
    const first = await issueTicket(world);
    world.clock.now += TEN_MINUTES_MS - 1;
    const last = (await readGrant(world.post({ resume_ticket: first }))).resume_ticket;
    await revoke(world, { resume_ticket: last });
    world.clock.now += TEN_MINUTES_MS;
    expect(await readError(world.post({ resume_ticket: last }))).toMatchObject({ code: 'ticket_revoked' });
    world.clock.now += 1;
    expect(await readError(world.post({ resume_ticket: last }))).toMatchObject({ code: 'bad_request' });
  });

  it('a probe does not accept a revoked ticket', async () => {
    const world = createWorld({ handshake: async () => ({ status: 101, retryAfter: null }) });
    const ticket = await issueTicket(world);
    await revoke(world, { resume_ticket: ticket });
    const probed = world.probe({ session_id: 's', resume_ticket: ticket });
    expect(await readError(probed)).toMatchObject({ code: 'ticket_revoked' });
  });

  it('the answer is the same for an invalid ticket, and nothing is revoked', async () => {
    const world = createWorld();
    const ticket = await issueTicket(world);
    expect(await revoke(world, { resume_ticket: ticket }, OTHER_SHOP)).toEqual({ status: 200, body: {} });
    expect(await revoke(world, { resume_ticket: 'no ticket' })).toEqual({ status: 200, body: {} });
    await readGrant(world.post({ resume_ticket: ticket }));
  });

  it.each([{}, { resume_ticket: 7 }, [], '{'])('%j is a bad request', async body => {
    expect(await readError(createWorld().revoke(body))).toMatchObject({ status: 400, code: 'bad_request' });
  });

  it('foreign origins are refused', async () => {
    expect(await readError(createWorld().revoke({}, { origin: 'https://evil.test' }))).toMatchObject({ status: 403 });
  });

  it('brokers that share their marks refuse tickets that one of them has revoked', async () => {
    const marks = createMemoryMarks(() => 0);
    const [here, there] = [createWorld({ marks }), createWorld({ marks })];
    const ticket = await issueTicket(here);
    await revoke(here, { resume_ticket: ticket });
    expect(await readError(there.post({ resume_ticket: ticket }))).toMatchObject({ code: 'ticket_revoked' });
  });

  it('the response with the token says that tickets can be revoked', async () => {
    expect((await readGrant(createWorld().post({}))).features).toEqual(['revoke']);
  });
});
