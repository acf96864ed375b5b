/** Policies, and the requests that they allow. */

import { describe, expect, it } from 'vitest';
import {
  allowsScript,
  allowsUrl,
  governingDirective,
  readPolicies,
  readPolicy,
  type ScriptLoad,
} from '../../../../src/cli/doctor/page/csp.ts';

const PAGE = 'https://www.shop.example/cart';

describe('sources and addresses', () => {
  it.each([
    ["'self'", 'https://www.shop.example/natter.js', true],
    ["'self'", 'https://shop.example/natter.js', false],
    ["'self'", 'wss://www.shop.example/ws', true],
    ["'self'", 'http://www.shop.example/natter.js', false],
    ["'none'", 'https://www.shop.example/natter.js', false],
    ['*', 'https://cdn.example/natter.js', true],
    ['*', 'wss://messaging.example/ws', true],
    ['*', 'data:image/png;base64,AAAA', false],
    ['data:', 'data:image/png;base64,AAAA', true],
    ['https:', 'https://cdn.example/natter.js', true],
    ['https:', 'wss://messaging.example/ws', false],
    ['wss:', 'wss://messaging.example/ws', true],
    ['http:', 'https://cdn.example/natter.js', true],
    ['ws:', 'wss://messaging.example/ws', true],
    ['cdn.example', 'https://cdn.example/natter.js', true],
    ['cdn.example', 'http://cdn.example/natter.js', false],
    ['CDN.example', 'https://cdn.example/natter.js', true],
    ['https://cdn.example', 'https://cdn.example.evil/natter.js', false],
    ['https://cdn.example', 'https://a.cdn.example/natter.js', false],
    ['https://*.example', 'https://a.cdn.example/natter.js', true],
    ['*.cdn.example', 'https://a.cdn.example/natter.js', true],
    ['*.cdn.example', 'https://cdn.example/natter.js', false],
    ['https://*', 'https://cdn.example/natter.js', true],
    ['https://cdn.example', 'https://cdn.example:8443/natter.js', false],
    ['https://cdn.example:8443', 'https://cdn.example:8443/natter.js', true],
    ['https://cdn.example:443', 'https://cdn.example/natter.js', true],
    ['https://cdn.example:*', 'https://cdn.example:8443/natter.js', true],
    ['http://localhost:4000', 'http://localhost:4000/token', true],
    ['https://cdn.example/natter/', 'https://cdn.example/natter/natter.js', true],
    ['https://cdn.example/natter', 'https://cdn.example/natter/natter.js', false],
    ['https://cdn.example/natter/natter.js', 'https://cdn.example/natter/natter.js', true],
    ["'unsafe-inline'", 'https://www.shop.example/natter.js', false],
  ])('%s and %s: %s', (source, address, allowed) => {
    expect(allowsUrl([source], address, PAGE)).toBe(allowed);
  });
});

describe('scripts', () => {
  const tag: ScriptLoad = { url: 'https://cdn.example/natter.js', nonce: 'abc', integrity: '' };
  const chunk: ScriptLoad = { url: 'https://cdn.example/natter-app-x.js', nonce: 'abc', integrity: '', parent: tag };
  const bare = { ...tag, nonce: '' };
  const hashed = { ...bare, integrity: 'sha384-AAAA' };

  it.each<[string, readonly string[], ScriptLoad, boolean]>([
    ['a nonce', ["'nonce-abc'"], tag, true],
    ["another's nonce", ["'nonce-xyz'"], tag, false],
    ['an inherited nonce', ["'nonce-abc'"], chunk, true],
    ['the hash of the integrity', ["'sha384-AAAA'"], hashed, true],
    ['an address', ['https://cdn.example'], bare, true],
    ['an address under strict-dynamic', ['https://cdn.example', "'strict-dynamic'"], bare, false],
    [
      'what a trusted script imports',
      ["'strict-dynamic'", "'sha384-AAAA'"],
      { ...chunk, nonce: '', parent: hashed },
      true,
    ],
    ['what a script imports without strict-dynamic', ["'sha384-AAAA'"], { ...chunk, nonce: '', parent: hashed }, false],
    ['what an untrusted script imports', ["'strict-dynamic'"], { ...chunk, nonce: '', parent: bare }, false],
  ])('%s', (_, sources, script, allowed) => {
    expect(allowsScript(sources, script, PAGE)).toBe(allowed);
  });
});

describe('policies', () => {
  it('the first of two directives with one name counts, and names have no case', () => {
    const policy = readPolicy("Script-Src 'self'; script-src *; ;  img-src");
    expect(governingDirective(policy, ['script-src-elem', 'script-src', 'default-src'])).toEqual({
      directive: 'script-src',
      sources: ["'self'"],
    });
    expect(governingDirective(policy, ['img-src'])?.sources).toEqual([]);
    expect(governingDirective(policy, ['connect-src', 'default-src'])).toBeUndefined();
  });

  it('one header may hold several', () => {
    expect(readPolicies("default-src 'self', img-src *, ")).toHaveLength(2);
  });
});
