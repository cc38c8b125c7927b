/** The weekly draw in a browser: a player enters it, time passes, and the player checks it. */
import type { BrowserContext, Page } from '@playwright/test';
import * as z from 'zod/mini';
import { call } from './api';
import type { Account } from './api';
import { MINUTE_MS } from './moved-clock';
import { expect } from './test';

export const GIVEAWAY = '/promo/giveaway';

const listedDraw = z.object({ drawId: z.string(), opensAt: z.string(), closesAt: z.string(), frozenAt: z.nullable(z.string()) });
export type ListedDraw = z.infer<typeof listedDraw>;

/** Reads the draws, the newest first. */
export async function readDraws(context: BrowserContext): Promise<readonly ListedDraw[]> {
  return z.object({ items: z.array(listedDraw) }).parse(await call(context, 'GET', '/draws')).items;
}

export async function readNewestDraw(context: BrowserContext): Promise<ListedDraw> {
  const [newest] = await readDraws(context);
  if (newest === undefined) throw new Error('no draw was opened');
  return newest;
}

/** Verifies the player's identity, without which nobody enters, and enters them on the page of the draw. */
export async function enterDraw(page: Page, { userId, sessionId }: Pick<Account, 'userId' | 'sessionId'>): Promise<void> {
  const body = { number: '12345678990', consent: true, wordingVersion: '2026-11' };
  await call(page.context(), 'POST', `/player/${userId}/identity`, { sessionId, body });
  await page.goto(GIVEAWAY);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('You are in this week’s draw.')).toBeVisible();
}

/** Lets the device work out the newest draw that is over. */
export async function pressCheck(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Check this draw' }).first().click();
}

/** Lets the device work the newest draw out, which is as it should be. */
export async function checkDraw(page: Page): Promise<void> {
  await pressCheck(page);
  await expect(page.getByText('Checked on this device: the winners are right')).toBeVisible();
}

interface PlatformClock {
  nowMs(): number;
  move(ms: number): Promise<void>;
}

/** Moves the platform's clock to a minute after this instant; never back. */
export async function moveAfter(clock: PlatformClock, instant: string): Promise<void> {
  const ms = Date.parse(instant) + MINUTE_MS - clock.nowMs();
  if (ms > 0) await clock.move(ms);
}
