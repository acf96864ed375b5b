import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createDevice, type Device } from '../fixtures/device.ts';
import { createWorld, type Grant, readError, readGrant, type World } from '../fixtures/fake-world.ts';

async function issue(world: World, device: Device): Promise<Grant> {
  return readGrant(world.post({ proof: await device.prove('/token') }));
}

async function resume(world: World, device: Device, { resume_ticket }: Grant): Promise<Grant> {
  return readGrant(world.post({ resume_ticket, proof: await device.prove('/token', resume_ticket) }));
}

const reasons = (world: World) =>
  world.lines.filter(({ event }) => event === 'ticket_refused').map(({ fields }) => fields.reason);

describe('tickets bound to a device', () => {
  it('the device resumes again and again, and its tickets stay bound', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const first = await issue(world, device);
    expect(world.lines[0]).toMatchObject({ event: 'token_issued', fields: { deviceKey: true } });
    const second = await resume(world, device, first);
    const third = await resume(world, device, second);
    expect(third.access_token).toBe(first.access_token);
    expect(await readError(world.post({ resume_ticket: third.resume_ticket }))).toMatchObject({
      status: 400,
      code: 'proof_refused',
    });
    expect(reasons(world)).toEqual(['no_proof']);
  });

  it('a copied ticket is refused from a device with another key', async () => {
    const [world, device, thief] = [createWorld(), await createDevice(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const stolen = { resume_ticket, proof: await thief.prove('/token', resume_ticket) };
    expect(await readError(world.post(stolen))).toMatchObject({ status: 400, code: 'proof_refused' });
    expect(reasons(world)).toEqual(['wrong_proof']);
  });

  it('a copied ticket is refused with a copied proof', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const seen = { resume_ticket, proof: await device.prove('/token', resume_ticket) };
    await readGrant(world.post(seen));
    expect(await readError(world.post(seen))).toMatchObject({ code: 'proof_refused' });
    world.clock.now += 599_000;
    expect(await readError(world.post(seen))).toMatchObject({ code: 'proof_refused' });
    expect(reasons(world)).toEqual(['used_proof', 'used_proof']);
  });

  it('a probe needs a proof of its own, not one for a token', async () => {
    const world = createWorld({ handshake: async () => ({ status: 101, retryAfter: null }) });
    const device = await createDevice();
    const { resume_ticket } = await issue(world, device);
    const probe = (proof: string) => world.probe({ session_id: 's', resume_ticket, proof });
    expect((await probe(await device.prove('/probe', resume_ticket))).status).toBe(200);
    expect(await readError(probe(await device.prove('/token', resume_ticket)))).toMatchObject({
      code: 'proof_refused',
    });
  });

  it('a ticket is revoked without a proof', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    expect((await world.revoke({ resume_ticket })).status).toBe(200);
    const proof = await device.prove('/token', resume_ticket);
    expect(await readError(world.post({ resume_ticket, proof }))).toMatchObject({ code: 'ticket_revoked' });
  });

  it.each([
    ['for another ticket', { ath: 'x'.repeat(43) }, {}],
    ['without the ticket', { ath: undefined }, {}],
    ['for another method', { htm: 'GET' }, {}],
    ['for another address', { htu: 'https://chat.example.com/token/x' }, {}],
    ['without an address', { htu: undefined }, {}],
    ['without an id', { jti: undefined }, {}],
    ['with an id without end', { jti: 'x'.repeat(65) }, {}],
    ['of another type', {}, { typ: 'jwt' }],
  ])('a proof %s is refused', async (_, changes, header) => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const proof = await device.prove('/token', resume_ticket, changes, header);
    expect(await readError(world.post({ resume_ticket, proof }))).toMatchObject({ code: 'proof_refused' });
    expect(reasons(world)).toEqual(['wrong_proof']);
  });

  it.each([7, '', 'x.y.z', {}, null])('%j is not a proof', async proof => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    expect(await readError(world.post({ resume_ticket, proof }))).toMatchObject({ code: 'proof_refused' });
  });

  it('a proof is refused whose key is a secret that the request itself names', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(privateKey);
    const claims = { htm: 'POST', htu: 'https://chat.example.com/token', jti: 'x'.repeat(8) };
    const proof = await new SignJWT(claims).setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk }).sign(privateKey);
    expect(await readError(world.post({ resume_ticket, proof }))).toMatchObject({ code: 'proof_refused' });
  });

  it('a device whose clock is years off can resume', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const proof = await device.prove('/token', resume_ticket, { iat: 86_400 });
    await readGrant(world.post({ resume_ticket, proof }));
  });

  it('a ticket is bound behind a proxy that changes the address', async () => {
    const [world, device] = [createWorld({ basePath: '/x' }), await createDevice()];
    const proof = await device.prove('', undefined, { htu: '/api/chat/token' });
    const headers = { Origin: 'https://shop.example.com' };
    await world.send('/x/token', { method: 'POST', headers, body: JSON.stringify({ proof }) });
    expect(world.lines[0]).toMatchObject({ event: 'token_issued', fields: { deviceKey: true } });
  });

  it('nothing of key or proof is in the log', async () => {
    const [world, device] = [createWorld(), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    const proof = await device.prove('/token', resume_ticket);
    await world.post({ resume_ticket, proof });
    await world.post({ resume_ticket, proof });
    const log = JSON.stringify(world.lines);
    for (const part of [...proof.split('.'), resume_ticket]) expect(log).not.toContain(part.slice(0, 20));
  });
});

describe('the option deviceKey', () => {
  it('by default a page without a key gets a ticket that needs none', async () => {
    const world = createWorld();
    const { resume_ticket } = await readGrant(world.post({}));
    await readGrant(world.post({ resume_ticket }));
    expect(world.lines[0]?.fields).not.toHaveProperty('deviceKey');
  });

  it('an invalid proof in a request for a new token counts as missing', async () => {
    const { resume_ticket } = await readGrant(createWorld().post({ proof: 'x' }));
    expect(resume_ticket).not.toBe('');
  });

  it('with require a page without a key gets a token and no ticket, and tickets without a key are refused', async () => {
    const world = createWorld({ deviceKey: 'require' });
    expect((await readGrant(world.post({}))).resume_ticket).toBe('');
    expect(world.lines.map(({ event }) => event)).toContain('ticket_withheld');
    const { resume_ticket } = await readGrant(createWorld().post({}));
    expect(await readError(world.post({ resume_ticket }))).toMatchObject({ code: 'proof_refused' });
    expect(reasons(world)).toEqual(['not_bound']);
    const device = await createDevice();
    await resume(world, device, await issue(world, device));
  });

  it('with off no ticket is bound, and bound ones need no proof', async () => {
    const [world, device] = [createWorld({ deviceKey: 'off' }), await createDevice()];
    const { resume_ticket } = await issue(world, device);
    await readGrant(createWorld().post({ resume_ticket }));
    const bound = await issue(createWorld(), device);
    await readGrant(world.post({ resume_ticket: bound.resume_ticket }));
  });
});
