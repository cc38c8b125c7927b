import { isIP } from 'node:net';
import { readPayments, SIMULATED_PAYMENTS } from './config-payments';
import type { PaymentsConfig } from './config-payments';
import { readMail } from './config-mail';
import type { SmtpConfig } from './config-mail';
import { readBeacon } from './config-draws';
import type { BeaconConfig } from './config-draws';
import { readProviders } from './config-frames';
import type { GameProvider } from './config-frames';
import { EVERYWHERE, readPlaceConfig } from './config-place';
import type { PlaceConfig } from './config-place';
import { DEFAULT_RESERVE_MB } from './db/disk-reserve';
import { kobo } from '../src/core/money';
import { parseNairaText } from '../src/core/naira-text';
import type { Kobo } from '../src/core/money';

/** The checked configuration. Every field has a default; a wrong value stops the start with one clear line. */
export interface Config extends PlaceConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The file with the keys that server seeds are derived from; undefined = `secrets/seed-keys` in `dataDir`, which the first start makes. */
  readonly seedKeyFile: string | undefined;
  /** An external PostgreSQL; undefined = the embedded one. */
  readonly databaseUrl: string | undefined;
  /** An operator's own platform behind `/api`; undefined = the embedded one. No slash at the end. */
  readonly platformUrl: string | undefined;
  /** The address at which players reach the site, no slash at the end; undefined = host and port of this process. */
  readonly publicUrl: string | undefined;
  /** Base of the content-delivery host, no slash at the end. */
  readonly cdnUrl: string;
  /** The address to which page views of players who agreed to it are sent; undefined = they are not sent. */
  readonly pixelUrl: string | undefined;
  readonly consentPolicy: 'ask' | 'implied';
  /** With `off`, `/sw.js` is the kill switch, which removes every installed service worker. */
  readonly serviceWorker: 'on' | 'off';
  /** Addresses or networks whose X-Forwarded-* headers are believed; empty = nobody's. */
  readonly trustProxy: readonly string[];
  /** The mail server; undefined = mails stay in the database and are shown on this machine. */
  readonly smtp: SmtpConfig | undefined;
  /** The payment gateway of each method and of payouts. */
  readonly payments: PaymentsConfig;
  /** In kobo: rules alone pay out up to this much to one player in a day; admins decide on the rest. */
  readonly withdrawalAutomaticUpTo: Kobo;
  /** This many different admins must approve the rest. */
  readonly withdrawalApprovals: number;
  /** IP addresses and networks where several admins work, so that a shared one does not suggest that two admins are one person. */
  readonly adminOfficeNetworks: readonly string[];
  /** True where a player must prove their identity before the first withdrawal. */
  readonly ninBeforeWithdrawal: boolean;
  /** Below so many MiB of free space on `dataDir`, only money and protection are served; 0 = no floor. */
  readonly diskReserveMb: number;
  /** The providers whose games run in a frame; empty = none. */
  readonly gameProviders: readonly GameProvider[];
  /** The public beacon that decides the weekly draw; undefined = two people of the team do. */
  readonly drawBeacon: BeaconConfig | undefined;
}

/** `error`: one line per wrong value, each with the name of its variable and what it must be. */
export type LoadedConfig = { readonly config: Config } | { readonly error: string };

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = 8080;
const DEFAULT_CDN = '/cdn';
const MAX_PORT = 65_535;
const DEFAULT_AUTOMATIC_UP_TO = kobo(50_000_00);
const DEFAULT_APPROVALS = 2;
const HOST_NAME = /^[0-9A-Za-z]([0-9A-Za-z.-]{0,252}[0-9A-Za-z])?$/;
/** Fastify takes these names for networks, see https://www.npmjs.com/package/proxy-addr */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Reads the configuration from the environment. Pure; an empty value is the same as none. */
export function loadConfig(env: Environment): LoadedConfig {
  const errors: string[] = [];
  const reportWrong = (name: string, requirement: string): void => {
    errors.push(`${name} is ${JSON.stringify(env[name])}; it must be ${requirement}.`);
  };
  const read = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  /** Reports an undefined value: each `read…` below returns undefined for a wrong value, and the default for a missing one. */
  const requireValid = <T>(value: T | undefined, fallback: T, name: string, requirement: string): T => {
    if (value === undefined) reportWrong(name, requirement);
    return value ?? fallback;
  };
  const readUrl = (name: string): string | undefined => {
    const value = read(name);
    if (value === undefined || isBareUrl(value)) return value?.replace(/\/+$/, '');
    reportWrong(name, 'an address like https://example.com, without a query');
    return undefined;
  };

  const readPixelUrl = (): string | undefined => {
    const value = read('PIXEL_URL');
    if (value === undefined || isPixelUrl(value)) return value;
    reportWrong('PIXEL_URL', 'an address like https://pixel.example.com/collect; http is for this machine alone');
    return undefined;
  };

  const payments = readPayments(read);
  if ('errors' in payments) errors.push(...payments.errors);
  const smtp = readMail(read);
  if (smtp !== undefined && 'errors' in smtp) errors.push(...smtp.errors);
  const trustProxy = requireValid(
    readList(read('TRUST_PROXY'), isNetwork),
    [], 'TRUST_PROXY', 'addresses or networks with commas between them, like 127.0.0.1,10.0.0.0/8',
  );
  const place = readPlaceConfig(read, { hasProxy: read('TRUST_PROXY') !== undefined });
  if ('errors' in place) errors.push(...place.errors);
  const publicUrl = readUrl('PUBLIC_URL');
  const providers = readProviders(read('GAME_PROVIDERS'), publicUrl === undefined ? undefined : new URL(publicUrl).hostname);
  if ('errors' in providers) errors.push(...providers.errors);
  const drawBeacon = readBeacon(read);
  if (drawBeacon !== undefined && 'errors' in drawBeacon) errors.push(...drawBeacon.errors);
  const config: Config = {
    host: requireValid(readHost(read('HOST')), DEFAULT_HOST, 'HOST', 'an address or a host name to listen on'),
    port: requireValid(readPort(read('PORT')), DEFAULT_PORT, 'PORT', `a whole number from 0 to ${MAX_PORT}`),
    dataDir: read('DATA_DIR') ?? './data',
    seedKeyFile: read('SEED_KEY_FILE'),
    databaseUrl: read('DATABASE_URL'),
    platformUrl: readUrl('PLATFORM_URL'),
    publicUrl,
    cdnUrl: requireValid(readCdnUrl(read('CDN_URL')), DEFAULT_CDN, 'CDN_URL', 'a path like /cdn or an address like https://cdn.example.com'),
    pixelUrl: readPixelUrl(),
    consentPolicy: requireValid(readConsentPolicy(read('CONSENT_POLICY')), 'ask', 'CONSENT_POLICY', 'ask or implied'),
    serviceWorker: requireValid(readServiceWorker(read('SERVICE_WORKER')), 'on', 'SERVICE_WORKER', 'on or off'),
    trustProxy,
    smtp: smtp === undefined || 'errors' in smtp ? undefined : smtp,
    ...('errors' in place ? EVERYWHERE : place),
    payments: 'errors' in payments ? SIMULATED_PAYMENTS : payments,
    withdrawalAutomaticUpTo: requireValid(
      readNaira(read('WITHDRAWAL_AUTOMATIC_UP_TO')), DEFAULT_AUTOMATIC_UP_TO, 'WITHDRAWAL_AUTOMATIC_UP_TO', 'an amount in naira, like 50000',
    ),
    withdrawalApprovals: requireValid(readApprovals(read('WITHDRAWAL_APPROVALS')), DEFAULT_APPROVALS, 'WITHDRAWAL_APPROVALS', 'a whole number from 1 to 5'),
    adminOfficeNetworks: requireValid(
      readList(read('ADMIN_OFFICE_NETWORKS'), isAddressOrNetwork),
      [], 'ADMIN_OFFICE_NETWORKS', 'addresses or networks with commas between them, like 102.89.1.7,10.0.0.0/8',
    ),
    ninBeforeWithdrawal: requireValid(readSwitch(read('NIN_BEFORE_WITHDRAWAL')), true, 'NIN_BEFORE_WITHDRAWAL', 'on or off'),
    diskReserveMb: requireValid(readMegabytes(read('DISK_RESERVE_MB')), DEFAULT_RESERVE_MB, 'DISK_RESERVE_MB', 'a whole number of megabytes, like 256'),
    gameProviders: 'errors' in providers ? [] : providers,
    drawBeacon: drawBeacon === undefined || 'errors' in drawBeacon ? undefined : drawBeacon,
  };
  if (!isPostgresUrl(config.databaseUrl)) {
    // The message does not quote the address, because there may be a password in it.
    errors.push("DATABASE_URL can't be read; it must be an address like postgresql://user:password@host:5432/database.");
  }
  if (config.publicUrl !== undefined && new URL(config.publicUrl).pathname !== '/') {
    reportWrong('PUBLIC_URL', 'the root of a site: the app can’t live below a path');
  }
  errors.push(...findPlatformConflicts(config, read));
  return errors.length === 0 ? { config } : { error: errors.join('\n') };
}

/** Finds the settings that have no effect beside PLATFORM_URL, because an operator's own platform has its own. */
function findPlatformConflicts(config: Config, read: (name: string) => string | undefined): string[] {
  if (config.platformUrl === undefined) return [];
  const places = ['ALLOWED_COUNTRIES', 'PLACES_FILE'].filter((name) => read(name) !== undefined);
  const conflicts: readonly (readonly [isSet: boolean, names: string, reason: string])[] = [
    [config.databaseUrl !== undefined, 'DATABASE_URL', 'with a platform of your own no database is used'],
    [config.payments.paystackKeys !== undefined, 'PAYSTACK_SECRET_KEY', 'a platform of your own has its own gateways'],
    [config.gameProviders.length > 0, 'GAME_PROVIDERS', 'a platform of your own has its own games'],
    [config.drawBeacon !== undefined, 'DRAW_BEACON_URL', 'a platform of your own has its own draws'],
    [places.length > 0, places.join(' and '), 'a platform of your own has its own places'],
  ];
  return conflicts.filter(([isSet]) => isSet).map(([, names, reason]) => `PLATFORM_URL and ${names} are both set; ${reason}. Remove one.`);
}

function readHost(value: string | undefined): string | undefined {
  if (value === undefined) return DEFAULT_HOST;
  return isIP(value) !== 0 || HOST_NAME.test(value) ? value : undefined;
}

function readPort(value: string | undefined): number | undefined {
  if (value === undefined) return DEFAULT_PORT;
  return /^\d{1,5}$/.test(value) && Number(value) <= MAX_PORT ? Number(value) : undefined;
}

function isBareUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return ['https:', 'http:'].includes(protocol) && [username, password, search, hash].every((part) => part === '');
}

/** Requires https, because nobody may read page views on their way; a query (an account's number) may be part of the address. */
function isPixelUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password, hash } = new URL(value);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK_NAMES.includes(hostname));
  return isSafe && [username, password, hash].every((part) => part === '');
}

function isPostgresUrl(value: string | undefined): boolean {
  return value === undefined || (/^postgres(ql)?:/.test(value) && URL.canParse(value));
}

function readCdnUrl(value: string | undefined): string | undefined {
  if (value === undefined) return DEFAULT_CDN;
  const isPath = /^\/[0-9A-Za-z_~.-][0-9A-Za-z_~./-]*$/.test(value) && !value.split('/').includes('..');
  return isPath || isBareUrl(value) ? value.replace(/\/+$/, '') : undefined;
}

function readConsentPolicy(value: string | undefined): Config['consentPolicy'] | undefined {
  if (value === undefined) return 'ask';
  return value === 'ask' || value === 'implied' ? value : undefined;
}

function readServiceWorker(value: string | undefined): Config['serviceWorker'] | undefined {
  if (value === undefined) return 'on';
  return value === 'on' || value === 'off' ? value : undefined;
}

function readNaira(value: string | undefined): Kobo | undefined {
  const amount = value === undefined ? DEFAULT_AUTOMATIC_UP_TO : parseNairaText(value);
  return typeof amount === 'number' ? amount : undefined;
}

function readApprovals(value: string | undefined): number | undefined {
  if (value === undefined) return DEFAULT_APPROVALS;
  return /^[1-5]$/.test(value) ? Number(value) : undefined;
}

function readMegabytes(value: string | undefined): number | undefined {
  if (value === undefined) return DEFAULT_RESERVE_MB;
  return /^\d{1,7}$/.test(value) ? Number(value) : undefined;
}

function readSwitch(value: string | undefined): boolean | undefined {
  return value === undefined || value === 'on' ? true : value === 'off' ? false : undefined;
}

function readList(value: string | undefined, isValid: (item: string) => boolean): string[] | undefined {
  if (value === undefined) return [];
  const items = value.split(',').map((item) => item.trim()).filter((item) => item !== '');
  return items.every(isValid) ? items : undefined;
}

function isNetwork(text: string): boolean {
  return NETWORK_NAMES.includes(text) || isAddressOrNetwork(text);
}

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, ...extraParts] = text.split('/');
  const family = isIP(address);
  if (family === 0 || extraParts.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
