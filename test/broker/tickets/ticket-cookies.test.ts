import { describe, expect, it } from 'vitest';
import { createDevice } from '../fixtures/device.ts';
import { createWorld, OTHER_SHOP, readError, readGrant, SHOP, type World } from '../fixtures/fake-world.ts';

const LOCAL = 'http://localhost:5173';

/** A browser that holds the broker's cookies and sends them along. */
function createBrowser(world: World, origin = SHOP) {
  const cookies = new Map<string, string>();
  const seen: string[] = [];
  return {
    cookies,
    /** Values of Set-Cookie. */
    seen,
    async post(body: object, path = '/token'): Promise<Response> {
      const Cookie = ['theme=dark', ...[...cookies].map(each => each.join('='))].join('; ');
      const init = { method: 'POST', headers: { Origin: origin, Cookie }, body: JSON.stringify(body) };
      const response = await world.send(path, init);
      for (const line of response.headers.getSetCookie()) {
        seen.push(line);
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0')) cookies.delete(name);
        else cookies.set(name, value);
      }
      return response;
    },
  };
}

const createCookieWorld = (more: object = {}) =>
  createWorld({ ticket: 'cookie', allowedOrigins: [SHOP, OTHER_SHOP, LOCAL], ...more });

describe('tickets in cookies', () => {
  it('the page resumes with a handle, and never sees a ticket', async () => {
    const world = createCookieWorld();
    const { post, cookies, seen } = createBrowser(world);
    const first = await readGrant(post({}));
    expect(first.resume_ticket).toMatch(/^cookie\.[\da-f-]{36}$/);
    expect(seen).toEqual([
      expect.stringMatching(
        /^__Host-natter-[\da-f-]{36}=[\w-]+\.\.[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      ),
    ]);
    const before = [...cookies.values()];
    const again = await readGrant(post({ resume_ticket: first.resume_ticket }));
    expect(again).toMatchObject({ access_token: first.access_token, resume_ticket: first.resume_ticket });
    expect([...cookies.values()]).not.toEqual(before);
    expect(cookies.size).toBe(1);
    expect(world.calls).toHaveLength(1);
  });

  it('the handle is refused without the cookie, and so is a ticket in the body', async () => {
    const world = createCookieWorld();
    const { post, cookies } = createBrowser(world);
    const { resume_ticket } = await readGrant(post({}));
    expect(await readError(world.post({ resume_ticket }))).toMatchObject({ status: 400, code: 'bad_request' });
    const [ticket = ''] = cookies.values();
    expect(await readError(post({ resume_ticket: ticket }))).toMatchObject({ code: 'bad_request' });
    const refused = world.lines.filter(({ event }) => event === 'ticket_refused');
    expect(refused.map(({ fields }) => fields.reason)).toEqual(['no_cookie', 'no_cookie']);
  });

  it('two conversations have a cookie each', async () => {
    const { post, cookies } = createBrowser(createCookieWorld());
    const [one, two] = [await readGrant(post({})), await readGrant(post({}))];
    expect(cookies.size).toBe(2);
    for (const { resume_ticket } of [one, two]) await readGrant(post({ resume_ticket }));
  });

  it('a cookie is refused for another origin', async () => {
    const world = createCookieWorld();
    const here = createBrowser(world);
    const { resume_ticket } = await readGrant(here.post({}));
    const there = createBrowser(world, OTHER_SHOP);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    await readError(there.post({ resume_ticket }));
    expect(world.lines.at(-1)).toMatchObject({ event: 'ticket_refused', fields: { reason: 'foreign_origin' } });
  });

  it('revoking removes the cookie, and its copy is refused', async () => {
    const { post, cookies, seen } = createBrowser(createCookieWorld());
    const { resume_ticket } = await readGrant(post({}));
    const copied = [...cookies];
    expect((await post({ resume_ticket }, '/revoke')).status).toBe(200);
    expect(cookies.size).toBe(0);
    expect(seen.at(-1)).toContain('Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure');
    for (const [name, value] of copied) cookies.set(name, value);
    expect(await readError(post({ resume_ticket }))).toMatchObject({ code: 'ticket_revoked' });
  });

  it('a device signs for the handle', async () => {
    const [{ post }, device] = [createBrowser(createCookieWorld({ deviceKey: 'require' })), await createDevice()];
    const { resume_ticket } = await readGrant(post({ proof: await device.prove('/token') }));
    await readGrant(post({ resume_ticket, proof: await device.prove('/token', resume_ticket) }));
    expect(await readError(post({ resume_ticket }))).toMatchObject({ code: 'proof_refused' });
  });

  it('a page on http on this machine gets a plain cookie', async () => {
    const { post, seen } = createBrowser(createCookieWorld(), LOCAL);
    const { resume_ticket } = await readGrant(post({}));
    expect(seen[0]).toMatch(/^natter-[\da-f-]{36}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/);
    await readGrant(post({ resume_ticket }));
  });

  it('only pages of allowed origins may send cookies', async () => {
    const world = createCookieWorld();
    const credentialsFor = async (origin: string, method: string) => {
      const body = method === 'POST' ? '{}' : null;
      const { headers } = await world.send('/token', { method, headers: { Origin: origin }, body });
      return [headers.get('Access-Control-Allow-Origin'), headers.get('Access-Control-Allow-Credentials')];
    };
    for (const method of ['POST', 'OPTIONS']) {
      expect(await credentialsFor(SHOP, method)).toEqual([SHOP, 'true']);
      expect(await credentialsFor('https://evil.test', method)).toEqual(['*', null]);
    }
  });

  it('without the option no cookie is set or read', async () => {
    const { post, seen } = createBrowser(createWorld());
    const response = await post({});
    expect([seen, response.headers.get('Access-Control-Allow-Credentials')]).toEqual([[], null]);
  });
});
