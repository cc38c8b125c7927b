/** Where a request says that it comes from: headers of a proxy that is trusted, and of nobody else. */
import { BlockList, isIPv6 } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { NIGERIA_STATES, STATE_CODES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';

export interface Seen {
  /** ISO 3166-1 alpha-2; null = nothing tells. */
  readonly country: string | null;
  /** ISO 3166-2:NG without `NG-`; null = nothing tells. */
  readonly state: StateCode | null;
}

export const UNSEEN: Seen = { country: null, state: null };

const HOME_COUNTRY = 'NG';
/** Codes that stand for "unknown". Those of anonymous networks (`T1`, `A1`) are no two letters anyway. */
const NO_COUNTRIES = ['XX', 'ZZ'];

/** A country by its code, whatever the case; null for what is none. */
export function countryOf(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.includes(code) ? code : null;
}

/** As registers of addresses call them. */
const OTHER_NAMES: Readonly<Record<string, StateCode>> = {
  fct: 'FC', abuja: 'FC', 'abuja fct': 'FC', 'abuja federal capital territory': 'FC', 'abuja capital territory': 'FC', nassarawa: 'NA',
};

const plainName = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, ' ').trim().replace(/ state$/, '');

const STATE_OF_NAME: ReadonlyMap<string, StateCode> = new Map([
  ...STATE_CODES.map((code) => [plainName(NIGERIA_STATES[code]), code] as const),
  ...Object.entries(OTHER_NAMES),
]);

/** A state of Nigeria by its ISO 3166-2 code, with or without `NG-`, or by its name; null for what is none. */
export function stateOf(text: string | undefined): StateCode | null {
  const written = text?.trim() ?? '';
  const code = written.toUpperCase().replace(/^NG-/, '');
  return STATE_CODES.find((each) => each === code) ?? STATE_OF_NAME.get(plainName(written)) ?? null;
}

export interface PlaceHeaders {
  /** Names in small letters; undefined = nothing tells. */
  readonly country: string | undefined;
  readonly region: string | undefined;
}

/** What headers say. A code of a state is one of Nigeria only there: `LA` is Louisiana, too. */
export function seenIn(headers: IncomingHttpHeaders, { country: countryName, region }: PlaceHeaders): Seen {
  const read = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const country = countryOf(read(countryName));
  return { country, state: country === HOME_COUNTRY ? stateOf(read(region)) : null };
}

/** As `proxy-addr`, which Fastify reads `TRUST_PROXY` with, has them. */
const NETWORKS_OF: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is one of the trusted proxies (addresses, networks, names of networks; checked before). */
export function trusts(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of proxies.flatMap((proxy) => NETWORKS_OF[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => address !== undefined && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
