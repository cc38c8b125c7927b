/** A call that moves money, in or out or as a bonus, and is refused changes nothing. */
import { afterAll, beforeAll, describe } from 'vitest';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { MONEY_REFUSALS } from '../support/refusals/money';
import { itChangesNothing } from '../support/refusals/refusal';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { publicUrl: 'https://play.example' } });
});
afterAll(() => site.close());

describe('nobody gains anything by being refused', () => {
  itChangesNothing(MONEY_REFUSALS, () => site);
});
