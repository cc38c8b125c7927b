/** Reads network addresses, and turns them into the subjects that counters and comparisons use. Pure. */
import { isIPv4, isIPv6 } from 'node:net';

/**
 * Returns the IP address in a text in one spelling: without port, brackets and zone, and as IPv4 where an IPv4 address is written as
 * IPv6. Null where the text is no address.
 */
export function parseAddress(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  const v4 = /^(\d+\.\d+\.\d+\.\d+)(?::\d{1,5})?$/.exec(trimmed)?.[1];
  if (v4 !== undefined) return isIPv4(v4) ? v4 : null;
  const inBrackets = /^\[(.+)\](?::\d{1,5})?$/.exec(trimmed)?.[1] ?? trimmed;
  const [v6 = ''] = inBrackets.split('%');
  return isIPv6(v6) ? canonicalIPv6(v6) : null;
}

function canonicalIPv6(address: string): string {
  // Addresses in URLs have one spelling: https://url.spec.whatwg.org/#concept-ipv6-serializer
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (mapped === null) return canonical;
  return mapped.slice(1).map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]).join('.');
}

/**
 * Returns the subject that an address counts as: an IPv4 address itself, and the /64 of an IPv6 address, because one person can
 * choose any address in it. An IPv4 address written as IPv6 counts as the IPv4 one.
 */
export function addressSubject(address: string): string {
  const v4 = toIPv4(address);
  return v4 ?? `${ipv6Groups(address).slice(0, 4).join(':')}::/64`;
}

/** Returns the network around an address that one holder may have: a /24 of IPv4, a /48 of IPv6. */
export function networkSubject(address: string): string {
  const v4 = toIPv4(address);
  if (v4 !== null) return /^\d+(?:\.\d+){3}$/.test(v4) ? `${v4.slice(0, v4.lastIndexOf('.'))}.0/24` : v4;
  return `${ipv6Groups(address).slice(0, 3).join(':')}::/48`;
}

/** Returns the block around an address that one provider may have: a /16 of IPv4, a /32 of IPv6. */
export function blockSubject(address: string): string {
  const v4 = toIPv4(address);
  if (v4 !== null) return /^\d+(?:\.\d+){3}$/.test(v4) ? `${v4.split('.').slice(0, 2).join('.')}.0.0/16` : v4;
  return `${ipv6Groups(address).slice(0, 2).join(':')}::/32`;
}

/** Returns the address as IPv4; null for one of IPv6. */
function toIPv4(address: string): string | null {
  const match = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (match?.[1] !== undefined) return match[1];
  return address.includes(':') ? null : address;
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const allGroups = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')];
  return allGroups.map((group) => group.replace(/^0+(?=.)/, '') || '0');
}
