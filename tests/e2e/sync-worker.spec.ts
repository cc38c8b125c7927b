/** The sync worker dies, hangs, or can't be had: figures move again. */
import { chip } from './support/frame-of-page';
import { lookAwayAndBack } from './support/network';
import { openFor, scriptedPlayer, useScripted } from './support/scripted';
import { LONG_ONLINE, ONLINE, expect, ignoreWorkerRequests, test } from './support/test';

ignoreWorkerRequests();

const { platform, product } = useScripted();
/** Three times the 20 s in which figures must move again. */
const LIMIT_MS = 3 * 20_000;

test.describe.configure({ timeout: 2 * 60_000 });

for (const [what, end] of [
  ['dies', 'self.close()'],
  // It hangs after the evaluation, which nobody could end otherwise, and in a wait without end, because a loop would take a whole processor.
  ['hangs', 'setTimeout(() => Atomics.wait(new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer), 0, 0)); true'],
] as const) {
  test(`A-31: the sync worker ${what}, and figures move again`, what === 'hangs' ? ONLINE : LONG_ONLINE, async ({ page }) => {
    const player = scriptedPlayer(3_110.5);
    await openFor(page, { platform: platform(), site: product().url, player });
    const [worker] = page.workers();
    if (worker === undefined) throw new Error('There is no sync worker.');
    const replaced = page.waitForEvent('worker', { timeout: LIMIT_MS });
    // This call may never get an answer.
    worker.evaluate(end).catch(() => undefined);
    player.real = 3_111.25;
    await lookAwayAndBack(page);
    await replaced;
    await expect(chip(page)).toContainText('₦3,111.25', { timeout: LIMIT_MS });
  });
}

test('A-31: figures move also in a browser that lets no worker start', LONG_ONLINE, async ({ page }) => {
  const player = scriptedPlayer(3_120.5);
  await page.addInitScript(() => {
    window.Worker = function NoWorker() {
      throw new Error('no workers here');
    } as unknown as typeof Worker;
  });
  await openFor(page, { platform: platform(), site: product().url, player });
  expect(page.workers()).toEqual([]);
  player.real = 3_121.25;
  await expect(chip(page)).toContainText('₦3,121.25', { timeout: LIMIT_MS });
});
