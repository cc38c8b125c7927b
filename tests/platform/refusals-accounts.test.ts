/** A call about an account that is refused changes nothing. */
import { afterAll, beforeAll, describe } from 'vitest';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ACCOUNT_REFUSALS } from '../support/refusals/accounts';
import { itChangesNothing } from '../support/refusals/refusal';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { publicUrl: 'https://play.example' } });
});
afterAll(() => site.close());

describe('nobody gains anything by being refused', () => {
  itChangesNothing(ACCOUNT_REFUSALS, () => site);
});
