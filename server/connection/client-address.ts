/**
 * Client address: the address that sent a request, by the connection and by the `Forwarded` headers of trusted proxies (RFC 7239).
 *
 * Invariants:
 * - Only a header from a trusted proxy counts. Hops are read from the last one backwards, and the first that is no trusted proxy is the
 *   client. A client cannot choose its address by a header of its own.
 * - A header that cannot be read, or a hop without an address (`unknown`, `_hidden`), gives the address of the proxy.
 * - An IPv6 client is its network of 64 bits, because one client has all addresses in it.
 */
import { isIP, isIPv6 } from 'node:net';
import parseForwarded from 'forwarded-parse';
import { unmapped } from '../../schemas/address-range.ts';

/** `192.0.2.43`, `192.0.2.43:47011`, `[2001:db8::1]:4711`; the port may be obfuscated. */
const NODE = /^(?:\[([^\]]+)\]|([\d.]+))(?::[\w.-]+)?$/;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The parts of a request that name its address. */
export interface AddressedRequest {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: { readonly forwarded?: string | undefined };
}

export function clientAddress({ socket, headers }: AddressedRequest, isTrusted: (address: string) => boolean): string {
  const { forwarded } = headers;
  if (forwarded === undefined) return networkOfConnection(socket);
  const remote = unmapped(socket.remoteAddress ?? '');
  return networkOf(isTrusted(remote) ? lastUntrusted(forwarded, remote, isTrusted) : remote);
}

/** Networks of open connections: reading an address costs more than the rest of counting a request. */
const networks = new WeakMap<AddressedRequest['socket'], string>();

function networkOfConnection(socket: AddressedRequest['socket']): string {
  const known = networks.get(socket);
  if (known !== undefined) return known;
  const network = networkOf(unmapped(socket.remoteAddress ?? ''));
  networks.set(socket, network);
  return network;
}

function lastUntrusted(forwarded: string, remote: string, isTrusted: (address: string) => boolean): string {
  let last = remote;
  for (const hop of hopsOf(forwarded).reverse()) {
    const address = addressOf(hop['for']);
    if (address === undefined) return last;
    last = address;
    if (!isTrusted(address)) return last;
  }
  return last;
}

function hopsOf(forwarded: string): Readonly<Record<string, string>>[] {
  try {
    return parseForwarded(forwarded);
  } catch {
    return [];
  }
}

function addressOf(node: string | undefined): string | undefined {
  const [, six, four] = NODE.exec(node ?? '') ?? [];
  const address = six ?? four ?? '';
  return isIP(address) === 0 ? undefined : unmapped(address);
}

/** Returns an IPv4 address as it is, and the network of 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('%', 1)[0]!.split('::');
  const first = groupsOf(before);
  const last = groupsOf(after ?? '');
  const zeros = Array<string>(Math.max(0, GROUPS - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Returns the groups of 16 bits; an IPv4 address at the end is two of them. */
function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
