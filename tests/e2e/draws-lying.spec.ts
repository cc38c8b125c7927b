/** A platform that holds a draw with other secrets than the two that were sealed, on a phone that saw the seals, and on one that did not. */
import { createHash, randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { drawByRule2, hashEntries } from '../../src/core/draw';
import { findingsOn } from './support/axe';
import { GIVEAWAY, pressCheck } from './support/draws';
import { HOUR_MS } from './support/moved-clock';
import { shoot } from './support/shoot';
import { LONG_ONLINE, expect, test, useOwnProduct } from './support/test';

useOwnProduct();
test.use({ serviceWorkers: 'block', viewport: { width: 360, height: 660 } });

const NOW = Date.now();
const instant = (hours: number): string => new Date(NOW + hours * HOUR_MS).toISOString();
const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const SEED = hex(32);
const ENTRIES = Array.from({ length: 40 }, () => hex(8));
const FRIEND = ENTRIES[17] ?? '';
const PRIZES = [100_000, 50_000];
const DRAW_ID = 'a-draw-of-22-letters-1';

const decisionOf = ([first = '', second = '']: readonly string[]) => ({ source: 'admins', secrets: [first, second] }) as const;
const drawn = (secrets: readonly string[]) =>
  drawByRule2({ drawId: DRAW_ID, seed: SEED, entryIds: ENTRIES, bars: {}, places: PRIZES.length, decision: decisionOf(secrets) });

function held(secrets: readonly string[], revealedAt: string | null) {
  return {
    drawId: DRAW_ID, week: '2026-11-23', opensAt: instant(-160), closesAt: instant(-1), commit: sha256(SEED), entries: ENTRIES.length, prizes: PRIZES, currency: 'NGN',
    drawnAt: null as string | null, winners: [] as object[], rules: 2, frozenAt: instant(-1), entriesHash: hashEntries(ENTRIES), passedOver: [],
    attempts: [{
      number: 1, source: 'admins', namedAt: instant(-160), beacon: null, until: instant(23), voidedAt: null, voidReason: null,
      commits: secrets.map((secret) => ({ commit: sha256(secret), at: instant(-100), revealedAt })),
    }],
  };
}

function over(secrets: readonly string[]) {
  const { winners } = drawn(secrets);
  return { ...held(secrets, instant(0)), drawnAt: instant(0), winners: winners.map((entryId, at) => ({ place: at + 1, entryId, name: 'F. F.', prize: PRIZES[at] })) };
}

const proofOf = (secrets: readonly string[]) => ({
  drawId: DRAW_ID, seed: SEED, commit: sha256(SEED), entryIds: ENTRIES.toSorted(), prizes: PRIZES, passedOver: [], rules: 2, bars: {},
  decided: { attempt: 1, source: 'admins', beacon: null, secrets },
});

/** Lets the page have this list of draws, and this proof. */
async function answerWith(page: Page, draw: object, secrets: readonly string[]): Promise<void> {
  await page.unrouteAll();
  await page.route(/\/api\/v1\/draws(\?.*)?$/, (route) => route.fulfill({ json: { items: [draw], next: null } }));
  await page.route(/\/api\/v1\/draws\/[^/]+\/proof$/, (route) => route.fulfill({ json: proofOf(secrets) }));
}

// `npm test` has tests/unit/core/draw-pins.test.ts and tests/platform/draws-insider.test.ts.
test('a draw that is held with other secrets than were sealed is found by a phone that saw the seals; another says that it had not', LONG_ONLINE, async ({ page, browser, baseURL }) => {
  const sealed = [hex(16), hex(16)];
  let chosen = [hex(16), hex(16)];
  while (drawn(chosen).winners[0] !== FRIEND) chosen = [hex(16), hex(16)];

  await answerWith(page, held(sealed, null), sealed);
  await page.goto(GIVEAWAY);
  await expect(page.getByText(/^Sealed by person 2/)).toContainText(sha256(sealed[1] ?? ''));
  await answerWith(page, over(chosen), chosen);
  await page.reload();
  await pressCheck(page);
  await expect(page.getByText('Something is wrong here')).toBeVisible();
  await expect(page.getByText('This device saw before that something else was to decide.')).toBeVisible();
  await shoot(page, 'lying-360');
  expect(await findingsOn(page), 'a draw that is not as it was').toEqual([]);

  await test.step('the one that was sealed is as it should be', async () => {
    await answerWith(page, over(sealed), sealed);
    await page.evaluate(() => new Promise<void>((resolve) => {
      const request = indexedDB.open('ayo');
      request.onsuccess = () => {
        const transaction = request.result.transaction('snapshots', 'readwrite');
        transaction.objectStore('snapshots').clear();
        transaction.oncomplete = () => {
          request.result.close();
          resolve();
        };
      };
    }));
    await page.reload();
    await pressCheck(page);
    await expect(page.getByText(/^Both secrets fit the seals that are published\. This device saw that .*, before anybody could know the result\.$/)).toBeVisible();
    await expect(page.getByText(/^Our secret and the prizes fit what was published\. This device had not seen that before\.$/)).toBeVisible();
    await shoot(page, 'sealed-360');
  });

  await test.step('a phone that comes later says what it had not seen', async () => {
    const late = await (await browser.newContext({ baseURL: baseURL ?? '', serviceWorkers: 'block', viewport: { width: 360, height: 660 } })).newPage();
    await answerWith(late, over(chosen), chosen);
    await late.goto(GIVEAWAY);
    await pressCheck(late);
    await expect(late.getByText(/This device had not seen that before\.$/)).toHaveCount(3);
    await shoot(late, 'late-360');
    await late.context().close();
  });
});
