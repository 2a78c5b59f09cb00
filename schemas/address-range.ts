/** Address range: an IP address, or a network in CIDR notation such as 10.0.0.0/8. The operator names trusted proxies by address ranges. */
import { BlockList, isIP, isIPv6 } from 'node:net';

/** Pattern of the characters; `isAddressRange` checks the numbers too. */
export const ADDRESS_RANGE_PATTERN = '^[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?$';
/** IPv4 address as a socket for both families shows it. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || !new RegExp(ADDRESS_RANGE_PATTERN).test(text)) return false;
  return bits === undefined || Number(bits) <= (family === 4 ? 32 : 128);
}

/** Returns a function that tells whether an address is in one of these ranges. */
export function inRanges(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Returns the address, as IPv4 where it is an IPv4 address inside IPv6. */
export function unmapped(address: string): string {
  return MAPPED.exec(address)?.[1] ?? address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
