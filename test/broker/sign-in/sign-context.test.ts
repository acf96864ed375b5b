import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { signContext } from '../../../src/broker/sign-in/sign-context.ts';

const KEY = { kid: 'c1', secret: '00ff-SECRET' };

describe('signed context', () => {
  it('a JWT of thirty seconds contains it, signed with the secret as it was issued', async () => {
    const context = { name: 'Anna', age: 34, member: true, branch: null };
    const token = await signContext('ctx_1', context, KEY);
    const { payload, protectedHeader } = await jwtVerify(token, new TextEncoder().encode(KEY.secret));
    expect(protectedHeader).toEqual({ alg: 'HS256', kid: 'c1' });
    expect(payload).toEqual({ sub: 'ctx_1', iat: expect.any(Number), exp: (payload.iat ?? 0) + 30, ctx: context });
    expect(Math.abs((payload.iat ?? 0) - Date.now() / 1_000)).toBeLessThan(10);
  });

  it.each([
    ['an empty context id', ['', {}, KEY], 'contextId must be'],
    ['no key', ['ctx_1', {}, undefined], 'key must have the texts kid and secret'],
    ['a key without kid', ['ctx_1', {}, { secret: KEY.secret }], 'key must have the texts kid and secret'],
    ['a list', ['ctx_1', [], KEY], 'context must be an object'],
    ['a nested object', ['ctx_1', { a: 1, b: { c: 'SECRET' } }, KEY], 'field 2 of context must be'],
    ['a number that is none', ['ctx_1', { a: Number.NaN }, KEY], 'field 1 of context must be'],
    ['more than 8 KB', ['ctx_1', { a: 'ä'.repeat(4_100) }, KEY], 'at most 8192 bytes'],
  ])('%s is refused by name, without a value', async (_, given, message) => {
    const signed = Reflect.apply(signContext, undefined, given) as Promise<string>;
    await expect(signed).rejects.toThrow(message);
    await expect(signed).rejects.not.toThrow('SECRET');
  });
});
