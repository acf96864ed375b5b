import { base64url, CompactEncrypt, compactDecrypt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createWorld, KEY_1, OTHER_SHOP, readError, readGrant, type World } from '../fixtures/fake-world.ts';

/** Changes the claims of a ticket, as a broker of another version with the same key would have written them. */
async function rewrite(ticket: string, changes: object): Promise<string> {
  const key = base64url.decode(KEY_1);
  const { plaintext } = await compactDecrypt(ticket, key);
  const claims = { ...JSON.parse(new TextDecoder().decode(plaintext)), ...changes };
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: 'k1' })
    .encrypt(key);
}

async function refusalAt(world: World, resume_ticket: string, origin?: string) {
  const { status, code } = await readError(world.post({ resume_ticket }, origin === undefined ? {} : { origin }));
  const { fields } = world.lines.at(-1) ?? {};
  return { status, code, reason: fields?.reason };
}

describe('a ticket that is presented', () => {
  it.each([1, 3, 5])('a ticket of version %i is refused with a code of its own', async v => {
    const world = createWorld();
    const { resume_ticket } = await readGrant(world.post({}));
    expect(await refusalAt(world, await rewrite(resume_ticket, { v }))).toEqual({
      status: 400,
      code: 'ticket_outdated',
      reason: 'other_version',
    });
  });

  it.each([
    ['another origin', {}, OTHER_SHOP, 'foreign_origin'],
    ['another connector', { connectorToken: 'another-connector' }, undefined, 'other_connector'],
    ['another host', { host: 'outlet.example.com' }, undefined, 'other_connector'],
    ['another platform', { platformUrl: 'https://messaging.example.org' }, undefined, 'other_platform'],
  ])('a ticket of %s is refused', async (_, options, origin, reason) => {
    const { resume_ticket } = await readGrant(createWorld().post({}));
    expect(await refusalAt(createWorld(options), resume_ticket, origin)).toEqual({
      status: 400,
      code: 'bad_request',
      reason,
    });
  });
});
