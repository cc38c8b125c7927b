import { OWASP_COSTS } from '../../server/hash-costs';
import { testPlatform } from './platform';
import type { TestPlatform } from './platform';

/** Starts a second platform on the same database with the hashes of the product: cheap ones would never make anybody wait. */
export function withRealHashes({ database, platform }: TestPlatform): Promise<TestPlatform> {
  return testPlatform({ database, startMs: platform.now().getTime(), config: platform.config, parts: { hashCosts: OWASP_COSTS } });
}
