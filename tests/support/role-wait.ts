import { DAY_MS } from '../../src/core/time';
import { userIdOf } from './http-client';
import type { TestClient } from './http-client';
import { PASSWORD } from './platform';
import type { TestPlatform } from './platform';

/** Lets the time pass after which decisions in a role count that was just given. These admins go on to work afterwards. */
export async function waitForNewRoles(ayo: TestPlatform, admins: readonly TestClient[]): Promise<void> {
  ayo.pass(DAY_MS);
  for (const admin of admins) await admin.request('POST', `/api/v1/player/${userIdOf(admin)}/confirm-password`, { body: { password: PASSWORD } });
}
