import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, limitKeys, readAddress } from '../../../src/broker/access/client-address.ts';
import { isTrustedProxies, proxyTrust } from '../../../src/broker/access/trusted-proxies.ts';

const limitKey = (address: unknown) => limitKeys(address).address;

describe('client addresses', () => {
  it.each([
    ['no proxy: the header is ignored', '10.0.0.1', '1.1.1.1', 0, '10.0.0.1'],
    ['one proxy: its own entry, the last', '10.0.0.1', '6.6.6.6, 1.1.1.1', 1, '1.1.1.1'],
    ['two proxies: the last but one', '10.0.0.1', '6.6.6.6, 1.1.1.1, 10.0.0.2', 2, '1.1.1.1'],
    [
      'fewer entries than proxies: the peer, because a client may have written them all',
      '10.0.0.1',
      '1.1.1.1',
      3,
      '10.0.0.1',
    ],
    ['no header: the peer', '10.0.0.1', undefined, 1, '10.0.0.1'],
    ['an unreadable entry: the peer', '10.0.0.1', '1.1.1.1, unknown', 1, '10.0.0.1'],
    ['an empty header: the peer', '10.0.0.1', '', 1, '10.0.0.1'],
    ['an entry with a port', '10.0.0.1', '1.1.1.1:5555', 1, '1.1.1.1'],
    ['an IPv6 entry with a port', '10.0.0.1', '[2001:db8::1]:5555', 1, '2001:db8::1'],
    ['an IPv4 peer in IPv6 clothes', '::ffff:10.0.0.1', undefined, 0, '10.0.0.1'],
    ['a peer on the local link, with its zone', 'fe80::1%eth0', undefined, 0, 'fe80::1'],
    ['a peer that is gone', undefined, undefined, 0, undefined],
  ])('%s', (_, peer, header, hops, expected) => {
    expect(clientAddress(peer, header, hops)).toBe(expected);
  });

  it.each([
    ['a trusted peer: its entry', '10.0.0.1', '6.6.6.6, 1.1.1.1', '1.1.1.1'],
    ['a chain of trusted proxies: the first stranger', '10.0.0.1', '6.6.6.6, 1.1.1.1, fd00::7, 10.9.9.9', '1.1.1.1'],
    ['a peer that is no proxy: the peer, whatever it claims', '192.0.2.9', '1.1.1.1', '192.0.2.9'],
    ['only trusted proxies: the farthest', '10.0.0.1', '10.0.0.2', '10.0.0.2'],
    ['an unreadable entry: the peer', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['no header: the peer', '10.0.0.1', undefined, '10.0.0.1'],
    ['an IPv4 peer in IPv6 clothes', '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['a peer that is gone', undefined, '1.1.1.1', undefined],
  ])('with trusted networks, %s', (_, peer, header, expected) => {
    expect(clientAddress(peer, header, proxyTrust(['10.0.0.0/8', 'fd00::/8']))).toBe(expected);
  });

  it.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['10.0.0.0/9', '10.127.255.255', '10.128.0.0'],
    ['192.0.2.7', '192.0.2.7', '192.0.2.6'],
    ['192.0.2.7/32', '192.0.2.7', '192.0.2.6'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['2001:db8::1', '2001:db8::1', '2001:db8::2'],
    ['::ffff:10.0.0.1', '10.0.0.1', '10.0.0.2'],
  ])('the network %s contains %s and not %s', (network, inside, outside) => {
    const trust = proxyTrust([network]);
    expect([clientAddress(inside, '1.1.1.1', trust), clientAddress(outside, '1.1.1.1', trust)]).toEqual([
      '1.1.1.1',
      outside,
    ]);
  });

  it.each([
    [[]],
    [['10.0.0.0/33']],
    [['2001:db8::/129']],
    [['10.0.0.0/']],
    [['10.0.0/8']],
    [['10.0.0.0/8', 'proxy']],
    [-1],
    [33],
    [1.5],
    ['1'],
    [null],
  ])('%j names no proxies', trusted => {
    expect(isTrustedProxies(trusted)).toBe(false);
  });

  it('a client behind one proxy is counted by the address that the proxy saw, whatever it writes into the header', () => {
    fc.assert(
      fc.property(fc.string(), forged => {
        expect(clientAddress('10.0.0.1', `${forged}, 1.1.1.1`, 1)).toBe('1.1.1.1');
      }),
    );
  });

  it('all addresses of a /64 have the same key, in any spelling', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.ipV6(), (one, other) => {
        const canonical = readAddress(one);
        expect(canonical).toBeDefined();
        expect(limitKey(one.toUpperCase())).toBe(limitKey(canonical));
        if (!canonical?.includes(':')) return;
        const groups = limitKey(one).replace('::/64', '').split(':');
        expect(groups.length).toBe(4);
        const neighbour = `${groups.join(':')}:1:2:3:4`;
        expect(limitKey(neighbour)).toBe(limitKey(one));
        expect(limitKey(other) === limitKey(one)).toBe(limitKey(other).startsWith(`${groups.join(':')}::`));
      }),
    );
  });

  it('IPv4 addresses are counted one by one', () => {
    expect(limitKey('192.0.2.1')).toBe('192.0.2.1');
    expect(limitKey('::ffff:192.0.2.1')).toBe('192.0.2.1');
    expect(limitKey('::ffff:c000:201')).toBe('192.0.2.1');
    expect(limitKey('::ffff:203.255.113.255')).toBe('203.255.113.255');
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
  ])('%s is in %s, wherever its zeros are omitted', (address, network) => {
    expect(limitKey(address)).toBe(network);
  });

  it.each([
    ['192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['unknown', undefined],
  ])('the network of %s is %s', (address, network) => {
    expect(limitKeys(address).network).toBe(network);
  });

  it('a value that is not an address counts as unknown', () => {
    for (const text of [
      '',
      'unknown',
      '1.2.3',
      '1.2.3.256',
      '08.1.1.1',
      '1.2.3.004',
      '1.2.3.4.5',
      ':::',
      'a'.repeat(9_999),
      '1.2.3.4\n',
      '::1]',
    ]) {
      expect([text, limitKey(text)]).toEqual([text, text === '1.2.3.4\n' ? '1.2.3.4' : 'unknown']);
    }
  });
});
