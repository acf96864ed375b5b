import { describe, expect, it } from 'vitest';
import type { Authorize } from '../../../src/broker/sign-in/identify.ts';
import { createWorld, OTHER_SHOP, readError, readGrant, SHOP } from '../fixtures/fake-world.ts';
import { ask } from '../fixtures/solving.ts';

/** A site where visitors are whoever they say. */
function createSite(settings: Parameters<typeof createWorld>[0] = {}) {
  let who: Awaited<ReturnType<Authorize>>;
  const world = createWorld({ authorize: () => who, ...settings });
  const as = (next: typeof who) => {
    who = next;
    return world;
  };
  return { world, as, anna: () => as({ subject: 'anna@SECRET' }), bert: () => as({ subject: 'bert@SECRET' }) };
}

describe('the hook authorize', () => {
  it('the function gets the headers of the request, and no body', async () => {
    const seen: Request[] = [];
    const world = createWorld({ authorize: request => void seen.push(request) });
    await readGrant(world.post({ some: 'body' }));
    expect([seen[0]?.headers.get('Origin'), seen[0]?.method, await seen[0]?.text()]).toEqual([SHOP, 'POST', '']);
  });

  it('anonymous visitors are served like those of a site without the hook', async () => {
    const { as } = createSite();
    await readGrant(as(undefined).post({}));
  });

  it('a refused visitor gets no token but a reason, and the platform is not called', async () => {
    const { as, world } = createSite();
    const error = await readError(as(false).post({}));
    expect(error).toMatchObject({ status: 403, code: 'not_authorized' });
    expect(world.calls).toEqual([]);
    expect(world.lines).toEqual([{ level: 'warn', event: 'visitor_refused', fields: { origin: SHOP } }]);
  });

  it('requests of refused visitors count for the limit of their address', async () => {
    const { as } = createSite({ rateLimit: 1 });
    await as(false).post({});
    expect((await readError(as(undefined).post({}))).code).toBe('rate_limited');
  });

  it.each([
    ['throws', () => Promise.reject(new Error('SECRET')), 'network error'],
    ['names an empty subject', () => ({ subject: '' }), 'the subject is not a string of 1 to 256 characters'],
    ['names none', () => ({}) as never, 'the subject is not a string of 1 to 256 characters'],
  ])('the page is told to try again if the hook %s', async (_, authorize: Authorize, cause) => {
    const world = createWorld({ authorize });
    expect(await readError(world.post({}))).toMatchObject({ status: 503, code: 'upstream_unavailable' });
    expect(world.lines).toMatchObject([{ level: 'error', event: 'visitor_unchecked', fields: { cause } }]);
    expect(JSON.stringify(world.lines)).not.toContain('SECRET');
  });

  it('a hook that does not answer delays nobody for more than five seconds', async () => {
    const world = createWorld({ impatient: true, authorize: () => new Promise(() => {}) });
    expect((await readError(world.post({}))).status).toBe(503);
    expect(world.lines).toMatchObject([{ fields: { cause: 'no answer within 5 s' } }]);
  });

  it('pages of other sites are refused before the hook is called', async () => {
    const { as, world } = createSite();
    await readError(as(false).post({}, { origin: 'https://evil.test' }));
    expect(world.lines).toMatchObject([{ event: 'origin_refused' }]);
  });

  it('pages may send cookies and a header of their own, and only those of the site', async () => {
    const { world } = createSite();
    const preflight = async (origin: string) => {
      const { headers } = await world.send('/token', { method: 'OPTIONS', headers: { Origin: origin } });
      return [headers.get('Access-Control-Allow-Credentials'), headers.get('Access-Control-Allow-Headers')];
    };
    expect(await preflight(SHOP)).toEqual(['true', 'content-type, authorization']);
    expect(await preflight('https://evil.test')).toEqual([null, 'content-type, authorization']);
  });
});

describe('signed-in visitors', () => {
  it('signed-in visitors have a limit of their own, whatever their address', async () => {
    const { anna, bert } = createSite({ rateLimit: 1 });
    await readGrant(anna().post({}));
    await readGrant(bert().post({}));
    const error = await readError(anna().post({}, { address: '198.51.100.7', origin: OTHER_SHOP }));
    expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('of this visitor') });
  });

  it('signed-in visitors need no challenge', async () => {
    const { anna, as } = createSite({ challenge: 'always' });
    await readGrant(anna().post({}));
    expect((await ask(as(undefined))).code).toBe('challenge_required');
  });

  it('the log names them by a pseudonym, and contains no subject', async () => {
    const { anna, world } = createSite();
    await readGrant(anna().post({}));
    expect(world.lines.at(-1)).toMatchObject({
      event: 'token_issued',
      fields: { subject: expect.stringMatching(/^[\w-]{8}$/) },
    });
    expect(JSON.stringify(world.lines)).not.toContain('SECRET');
  });

  it('a ticket resumes only for its own visitor', async () => {
    const { anna, bert, as, world } = createSite();
    const { resume_ticket } = await readGrant(anna().post({}));
    await readGrant(anna().post({ resume_ticket }));
    for (const other of [bert(), as(undefined)])
      expect((await readError(other.post({ resume_ticket }))).status).toBe(400);
    expect(world.lines.at(-1)).toMatchObject({ event: 'ticket_refused', fields: { reason: 'other_visitor' } });
  });

  it('a visitor who signs in keeps the conversation, which is theirs from then on', async () => {
    const { anna, bert, as } = createSite();
    const first = await readGrant(as(undefined).post({}));
    const second = await readGrant(anna().post({ resume_ticket: first.resume_ticket }));
    expect((await readError(bert().post({ resume_ticket: second.resume_ticket }))).status).toBe(400);
  });

  it('a ticket of a signed-in visitor can be probed and revoked', async () => {
    const { anna, as } = createSite({ handshake: async () => ({ status: 101, retryAfter: null }) });
    const { resume_ticket } = await readGrant(anna().post({}));
    const world = as(false);
    expect(await (await world.probe({ session_id: 's', resume_ticket })).json()).toEqual({ status: 101 });
    expect((await world.revoke({ resume_ticket })).status).toBe(200);
  });
});
