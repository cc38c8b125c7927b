/** Reads the location of a caller from the headers that a trusted proxy adds. */
import { BlockList, isIPv6 } from 'node:net';
import type { IncomingHttpHeaders } from 'node:http';
import { NIGERIA_STATES, STATE_CODES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';

export interface CallerLocation {
  /** ISO 3166-1 alpha-2; null where unknown. */
  readonly country: string | null;
  /** ISO 3166-2:NG without `NG-`; null where unknown or abroad. */
  readonly state: StateCode | null;
}

export const UNKNOWN_LOCATION: CallerLocation = { country: null, state: null };

const HOME_COUNTRY = 'NG';
/** These codes mean "unknown". Those of anonymous networks (`T1`, `A1`) are not two letters, so the pattern refuses them. */
const UNKNOWN_COUNTRY_CODES = ['XX', 'ZZ'];

/** Parses a country's code in any case; null where the text is none. */
export function parseCountry(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN_COUNTRY_CODES.includes(code) ? code : null;
}

/** Names that registers of addresses use for some states. */
const STATE_ALIASES: Readonly<Record<string, StateCode>> = {
  fct: 'FC', abuja: 'FC', 'abuja fct': 'FC', 'abuja federal capital territory': 'FC', 'abuja capital territory': 'FC', nassarawa: 'NA',
};

const normaliseStateName = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, ' ').trim().replace(/ state$/, '');

const STATES_BY_NAME: ReadonlyMap<string, StateCode> = new Map([
  ...STATE_CODES.map((code) => [normaliseStateName(NIGERIA_STATES[code]), code] as const),
  ...Object.entries(STATE_ALIASES),
]);

/** Parses a state of Nigeria: its ISO 3166-2 code, with or without `NG-`, or its name; null where the text is neither. */
export function parseState(text: string | undefined): StateCode | null {
  const name = text?.trim() ?? '';
  const code = name.toUpperCase().replace(/^NG-/, '');
  return STATE_CODES.find((each) => each === code) ?? STATES_BY_NAME.get(normaliseStateName(name)) ?? null;
}

export interface PlaceHeaders {
  /** Names of headers in small letters; undefined where the proxy sends none. */
  readonly country: string | undefined;
  readonly region: string | undefined;
}

/** Reads a location from headers. A state counts only in Nigeria, since the code `LA` is also Louisiana's. */
export function readLocation(headers: IncomingHttpHeaders, { country: countryHeader, region: regionHeader }: PlaceHeaders): CallerLocation {
  const readHeader = (name: string | undefined): string | undefined => {
    const value = name === undefined ? undefined : headers[name];
    return typeof value === 'string' ? value : undefined;
  };
  const country = parseCountry(readHeader(countryHeader));
  return { country, state: country === HOME_COUNTRY ? parseState(readHeader(regionHeader)) : null };
}

/** The names of networks that `proxy-addr` knows, with which Fastify reads `TRUST_PROXY`. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const MAX_KNOWN_ADDRESSES = 1_000;

/** Makes a check for addresses of trusted proxies. Each proxy is an address, a network or a name of networks; server/config validated them. */
export function createProxyCheck(proxies: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of proxies.flatMap((proxy) => NAMED_NETWORKS[proxy] ?? [proxy])) {
    const [address = '', bits] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  if (proxies.length === 0) return () => false;
  // Nearly all calls come from a few proxies, and looking an address up costs more than the rest of a poll's checks.
  const known = new Map<string, boolean>();
  return (address) => {
    if (address === undefined) return false;
    const isKnownProxy = known.get(address);
    if (isKnownProxy !== undefined) return isKnownProxy;
    const isProxy = list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    if (known.size >= MAX_KNOWN_ADDRESSES) known.clear();
    known.set(address, isProxy);
    return isProxy;
  };
}
