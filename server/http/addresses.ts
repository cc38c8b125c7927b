/** How network addresses are counted and compared. Pure. */

/**
 * Whom a network address is counted as: an IPv4 address is one, of IPv6 everybody has a /64 to choose from.
 * An IPv4 address written as IPv6 counts as the IPv4 one.
 */
export function addressSubject(address: string): string {
  const v4 = inIPv4(address);
  return v4 ?? `${ipv6Groups(address).slice(0, 4).join(':')}::/64`;
}

/** The network around an address, as far as one holder may have all of it: a /24 of IPv4, a /48 of IPv6. */
export function networkSubject(address: string): string {
  const v4 = inIPv4(address);
  if (v4 !== null) return /^\d+(?:\.\d+){3}$/.test(v4) ? `${v4.slice(0, v4.lastIndexOf('.'))}.0/24` : v4;
  return `${ipv6Groups(address).slice(0, 3).join(':')}::/48`;
}

/** The block around an address that one provider may have been given: a /16 of IPv4, a /32 of IPv6. */
export function blockSubject(address: string): string {
  const v4 = inIPv4(address);
  if (v4 !== null) return /^\d+(?:\.\d+){3}$/.test(v4) ? `${v4.split('.').slice(0, 2).join('.')}.0.0/16` : v4;
  return `${ipv6Groups(address).slice(0, 2).join(':')}::/32`;
}

/** Null for an address of IPv6. */
function inIPv4(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  return address.includes(':') ? null : address;
}

function ipv6Groups(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')];
  return all.map((group) => group.replace(/^0+(?=.)/, '') || '0');
}
