/** Takes screenshots of a framed game in its states. */
import type { Page } from '@playwright/test';
import { startProduct } from '../product';
import type { Product } from '../product';
import { startProvider } from './server';
import type { ProviderServer } from './server';

/** Starts the product for the screenshots, with a provider beside it where they show framed games. */
export async function startShownProduct(isFramed: boolean): Promise<{ readonly product: Product; readonly provider: ProviderServer | null }> {
  if (!isFramed) return { product: await startProduct(), provider: null };
  const provider = await startProvider();
  const product = await startProduct({ GAME_PROVIDERS: JSON.stringify([provider.provider]) });
  provider.platformUrl = product.url;
  return { product, provider };
}

interface FramedShot {
  readonly name: string;
  readonly path: string;
  readonly who: 'guest' | 'player';
  readonly act?: (page: Page) => Promise<void>;
}

const loadFramed = (page: Page): Promise<void> => page.getByRole('button', { name: /^Load the game/ }).click();

async function playFramed(page: Page): Promise<void> {
  await loadFramed(page);
  const inside = page.frameLocator('iframe');
  await inside.getByText('You have').waitFor();
  await inside.getByRole('button', { name: 'Begin' }).press('Enter');
  await inside.getByRole('button', { name: /^Strike/ }).waitFor();
}

/** Plays a round for money, unless there is one, and opens what the history offers for it. */
async function offerReplay(page: Page): Promise<void> {
  const history = new URL('/games-history?game=lucky-drum', page.url()).href;
  const round = page.locator('.row-toggle, .history-card > summary').first();
  await page.goto(history);
  await round.or(page.getByText('No rounds to show')).waitFor();
  if (!(await round.isVisible())) {
    await page.goBack();
    await playFramed(page);
    const inside = page.frameLocator('iframe');
    await inside.getByLabel('With both hands').check();
    await inside.getByRole('button', { name: /^Strike/ }).press('Enter');
    await inside.locator('#beats').filter({ hasText: 'Both hands' }).waitFor();
    await page.goto(history);
  }
  await round.click();
  await page.getByRole('button', { name: 'Show the round' }).click();
  await watchButton(page).waitFor();
}

const watchButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Watch at/ });

async function watchReplay(page: Page): Promise<void> {
  await offerReplay(page);
  await watchButton(page).click();
  await page.getByRole('dialog').getByText('The game is loading').waitFor({ state: 'detached' });
}

async function offerReplayOffline(page: Page): Promise<void> {
  await offerReplay(page);
  await page.context().setOffline(true);
  await page.getByText('You need to be online for this.').waitFor();
}

export const FRAMED_SHOTS: readonly FramedShot[] = [
  { name: 'framed-guest', path: '/game/lucky-drum', who: 'guest' },
  { name: 'framed-rest', path: '/game/lucky-drum', who: 'player' },
  { name: 'framed-tile', path: '/category/slots', who: 'player' },
  { name: 'framed-loading', path: '/game/lucky-drum', who: 'player', act: async (page) => { await loadFramed(page); await page.getByText('42%').waitFor(); } },
  { name: 'framed-playing', path: '/game/lucky-drum', who: 'player', act: playFramed },
  { name: 'framed-replay-offer', path: '/game/lucky-drum', who: 'player', act: offerReplay },
  { name: 'framed-replay', path: '/game/lucky-drum', who: 'player', act: watchReplay },
  { name: 'framed-replay-offline', path: '/game/lucky-drum', who: 'player', act: offerReplayOffline },
];
