/** A draw that a public beacon decides, on a player's phone: named before, waited for, and checked as far as a phone can. */
import { startBeaconServer } from '../support/beacon-server';
import type { BeaconServer } from '../support/beacon-server';
import { enterAsPlayer } from './support/api';
import { findingsOn } from './support/axe';
import { checkDraw, enterDraw, moveAfter, readNewestDraw } from './support/draws';
import { HOUR_MS, MINUTE_MS, useMovedClock } from './support/moved-clock';
import { shoot } from './support/shoot';
import { LONG_ONLINE, POLL_LIMIT_MS, expect, test, useOwnProduct } from './support/test';

const clock = useMovedClock();
let beacon: BeaconServer;
/** Moves the platform's clock and the beacon's. */
async function move(ms: number): Promise<void> {
  await clock.move(ms);
  beacon.nowMs = clock.nowMs();
}
useOwnProduct(async () => {
  beacon = await startBeaconServer();
  beacon.nowMs = Date.now();
  const { urls: [url], chain, genesisMs, periodMs } = beacon.config;
  return { ...clock.env, DRAW_BEACON_URL: url, DRAW_BEACON_CHAIN: `${chain}:${genesisMs / 1_000}:${periodMs / 1_000}` };
});
test.afterAll(() => beacon.close());
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 660 } });

test('a player sees which round of the beacon decides, waits for it, and checks everything but its signer', LONG_ONLINE, async ({ page, context }) => {
  // Entries rest from Sunday 20:00 to midnight in Lagos, an hour ahead of UTC.
  const inLagos = new Date(Date.now() + HOUR_MS);
  if (inLagos.getUTCDay() === 0 && inLagos.getUTCHours() >= 19) await move(5 * HOUR_MS);
  await enterDraw(page, await enterAsPlayer(page));
  await expect(page.getByText(/^Our secret and round [\d,]+ of a public random beacon decide/)).toBeVisible();

  await moveAfter({ nowMs: clock.nowMs, move }, (await readNewestDraw(context)).closesAt);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(/^The winners are known once the beacon’s round is out/)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await move(10 * MINUTE_MS);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('1. You: ₦100,000, paid into your balance')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: POLL_LIMIT_MS });
  await checkDraw(page);
  await expect(page.getByText(/^The number that decided is the SHA-256 of the signature of round [\d,]+\. This device saw that/)).toBeVisible();
  await expect(page.getByText(/^Not checked here: what the beacon itself signed, and when\./)).toBeVisible();
  await expect(page.getByText(`${beacon.config.urls[0]}/${beacon.config.chain}/public/`)).toBeVisible();
  expect(await findingsOn(page), 'a draw that a beacon decided').toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the phone').toBe(true);
  await shoot(page, 'beacon-360');
});
