/** An operator's platform whose answers a test makes odd, and what a player sees of it. */
import type { Locator, Page } from '@playwright/test';
import { OPERATOR_SESSION, startOperatorPlatform } from '../../support/operator-platform';
import type { ChangedReply, OperatorPlatform } from '../../support/operator-platform';
import { putSession } from './api';
import { expectLive } from './frame-of-page';
import { lookAwayAndBack } from './network';
import { POLL_LIMIT_MS, expect, test, useOwnProduct } from './test';

export interface OddOperator {
  readonly operator: () => OperatorPlatform;
  /** Looks away and back until the figure has been asked for so many times more. */
  readonly polls: (page: Page, name: string, count: number) => Promise<void>;
}

/** One product before one such platform for the file; its answers are as usual at the start of every test. */
export function useOddOperator(): OddOperator {
  let operator: OperatorPlatform | null = null;
  const getOperator = (): OperatorPlatform => {
    if (operator === null) throw new Error('The operator’s platform has not been started.');
    return operator;
  };
  useOwnProduct(async () => {
    operator = await startOperatorPlatform();
    return { PLATFORM_URL: operator.url };
  });
  test.beforeEach(() => getOperator().reset());
  test.afterAll(() => operator?.close());
  return {
    operator: getOperator,
    async polls(page, name, count) {
      for (let poll = 0; poll < count; poll += 1) {
        const before = getOperator().callsOf(name).length;
        await lookAwayAndBack(page);
        await expect.poll(() => getOperator().callsOf(name).length, { timeout: 2 * POLL_LIMIT_MS }).toBeGreaterThan(before);
      }
    },
  };
}

/** The lobby, signed in, with a balance of this moment. */
export async function enter(page: Page): Promise<void> {
  await putSession(page, OPERATOR_SESSION);
  await page.goto('/');
  await expectLive(page);
}

export const pill = (page: Page): Locator => page.locator('.connection-pill');
export const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Balance' });
export const bonusLine = (page: Page): Locator => panel(page).locator('.balance-lines > div', { hasText: 'Bonus' });
export const list = (...items: readonly unknown[]): ChangedReply => ({ body: JSON.stringify({ items }) });
