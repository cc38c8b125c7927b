import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../server/config';
import type { Config, Environment } from '../../server/config';
import { SIMULATED_PAYMENTS } from '../../server/config/payments';
import { EVERYWHERE } from '../../server/config/place';

function configOf(env: Environment): Config {
  const loaded = loadConfig(env);
  if ('error' in loaded) throw new Error(loaded.error);
  return loaded.config;
}

function errorOf(env: Environment): string {
  const loaded = loadConfig(env);
  return 'error' in loaded ? loaded.error : '';
}

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(configOf({})).toEqual({
      host: '127.0.0.1', port: 8080, dataDir: './data', databaseUrl: undefined, dbPrepared: 'on', platformUrl: undefined, publicUrl: undefined,
      cdnUrl: '/cdn', pixelUrl: undefined, consentPolicy: 'ask', serviceWorker: 'on', ...EVERYWHERE, trustProxy: [], smtp: undefined,
      payments: SIMULATED_PAYMENTS,
      withdrawalAutomaticUpTo: 5_000_000, withdrawalApprovals: 2, adjustmentsPerPlayer: 10_000_000, adjustmentsPerAdmin: 50_000_000,
      deskOverdueHours: {}, largePaymentsFrom: 500_000_000,
      diskReserveMb: 256,
      ninBeforeWithdrawal: true, riskRules: {}, adminOfficeNetworks: [], gameProviders: [], drawBeacon: undefined, drainSeconds: 0,
      metricsHost: '127.0.0.1', metricsPort: undefined,
    });
  });

  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'], ['DATABASE_URI', 'DATABASE_URL'], ['trust_proxy', 'TRUST_PROXY'], ['PAYSTACK_SECRETKEY', 'PAYSTACK_SECRET_KEY'],
    ['WITHDRAWL_APPROVALS', 'WITHDRAWAL_APPROVALS'], ['GAME_PROVIDER', 'GAME_PROVIDERS'],
  ])('refuses a misspelt variable, which it would otherwise pass over: %s', (name, intended) => {
    expect(errorOf({ [name]: 'x' })).toBe(`${name} is no variable of Ayo; the name is ${intended}.`);
    expect(errorOf({ [name]: '' })).toBe('');
  });

  it('passes over the variables of other programs', () => {
    const others = ['PATH', 'HOME', 'HOSTNAME', 'NODE_ENV', 'PORTS', 'REPORT', 'XDG_DATA_DIRS', 'LOGNAME', 'SMTP_HOST', 'PGDATA', 'http_proxy'];
    expect(errorOf(Object.fromEntries(others.map((name) => [name, 'x'])))).toBe('');
  });

  it('takes an empty value for none', () => {
    expect(configOf({ PORT: '', DATABASE_URL: '  ', SMTP_URL: '' })).toEqual(configOf({}));
  });

  it('reads every value', () => {
    expect(
      configOf({
        HOST: '0.0.0.0', PORT: '9000', DATA_DIR: '/var/ayo', SEED_KEY_FILE: '/run/secrets/seed-keys', DATABASE_URL: 'postgresql://ayo:pw@db:5432/ayo',
        PUBLIC_URL: 'https://ayo.example/', CDN_URL: 'https://cdn.example/art/', CONSENT_POLICY: 'implied', SERVICE_WORKER: 'off',
          PIXEL_URL: 'https://pixel.example/p?id=7',
        TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,loopback',
        WITHDRAWAL_AUTOMATIC_UP_TO: '20,000.50', WITHDRAWAL_APPROVALS: '3', ADJUSTMENTS_PER_PLAYER: '5000', ADJUSTMENTS_PER_ADMIN: '20000', DESK_OVERDUE_HOURS: 'approvals=4, messages=48', LARGE_PAYMENTS_FROM: '10000000', NIN_BEFORE_WITHDRAWAL: 'off', DISK_RESERVE_MB: '512', DRAIN_SECONDS: '10', METRICS_HOST: '::1', METRICS_PORT: '9464',
        ADMIN_OFFICE_NETWORKS: '102.89.1.7, 2c0f:f5c0::/48', RISK_RULES: '{"night-play":{"nights":4}}',
      }),
    ).toEqual({
      host: '0.0.0.0', port: 9000, dataDir: '/var/ayo', seedKeyFile: '/run/secrets/seed-keys', databaseUrl: 'postgresql://ayo:pw@db:5432/ayo', dbPrepared: 'on', platformUrl: undefined,
      publicUrl: 'https://ayo.example', cdnUrl: 'https://cdn.example/art', pixelUrl: 'https://pixel.example/p?id=7', consentPolicy: 'implied', serviceWorker: 'off',
      ...EVERYWHERE, trustProxy: ['127.0.0.1', '10.0.0.0/8', 'loopback'],
        withdrawalAutomaticUpTo: 2_000_050, withdrawalApprovals: 3, adjustmentsPerPlayer: 500_000, adjustmentsPerAdmin: 2_000_000, deskOverdueHours: { approvals: 4, messages: 48 }, largePaymentsFrom: 1_000_000_000, ninBeforeWithdrawal: false, diskReserveMb: 512, adminOfficeNetworks: ['102.89.1.7', '2c0f:f5c0::/48'], riskRules: { 'night-play': { nights: 4 } }, payments: SIMULATED_PAYMENTS, gameProviders: [], drainSeconds: 10,
        metricsHost: '::1', metricsPort: 9464,
    });
    expect(configOf({ PLATFORM_URL: 'https://operator.example/platform/' }).platformUrl).toBe('https://operator.example/platform');
  });

  it.each(['http://127.0.0.1:9000/p', 'http://localhost/p', 'http://[::1]:9/p'])('takes the pixel of this machine without TLS: %s', (url) => {
    expect(configOf({ PIXEL_URL: url }).pixelUrl).toBe(url);
  });

  it.each([
    ['HOST', 'not a host'],
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['DATABASE_URL', 'mysql://db'],
    ['DATABASE_URL', 'postgres://['],
    ['PLATFORM_URL', 'operator.example'],
    ['PLATFORM_URL', 'https://operator.example?x=1'],
    ['PLATFORM_URL', 'https://user:pw@operator.example'],
    ['PUBLIC_URL', 'ftp://ayo.example'],
    ['PUBLIC_URL', 'https://ayo.example/casino'],
    ['CDN_URL', '../art'],
    ['CDN_URL', '//cdn.example'],
    ['PIXEL_URL', 'pixel.example'],
    ['PIXEL_URL', 'http://pixel.example/p'],
    ['PIXEL_URL', 'https://user:pw@pixel.example/p'],
    ['PIXEL_URL', 'https://pixel.example/p#part'],
    ['PIXEL_URL', 'javascript:alert(1)'],
    ['CONSENT_POLICY', 'yes'],
    ['SERVICE_WORKER', 'no'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['ADMIN_OFFICE_NETWORKS', 'loopback'],
    ['ADMIN_OFFICE_NETWORKS', '10.0.0.0/33'],
    ['WITHDRAWAL_AUTOMATIC_UP_TO', '-1'],
    ['WITHDRAWAL_AUTOMATIC_UP_TO', '1.005'],
    ['WITHDRAWAL_APPROVALS', '0'],
    ['WITHDRAWAL_APPROVALS', '2.5'],
    ['NIN_BEFORE_WITHDRAWAL', 'yes'],
    ['METRICS_PORT', 'on'],
    ['METRICS_HOST', 'http://here'],
    ['DRAIN_SECONDS', '301'],
    ['DRAIN_SECONDS', '5s'],
  ])('refuses %s=%s with one line that names it', (name, value) => {
    const error = errorOf({ [name]: value });
    expect(error).toMatch(new RegExp(`^${name} `));
    expect(error.split('\n')).toHaveLength(1);
  });

  it('says each wrong value on a line of its own', () => {
    expect(errorOf({ PORT: 'x', CONSENT_POLICY: 'y' }).split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'CONSENT_POLICY']);
  });

  it('reads where players may be, and which headers tell it', () => {
    const env = { ALLOWED_COUNTRIES: ' ng, GH ', COUNTRY_HEADER: 'CF-IPCountry', REGION_HEADER: 'cf-region-code', TRUST_PROXY: 'loopback', PLACES_FILE: './places.json' };
    expect(configOf(env)).toMatchObject({
      allowedCountries: ['NG', 'GH'], countryHeader: 'cf-ipcountry', regionHeader: 'cf-region-code', placesFile: './places.json',
    });
    expect(configOf({ COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: 'loopback' })).toMatchObject({ allowedCountries: [], countryHeader: 'cf-ipcountry' });
  });

  it.each([
    ['ALLOWED_COUNTRIES is set without COUNTRY_HEADER', { ALLOWED_COUNTRIES: 'NG' }],
    ['ALLOWED_COUNTRIES is set without COUNTRY_HEADER', { ALLOWED_COUNTRIES: 'NG', TRUST_PROXY: 'loopback' }],
    ['ALLOWED_COUNTRIES and COUNTRY_HEADER are set without TRUST_PROXY', { ALLOWED_COUNTRIES: 'NG', COUNTRY_HEADER: 'cf-ipcountry' }],
    ['COUNTRY_HEADER is set without TRUST_PROXY', { COUNTRY_HEADER: 'cf-ipcountry' }],
    ['REGION_HEADER is set without COUNTRY_HEADER', { REGION_HEADER: 'cf-region', TRUST_PROXY: 'loopback' }],
    ...['Nigeria', 'UK', 'XX', 'ZZ', 'T1', 'QQ', ','].map((codes) => [
      'ALLOWED_COUNTRIES is', { ALLOWED_COUNTRIES: codes, COUNTRY_HEADER: 'cf-ipcountry', TRUST_PROXY: 'loopback' },
    ] as const),
    ['COUNTRY_HEADER is "cf ip"', { COUNTRY_HEADER: 'cf ip', TRUST_PROXY: 'loopback' }],
    ['PLATFORM_URL and PLACES_FILE are both set', { PLATFORM_URL: 'https://operator.example', PLACES_FILE: './places.json' }],
  ] as const)('stops the start with one line: %s, %j', (line, env) => {
    const error = errorOf(env);
    expect(error.split('\n')).toHaveLength(1);
    expect(error.startsWith(line)).toBe(true);
  });

  it('never repeats a database password', () => {
    expect(errorOf({ DATABASE_URL: 'postgres://ayo:hunter2@[' })).not.toContain('hunter2');
  });

  it('refuses a database beside a platform of the operator’s own', () => {
    expect(errorOf({ PLATFORM_URL: 'https://operator.example', DATABASE_URL: 'postgres://db/ayo' })).toContain('Remove one');
  });
});

describe('the choice of payment gateways', () => {
  const key = 'sk_test_0123456789';
  const live = 'sk_live_0123456789';
  const paymentsOf = (env: Environment) => configOf(env).payments;

  it('is the simulator for everything, until Paystack has a key', () => {
    expect(paymentsOf({})).toEqual(SIMULATED_PAYMENTS);
    expect(paymentsOf({ PAYSTACK_SECRET_KEY: key })).toEqual({
      methods: { 'bank-transfer': 'paystack', ussd: 'paystack', card: 'paystack' }, payouts: 'paystack', paystackKeys: [key],
    });
    expect(paymentsOf({ PAYSTACK_SECRET_KEY: live, PAYSTACK_PREVIOUS_SECRET_KEY: key }).paystackKeys).toEqual([live, key]);
  });

  it('is made per method, and leaves what is not named as it is', () => {
    const chosen = paymentsOf({ PAYSTACK_SECRET_KEY: key, PAYMENT_GATEWAYS: ' mobile-money=simulator, card = none; payouts=simulator ' });
    expect(chosen).toMatchObject({ methods: { 'mobile-money': 'simulator', 'bank-transfer': 'paystack', ussd: 'paystack' }, payouts: 'simulator' });
    expect(chosen.methods).not.toHaveProperty('card');
    expect(paymentsOf({ PAYMENT_GATEWAYS: 'card=none' }).methods).not.toHaveProperty('card');
  });

  it.each([
    'card', 'card=', 'card=stripe', 'cards=paystack', 'card=paystack=x', 'card=simulator,card=none', 'card=paystack', 'payouts=none',
    'mobile-money=paystack',
  ])('refuses PAYMENT_GATEWAYS=%s with one line that names it', (value) => {
    const error = errorOf({ PAYMENT_GATEWAYS: value, ...(value === 'mobile-money=paystack' && { PAYSTACK_SECRET_KEY: key }) });
    expect(error).toMatch(/^PAYMENT_GATEWAYS /);
    expect(error.split('\n')).toHaveLength(1);
  });

  it.each(['card=simulator', 'mobile-money=simulator', 'payouts=simulator'])('refuses %s beside a live key', (value) => {
    expect(errorOf({ PAYSTACK_SECRET_KEY: live, PAYMENT_GATEWAYS: value })).toMatch(/^PAYMENT_GATEWAYS names the simulator beside a live/);
    expect(errorOf({ PAYSTACK_SECRET_KEY: key, PAYMENT_GATEWAYS: value })).toBe('');
  });

  it.each([
    [{ PAYSTACK_SECRET_KEY: 'pk_live_notasecret' }, 'PAYSTACK_SECRET_KEY'],
    [{ PAYSTACK_SECRET_KEY: 'sk_live_with space' }, 'PAYSTACK_SECRET_KEY'],
    [{ PAYSTACK_SECRET_KEY: key, PAYSTACK_PREVIOUS_SECRET_KEY: 'notasecret' }, 'PAYSTACK_PREVIOUS_SECRET_KEY'],
    [{ PAYSTACK_PREVIOUS_SECRET_KEY: live }, 'PAYSTACK_PREVIOUS_SECRET_KEY'],
    [{ PAYSTACK_SECRET_KEY: key, PLATFORM_URL: 'https://operator.example' }, 'PLATFORM_URL'],
  ])('refuses %o with one line, and never repeats a key', (env: Environment, name) => {
    const error = errorOf(env);
    expect(error).toMatch(new RegExp(`^${name} `));
    expect(error.split('\n')).toHaveLength(1);
    expect(error).not.toMatch(/notasecret|with space|0123456789/);
  });
});

describe('the mail server', () => {
  const site = { PUBLIC_URL: 'https://ayo.example' };
  const smtpOf = (SMTP_URL: string, more: Environment = {}) => configOf({ ...site, SMTP_URL, ...more }).smtp;
  const from = { name: 'Ayo', address: 'support@ayo.example' };

  it.each([
    ['smtp://ayo:pw@mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required', login: { user: 'ayo', password: 'pw' }, from }],
    ['smtp://mail.example.com:2525/?tls=required', { host: 'mail.example.com', port: 2525, tls: 'required', login: undefined, from }],
    ['smtps://a%40b.com:p%2Fw%25%3F@mail.example.com', { host: 'mail.example.com', port: 465, tls: 'implicit', login: { user: 'a@b.com', password: 'p/w%?' }, from }],
    ['smtp://10.0.0.7:25?tls=off', { host: '10.0.0.7', port: 25, tls: 'off', login: undefined, from }],
    ['smtp://127.0.0.1:1025', { host: '127.0.0.1', port: 1025, tls: 'off', login: undefined, from }],
    ['smtp://[::1]:1025?tls=required', { host: '[::1]', port: 1025, tls: 'required', login: undefined, from }],
  ])('is read from %s, with encryption unless it is on this machine or the address turns it off', (url, expected) => {
    expect(smtpOf(url)).toEqual(expected);
  });

  it('sends from the address of MAIL_FROM', () => {
    const fromOf = (MAIL_FROM: string) => smtpOf('smtp://localhost', { MAIL_FROM })?.from;
    expect(fromOf('no-reply@ayo.example')).toEqual({ name: 'Ayo', address: 'no-reply@ayo.example' });
    expect(fromOf('Ayo Games <no-reply@ayo.example>')).toEqual({ name: 'Ayo Games', address: 'no-reply@ayo.example' });
    expect(fromOf('"Ayo, Lagos" <no-reply@ayo.example>')).toEqual({ name: 'Ayo, Lagos', address: 'no-reply@ayo.example' });
  });

  it.each([
    'hunter2', 'http://u:hunter2@mail.example.com', 'smtp://u:hunter2@', 'smtp://u:hunter2@mail.example.com/path', 'smtp://:hunter2@mail.example.com',
    'smtp://hunter2@mail.example.com', 'smtp://u:hunter2@mail.example.com?tls=maybe', 'smtps://u:hunter2@mail.example.com?tls=off',
    'smtp://u:hunter2%@mail.example.com', 'smtp://u:hunter2@mail.example.com:99999', 'smtp://u:hunter2#x@mail.example.com', 'smtp://u:hunter2/x@mail.example.com',
    'smtp://u:hunter2@mail example', 'smtp://u:hunter2@mail.example.com?tls=off&tls=required', 'smtp://u:hunter2@mail.example.com#frag',
  ])('refuses %s with one line that shows nothing of it', (url) => {
    const error = errorOf({ ...site, SMTP_URL: url });
    expect(error).toMatch(/^SMTP_URL can’t be read; /);
    expect(error.split('\n')).toHaveLength(1);
    expect(error).not.toContain('hunter2');
  });

  it.each([
    [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'nobody' }, 'MAIL_FROM is '],
    [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'A <a@b.example> <c@d.example>' }, 'MAIL_FROM is '],
    [{ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'A\r\nBcc: x <a@b.example>' }, 'MAIL_FROM is '],
    [{ MAIL_FROM: 'a@b.example' }, 'MAIL_FROM is set without SMTP_URL'],
    [{ SMTP_URL: 'smtp://u:hunter2@mail.example.com' }, 'SMTP_URL is set without PUBLIC_URL'],
    [{ SMTP_URL: 'smtp://u:hunter2@localhost', PLATFORM_URL: 'https://operator.example' }, 'PLATFORM_URL and SMTP_URL are both set'],
  ])('refuses %o with one line', (env: Environment, begin) => {
    const error = errorOf(env);
    expect(error.slice(0, begin.length)).toBe(begin);
    expect(error.split('\n')).toHaveLength(1);
    expect(error).not.toContain('hunter2');
  });
});
