/** A call about play, or about protection from it, that is refused changes nothing. */
import { afterAll, beforeAll, describe } from 'vitest';
import { providerAt } from '../support/frame-provider/provider';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { PLAY_REFUSALS } from '../support/refusals/play';
import { itChangesNothing } from '../support/refusals/refusal';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [providerAt('http://127.0.0.1:9')] } });
});
afterAll(() => site.close());

describe('nobody gains anything by being refused', () => {
  itChangesNothing(PLAY_REFUSALS, () => site);
});
