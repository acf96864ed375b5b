import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, limitKey, readAddress } from '../../../src/broker/access/client-address.ts';

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

  it('a client behind one proxy is counted by the address that the proxy saw, whatever it writes into the header', () => {
    fc.assert(
      fc.property(fc.string(), forged => {
        expect(clientAddress('10.0.0.1', `${forged}, 1.1.1.1`, 1)).toBe('1.1.1.1');
      }),
    );
  });

  it('every address of a /64 has one key, whatever the spelling', () => {
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
  ])('%s is of %s, wherever its zeros are left out', (address, network) => {
    expect(limitKey(address)).toBe(network);
  });

  it('a value that is no address is unknown', () => {
    for (const text of [
      '',
      'unknown',
      '1.2.3',
      '1.2.3.256',
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
