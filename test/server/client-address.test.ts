/** Client address: by the connection, and by the Forwarded headers of trusted proxies only. */
import { SocketAddress } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inRanges, isAddressRange } from '../../schemas/address-range.ts';
import { clientAddress, networkOf } from '../../server/connection/client-address.ts';

const isTrusted = inRanges(['10.0.0.0/8', '2001:db8:ffff::/48', '192.0.2.1']);
/** Headers that other proxies and clients use; they never count. */
const OTHERS = { 'x-forwarded-for': '203.0.113.99', 'x-real-ip': '203.0.113.99' };
const addressOf = (remoteAddress: string | undefined, forwarded?: string): string => (
  clientAddress({ socket: { remoteAddress }, headers: { forwarded, ...OTHERS } }, isTrusted)
);

describe('S15: the client is', () => {
  test.each([
    ['the connection, without a proxy', '198.51.100.7', undefined, '198.51.100.7'],
    ['the connection, when its header comes from anybody', '198.51.100.7', 'for=203.0.113.1', '198.51.100.7'],
    ['the address that a trusted proxy names', '10.1.1.1', 'for=203.0.113.1', '203.0.113.1'],
    ['without its port', '10.1.1.1', 'for="203.0.113.1:4711"', '203.0.113.1'],
    ['the last hop that is no trusted proxy, whatever the client wrote before it', '10.1.1.1', 'for=203.0.113.66, for=203.0.113.1, for=192.0.2.1;proto=https', '203.0.113.1'],
    ['the first hop, when all are trusted', '10.1.1.1', 'for=10.2.2.2, for=10.3.3.3', '10.2.2.2'],
    ['the network of an IPv6 client', '10.1.1.1', 'for="[2001:db8:1:2:3::4]:4711"', '2001:db8:1:2::/64'],
    ['an IPv4 address in IPv6', '::ffff:10.1.1.1', 'for="[::ffff:203.0.113.1]"', '203.0.113.1'],
    ['the proxy, when it does not know the address', '10.1.1.1', 'for=unknown', '10.1.1.1'],
    ['the proxy, when it hides the address', '10.1.1.1', 'for=_hidden', '10.1.1.1'],
    ['the proxy, when its header has no address', '10.1.1.1', 'proto=https', '10.1.1.1'],
    ['the proxy, when its header cannot be read', '10.1.1.1', 'for="203.0.113.1', '10.1.1.1'],
    ['the last readable hop before an unknown one', '10.1.1.1', 'for=203.0.113.1, for=unknown, for=10.2.2.2', '10.2.2.2'],
    ['a trusted IPv6 proxy’s client', '2001:db8:ffff::1', 'for=203.0.113.1', '203.0.113.1'],
    ['nothing, on a socket without an address', undefined, 'for=203.0.113.1', ''],
  ])('%s', (_, remote, forwarded, expected) => {
    expect(addressOf(remote, forwarded)).toBe(expected);
  });

  test('never changed by a header that an untrusted sender writes', () => {
    fc.assert(fc.property(fc.string(), (forwarded) => addressOf('198.51.100.7', forwarded) === '198.51.100.7'));
  });

  test('never changed by what the client puts before the hop of a trusted proxy', () => {
    fc.assert(fc.property(fc.array(fc.ipV4()), (hops) => addressOf('10.1.1.1', [...hops, '203.0.113.1'].map((hop) => `for=${hop}`).join(', ')) === '203.0.113.1'));
  });
});

test('the network of an IPv6 address has its first 64 bits, in any notation', () => {
  fc.assert(fc.property(fc.ipV6(), (address) => {
    // The oracle writes the address in full by Node's own parser.
    const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
    expect(networkOf(address)).toBe(networkOf(canonical));
    const bytes = networkOf(address).replace('::/64', '').split(':').map((group) => Number.parseInt(group, 16));
    const inNetwork = inRanges([`${bytes.map((group) => group.toString(16)).join(':')}::/64`]);
    expect(inNetwork(canonical)).toBe(true);
  }));
});

test('an address range is an address or a network, and nothing else', () => {
  const right = ['127.0.0.1', '::1', '10.0.0.0/8', '2001:db8::/32', '0.0.0.0/0', '::/0'];
  const wrong = ['', 'localhost', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '1.2.3', 'fe80::1%eth0', '10.0.0.0/-1', ' 10.0.0.1'];
  expect([...right, ...wrong].filter(isAddressRange)).toEqual(right);
});
