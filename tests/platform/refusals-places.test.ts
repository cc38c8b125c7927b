/** A call from where nobody is served is refused and changes nothing. */
import { afterAll, beforeAll, describe } from 'vitest';
import { providerAt } from '../support/frame-provider/provider';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { PLACE_REFUSALS, SERVES_NIGERIA } from '../support/refusals/places';
import { itChangesNothing } from '../support/refusals/refusal';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { ...SERVES_NIGERIA, gameProviders: [providerAt('http://127.0.0.1:9')] } });
});
afterAll(() => site.close());

describe('nobody gains anything by being refused', () => {
  itChangesNothing(PLACE_REFUSALS, () => site);
});
