/** Parses single values of the configuration. Each function returns undefined for text that is no such value. Pure. */
import { isIP } from 'node:net';
import type { Kobo } from '../../src/core/money';
import { parseNairaText } from '../../src/core/naira-text';

export const MAX_PORT = 65_535;
const HOST_NAME = /^[0-9A-Za-z]([0-9A-Za-z.-]{0,252}[0-9A-Za-z])?$/;
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];
/** Fastify takes these names for networks, see https://www.npmjs.com/package/proxy-addr */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

export function parseHost(text: string): string | undefined {
  return isIP(text) !== 0 || HOST_NAME.test(text) ? text : undefined;
}

export function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= MAX_PORT ? Number(text) : undefined;
}

/** Parses an address without a query, a fragment or a password; there is no slash at the end of the result. */
export function parseBareUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, search, hash } = new URL(text);
  const isBare = ['https:', 'http:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
  return isBare ? withoutSlashes(text) : undefined;
}

const withoutSlashes = (text: string): string => text.replace(/\/+$/, '');

/** Returns true where nobody on the way can read or change what is sent: with https, or on this machine. */
export function isSafeTransport({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK_NAMES.includes(hostname));
}

/** Requires https, because nobody may read page views on their way; a query (an account's number) may be part of the address. */
export function parsePixelUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { username, password, hash } = url;
  return isSafeTransport(url) && [username, password, hash].every((part) => part === '') ? text : undefined;
}

/** Parses a path or a bare address; there is no slash at the end of the result. */
export function parseCdnUrl(text: string): string | undefined {
  const isPath = /^\/[0-9A-Za-z_~.-][0-9A-Za-z_~./-]*$/.test(text) && !text.split('/').includes('..');
  return isPath ? withoutSlashes(text) : parseBareUrl(text);
}

export function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:/.test(text) && URL.canParse(text);
}

/** Makes the parser of a variable that is one of these words. */
export function parseWord<Word extends string>(...words: readonly Word[]): (text: string) => Word | undefined {
  return (text) => words.find((word) => word === text);
}

export function parseSwitch(text: string): boolean | undefined {
  return text === 'on' ? true : text === 'off' ? false : undefined;
}

export function parseNaira(text: string): Kobo | undefined {
  const amount = parseNairaText(text);
  return typeof amount === 'number' ? amount : undefined;
}

/** Parses a number of approvals, 1 to 5. */
export function parseApprovals(text: string): number | undefined {
  return /^[1-5]$/.test(text) ? Number(text) : undefined;
}

export function parseMegabytes(text: string): number | undefined {
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined;
}

/** Parses a number of seconds, 0 to 300. */
export function parseDrainSeconds(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 300 ? Number(text) : undefined;
}

/** Parses IP addresses and networks with commas between them, also the names that stand for networks. */
export const parseNetworks = (text: string): string[] | undefined =>
  parseList(text, (item) => NETWORK_NAMES.includes(item) || isAddressOrNetwork(item));

/** Parses IP addresses and networks with commas between them. */
export const parseAddresses = (text: string): string[] | undefined => parseList(text, isAddressOrNetwork);

function parseList(text: string, isValid: (item: string) => boolean): string[] | undefined {
  const items = text.split(',').map((item) => item.trim()).filter((item) => item !== '');
  return items.every(isValid) ? items : undefined;
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...extraParts] = text.split('/');
  const family = isIP(address);
  if (family === 0 || extraParts.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
