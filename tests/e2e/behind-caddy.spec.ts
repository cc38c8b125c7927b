/** The product behind Caddy with the shipped Caddyfile: over TLS and HTTP/2, as players reach it. */
import { X509Certificate, createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { startCaddy } from '../support/caddy';
import type { StartedCaddy } from '../support/caddy';
import { launchOptions } from '../support/chromium.mjs';
import { freePort } from '../support/free-port';
import { LOCALHOST } from '../support/localhost-certificate';
import { isTested } from '../support/programs';
import { inKobo, moneyOf, openAccount, putSession } from './support/api';
import { balanceShown, expectDated, expectLive, expectReadyOffline } from './support/frame-of-page';
import { chooseMode, spin } from './support/game';
import { expect, longUnless, test, useOwnProduct } from './support/test';

/**
 * The certificate's public key, as Chromium names it. With a profile of its own it then trusts the certificate as it trusts a real one, which service
 * workers need.
 */
const PUBLIC_KEY_HASH = createHash('sha256').update(new X509Certificate(LOCALHOST.cert).publicKey.export({ type: 'spki', format: 'der' })).digest('base64');

let site = '';
const product = useOwnProduct(async () => {
  site = `https://localhost:${await freePort()}`;
  return { PUBLIC_URL: site, TRUST_PROXY: '127.0.0.1' };
});

test.describe('behind Caddy', longUnless(isTested('caddy')), () => {
  let caddy: StartedCaddy | null = null;
  let profile = '';
  let context: BrowserContext;

  const startProxy = async (): Promise<void> => {
    caddy = await startCaddy({ port: Number(new URL(site).port), upstream: new URL(product().url).host });
  };
  const stopProxy = async (): Promise<void> => {
    await caddy?.stop();
    caddy = null;
  };

  test.beforeEach(async () => {
    await startProxy();
    profile = await mkdtemp(join(tmpdir(), 'ayo-profile-'));
    const options = launchOptions(process.env['CHROMIUM_PATH'] ?? '');
    context = await chromium.launchPersistentContext(profile, {
      ...options, args: [...options.args, `--ignore-certificate-errors-spki-list=${PUBLIC_KEY_HASH}`],
      // Only calls that the test makes without the browser need this.
      ignoreHTTPSErrors: true, baseURL: site, viewport: { width: 360, height: 800 }, locale: 'en-NG', timezoneId: 'Africa/Lagos',
    });
    await expect.poll(() => context.request.get('/api/health').then((answer) => answer.status(), () => 0)).toBe(200);
  });
  test.afterEach(async () => {
    await context.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    await stopProxy();
  });

  test('a player plays for money over HTTP/2, has cookies for TLS alone, and reads on when Caddy is gone', async ({ trouble }) => {
    await trouble.watch(context);
    const account = await openAccount(context, { naira: 2_000 });
    const page = await context.newPage();
    await putSession(page, account);
    await page.goto('/game/adire-gold');
    await expectReadyOffline(page);
    await expectLive(page);
    const [navigation] = await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).nextHopProtocol));
    expect(navigation).toBe('h2');
    const cookies = (await context.cookies()).map(({ name, secure }) => ({ name, secure }));
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter(({ secure }) => !secure)).toEqual([]);

    await chooseMode(page, 'money');
    await spin(page);
    const { real, rounds } = await moneyOf(context, account);
    expect(rounds).toHaveLength(1);
    expect(real).toBe(rounds.reduce((sum, { stake, win }) => sum - inKobo(stake) + inKobo(win), inKobo(2_000.01)));
    await expect.poll(() => balanceShown(page)).toBe(real);

    await stopProxy();
    await page.goto('/help');
    await expect(page.locator('main h1')).toHaveText('Help');
    await page.goto('/');
    await expectDated(page, /₦/);
    await startProxy();
    await expectLive(page);
  });
});
