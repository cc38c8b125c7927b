/** Turns network addresses into the subjects that counters and comparisons use. Pure. */

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
