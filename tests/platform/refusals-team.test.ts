/** A call of the team, or to it, that is refused changes nothing. */
import { afterAll, beforeAll, describe } from 'vitest';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { TEAM_REFUSALS } from '../support/refusals/team';
import { itChangesNothing } from '../support/refusals/refusal';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { publicUrl: 'https://play.example' } });
});
afterAll(() => site.close());

describe('nobody gains anything by being refused', () => {
  itChangesNothing(TEAM_REFUSALS, () => site);
});
