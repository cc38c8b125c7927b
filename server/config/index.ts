import { parseOverdueHours } from './overdue-hours';
import type { OverdueHours } from './overdue-hours';
import { readPayments, SIMULATED_PAYMENTS } from './payments';
import type { PaymentsConfig } from './payments';
import { readMail } from './mail';
import type { SmtpConfig } from './mail';
import { readBeacon } from './draws';
import type { BeaconConfig } from './draws';
import { readProviders } from './frames';
import type { GameProvider } from './frames';
import { EVERYWHERE, readPlaceConfig } from './place';
import type { PlaceConfig } from './place';
import {
  MAX_PORT, isPostgresUrl, parseAddresses, parseApprovals, parseBareUrl, parseCdnUrl, parseDrainSeconds, parseHost, parseMegabytes, parseNaira,
  parseNetworks, parsePixelUrl, parsePort, parseSwitch, parseWord,
} from './values';
import { findMisspelt } from './misspelt';
import { createVariableReader } from './variables';
import type { Environment, ReadVariable, Variable, VariableReader } from './variables';
import { DEFAULT_RESERVE_MB } from '../db/disk-reserve';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { parseRuleChanges } from '../../src/core/risk-rules';
import type { RuleChanges } from '../../src/core/risk-rules';

export type { Environment } from './variables';

/** The checked configuration. Every field has a default; a wrong value stops the start with one clear line. */
export interface Config extends PlaceConfig {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The file with the keys that server seeds are derived from; undefined = `secrets/seed-keys` in `dataDir`, which the first start makes. */
  readonly seedKeyFile: string | undefined;
  /** The file with the keys that seal single fields of the database; undefined = `secrets/field-keys` in `dataDir`, which the first start makes. */
  readonly fieldKeyFile: string | undefined;
  /** An external PostgreSQL; undefined = the embedded one. */
  readonly databaseUrl: string | undefined;
  /** With `off`, statements have no names, for a pooler that stands before the external PostgreSQL. */
  readonly dbPrepared: 'on' | 'off';
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
  /** In kobo: so much of one player's money is corrected in a day at most, and so much by what one admin proposes. */
  readonly adjustmentsPerPlayer: Kobo;
  readonly adjustmentsPerAdmin: Kobo;
  /** What the operator changed of the rules that watch. */
  readonly riskRules: RuleChanges;
  /** The hours after which work that waits is mailed about, where they differ from the program's. */
  readonly deskOverdueHours: OverdueHours;
  /** In kobo: from so much on one person's payments of a day are listed as a candidate for a report to the authority. */
  readonly largePaymentsFrom: Kobo;
  /** IP addresses and networks where several admins work, so that a shared one does not suggest that two admins are one person. */
  readonly adminOfficeNetworks: readonly string[];
  /** True where a player must prove their identity before the first withdrawal. */
  readonly ninBeforeWithdrawal: boolean;
  /** Below so many MiB of free space on `dataDir`, only money and protection are served; 0 = no floor. */
  readonly diskReserveMb: number;
  /** At a stop, calls are served for so long after `/readyz` began to answer 503. */
  readonly drainSeconds: number;
  /** Where Prometheus finds `/metrics`; the port undefined = nowhere. */
  readonly metricsHost: string;
  readonly metricsPort: number | undefined;
  /** The providers whose games run in a frame; empty = none. */
  readonly gameProviders: readonly GameProvider[];
  /** The public beacon that decides the weekly draw; undefined = two people of the team do. */
  readonly drawBeacon: BeaconConfig | undefined;
}

/** `error`: one line per wrong value, each with the name of its variable and what it must be. */
export type LoadedConfig = { readonly config: Config } | { readonly error: string };

const DEFAULT_AUTOMATIC_UP_TO = kobo(50_000_00);
const DEFAULT_APPROVALS = 2;
const DEFAULT_ADJUSTMENTS_PER_PLAYER = kobo(100_000_00);
const DEFAULT_ADJUSTMENTS_PER_ADMIN = kobo(500_000_00);
const DEFAULT_LARGE_PAYMENTS_FROM = kobo(5_000_000_00);

/**
 * Reads the configuration from the environment. Pure; an empty value is the same as none. `GAME_PROVIDERS_FILE` must have been read before
 * (`readProvidersFile`).
 */
export function loadConfig(env: Environment): LoadedConfig {
  const variables = createVariableReader(env);
  const config: Config = {
    ...readServices(variables), ...readSite(variables), ...readWithdrawals(variables), ...readStorage(variables), ...readOperating(variables),
  };
  checkAddresses(variables, config);
  variables.report(...findPlatformConflicts(config, variables.read), ...findMisspelt(env, variables.names));
  return variables.errors.length === 0 ? { config } : { error: variables.errors.join('\n') };
}

/** Reads the services around the platform, and the proxy before it. Several variables describe each. */
function readServices({ read, readValue, reportMistakes }: VariableReader) {
  const payments = reportMistakes(readPayments(read), SIMULATED_PAYMENTS);
  const smtp = reportMistakes(readMail(read), undefined);
  const trustProxy: readonly string[] = readValue({
    name: 'TRUST_PROXY', fallback: [], parse: parseNetworks, requirement: 'addresses or networks with commas between them, like 127.0.0.1,10.0.0.0/8',
  });
  const place = reportMistakes(readPlaceConfig(read, { hasProxy: read('TRUST_PROXY') !== undefined }), EVERYWHERE);
  const publicUrl = readValue({ name: 'PUBLIC_URL', ...URL_VALUE });
  const gameProviders = reportMistakes(readProviders(read('GAME_PROVIDERS'), publicUrl === undefined ? undefined : new URL(publicUrl).hostname), []);
  // Its file was read before; here the name is made known.
  read('GAME_PROVIDERS_FILE');
  const drawBeacon = reportMistakes(readBeacon(read), undefined);
  return { payments, smtp, trustProxy, ...place, publicUrl, gameProviders, drawBeacon };
}

const URL_VALUE: Omit<Variable<string | undefined>, 'name'> = { fallback: undefined, parse: parseBareUrl, requirement: 'an address like https://example.com, without a query' };

/** Reads where the site listens, and what its pages contain. */
function readSite({ readValue }: VariableReader) {
  return {
    host: readValue({ name: 'HOST', fallback: '127.0.0.1', parse: parseHost, requirement: 'an address or a host name to listen on' }),
    port: readValue({ name: 'PORT', fallback: 8080, parse: parsePort, requirement: `a whole number from 0 to ${MAX_PORT}` }),
    platformUrl: readValue({ name: 'PLATFORM_URL', ...URL_VALUE }),
    cdnUrl: readValue({
      name: 'CDN_URL', fallback: '/cdn', parse: parseCdnUrl, requirement: 'a path like /cdn or an address like https://cdn.example.com',
    }),
    pixelUrl: readValue({
      name: 'PIXEL_URL', fallback: undefined, parse: parsePixelUrl,
      requirement: 'an address like https://pixel.example.com/collect; http is for this machine alone',
    }),
    consentPolicy: readValue<Config['consentPolicy']>({
      name: 'CONSENT_POLICY', fallback: 'ask', parse: parseWord('ask', 'implied'), requirement: 'ask or implied',
    }),
    serviceWorker: readValue<Config['serviceWorker']>({ name: 'SERVICE_WORKER', fallback: 'on', parse: parseWord('on', 'off'), requirement: 'on or off' }),
  };
}

/** Reads the rules by which money is paid out. */
function readWithdrawals({ readValue }: VariableReader) {
  return {
    withdrawalAutomaticUpTo: readValue({
      name: 'WITHDRAWAL_AUTOMATIC_UP_TO', fallback: DEFAULT_AUTOMATIC_UP_TO, parse: parseNaira, requirement: 'an amount in naira, like 50000',
    }),
    withdrawalApprovals: readValue({
      name: 'WITHDRAWAL_APPROVALS', fallback: DEFAULT_APPROVALS, parse: parseApprovals, requirement: 'a whole number from 1 to 5',
    }),
    adjustmentsPerPlayer: readValue({
      name: 'ADJUSTMENTS_PER_PLAYER', fallback: DEFAULT_ADJUSTMENTS_PER_PLAYER, parse: parseNaira, requirement: 'an amount in naira, like 100000',
    }),
    adjustmentsPerAdmin: readValue({
      name: 'ADJUSTMENTS_PER_ADMIN', fallback: DEFAULT_ADJUSTMENTS_PER_ADMIN, parse: parseNaira, requirement: 'an amount in naira, like 500000',
    }),
    riskRules: readValue<RuleChanges>({
      name: 'RISK_RULES', fallback: {}, parse: parseRuleChanges,
      requirement: 'a JSON object of rules with changed thresholds, like {"night-play":{"nights":4},"limit-raises":{"on":false}}',
    }),
    deskOverdueHours: readValue<OverdueHours>({
      name: 'DESK_OVERDUE_HOURS', fallback: {}, parse: parseOverdueHours,
      requirement: 'kinds of work with whole hours and commas between them, like approvals=4,messages=48',
    }),
    largePaymentsFrom: readValue({
      name: 'LARGE_PAYMENTS_FROM', fallback: DEFAULT_LARGE_PAYMENTS_FROM, parse: parseNaira, requirement: 'an amount in naira, like 5000000',
    }),
    adminOfficeNetworks: readValue<readonly string[]>({
      name: 'ADMIN_OFFICE_NETWORKS', fallback: [], parse: parseAddresses,
      requirement: 'addresses or networks with commas between them, like 102.89.1.7,10.0.0.0/8',
    }),
    ninBeforeWithdrawal: readValue({ name: 'NIN_BEFORE_WITHDRAWAL', fallback: true, parse: parseSwitch, requirement: 'on or off' }),
  };
}

/** Reads where data is kept. */
function readStorage({ read, readValue }: VariableReader) {
  return {
    dataDir: read('DATA_DIR') ?? './data',
    seedKeyFile: read('SEED_KEY_FILE'),
    fieldKeyFile: read('FIELD_KEY_FILE'),
    databaseUrl: read('DATABASE_URL'),
    dbPrepared: readValue<Config['dbPrepared']>({ name: 'DB_PREPARED', fallback: 'on', parse: parseWord('on', 'off'), requirement: 'on or off' }),
    diskReserveMb: readValue({
      name: 'DISK_RESERVE_MB', fallback: DEFAULT_RESERVE_MB, parse: parseMegabytes, requirement: 'a whole number of megabytes, like 256',
    }),
  };
}

/** Reads how the process is watched and stopped. */
function readOperating({ readValue }: VariableReader) {
  return {
    drainSeconds: readValue({ name: 'DRAIN_SECONDS', fallback: 0, parse: parseDrainSeconds, requirement: 'a whole number of seconds from 0 to 300' }),
    metricsHost: readValue({ name: 'METRICS_HOST', fallback: '127.0.0.1', parse: parseHost, requirement: 'an address or a host name to listen on' }),
    metricsPort: readValue<number | undefined>({
      name: 'METRICS_PORT', fallback: undefined, parse: parsePort, requirement: `a whole number from 0 to ${MAX_PORT}`,
    }),
  };
}

function checkAddresses({ report, reportWrong }: VariableReader, { databaseUrl, publicUrl }: Config): void {
  if (databaseUrl !== undefined && !isPostgresUrl(databaseUrl)) {
    // The message does not quote the address, because there may be a password in it.
    report("DATABASE_URL can't be read; it must be an address like postgresql://user:password@host:5432/database.");
  }
  if (publicUrl !== undefined && new URL(publicUrl).pathname !== '/') reportWrong('PUBLIC_URL', 'the root of a site: the app can’t live below a path');
}

/** Finds the settings that have no effect beside PLATFORM_URL, because an operator's own platform has its own. */
function findPlatformConflicts(config: Config, read: ReadVariable): string[] {
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
