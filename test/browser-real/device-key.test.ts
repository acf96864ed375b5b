import { afterEach, describe, expect, it } from 'vitest';
import { createProver } from '../../src/browser/device-key.ts';
import { createStorage } from '../../src/browser/storage.ts';

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' };

function storageOf(widgetId = 'default', remember: 'conversation' | 'session' = 'conversation') {
  const storage = createStorage({ broker: 'https://broker.example', widgetId, remember }, true);
  if (!storage) throw new Error('This browser keeps nothing.');
  return storage;
}

function keyOf(storage: ReturnType<typeof storageOf>): Promise<CryptoKeyPair | undefined> {
  if (!storage.key) throw new Error('This storage holds no key.');
  return storage.key(() => crypto.subtle.generateKey(CURVE, false, ['sign']));
}

/** The public key, by which keys are compared. */
async function nameOf(pair: CryptoKeyPair | undefined): Promise<string | undefined> {
  return pair && (await crypto.subtle.exportKey('jwk', pair.publicKey)).x;
}

afterEach(async () => {
  for (const widgetId of ['default', 'other']) await storageOf(widgetId).clear();
});

describe('the stored key', () => {
  it('[R29] the key is the same for tabs that create it at once, and for the next page', async () => {
    const keys = await Promise.all([storageOf(), storageOf(), storageOf()].map(keyOf));
    const names = await Promise.all([...keys, await keyOf(storageOf())].map(nameOf));
    expect(new Set(names).size).toBe(1);
    expect(names[0]).toMatch(/^[\w-]{43}$/);
  });

  it('[R29] the private key cannot be exported, and signs after it was read from the database', async () => {
    await keyOf(storageOf());
    const pair = await keyOf(storageOf());
    if (!pair) throw new Error('There is no key.');
    await expect(crypto.subtle.exportKey('jwk', pair.privateKey)).rejects.toThrow();
    const prove = createProver(async () => pair);
    expect(await prove('https://broker.example/token', 'ticket')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]{86}$/);
  });

  it('[M4] [R29] the key is removed with the conversation, and another widget has another', async () => {
    const storage = storageOf();
    const [before, other] = [await nameOf(await keyOf(storage)), await nameOf(await keyOf(storageOf('other')))];
    await storage.clear();
    const after = await nameOf(await keyOf(storageOf()));
    expect(new Set([before, other, after]).size).toBe(3);
    expect(await nameOf(await keyOf(storageOf('other')))).toBe(other);
  });

  it('[M4] [R29] the key is removed though nothing else was saved', async () => {
    const before = await nameOf(await keyOf(storageOf()));
    await storageOf().clear();
    expect(await nameOf(await keyOf(storageOf()))).not.toBe(before);
  });

  it('[R29] a tab that keeps its conversation for itself stores no key', () => {
    expect(storageOf('default', 'session').key).toBeUndefined();
  });
});
