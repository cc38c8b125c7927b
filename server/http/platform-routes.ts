import { antiForgery } from '../../src/core/contract/anti-forgery';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { withDeadline } from '../db/deadline';
import { isUnavailable } from '../db/errors';
import type { Foundation } from '../foundation';
import type { Router } from './router';

/** More than the watch needs to find out that nothing answers, and less than monitors wait. */
const HEALTH_DEADLINE_MS = 1_900;

interface HealthDeps {
  readonly version: string;
  /** Asks the ledger whether money may move. */
  readonly isMoneyOpen: () => Promise<boolean>;
}

type Deps = Pick<Foundation, 'log' | 'databaseWatch' | 'diskReserve'>;

/** Registers the calls that belong to no domain: health, and a guest's first token. */
export function registerPlatform(router: Router, platform: Deps, parts: HealthDeps): void {
  router.open(getHealth, async ({ reply }) => {
    const health = await readHealth(platform, parts);
    if (!health.money) void reply.code(503);
    return health;
  }, { lane: 'none' });

  router.open(antiForgery, async ({ request, reply }) => {
    reply.server.antiForgery.renew(request, reply);
    return undefined;
  }, { lane: 'none' });
}

type Health = AnswerOf<typeof getHealth>;

/** Whoever asks has a deadline of their own; what is not known by then is as bad as down. */
async function readHealth(platform: Deps, parts: HealthDeps): Promise<Health> {
  try {
    return await withDeadline(HEALTH_DEADLINE_MS, askDatabase(platform, parts));
  } catch (error) {
    if (!isUnavailable(error)) platform.log('health.failed', { alert: true, error });
    return { status: 'down', version: parts.version, database: 'down', money: false };
  }
}

/** Health names the reason why a database takes no writes, because the operator has to do something else for each. */
async function askDatabase({ databaseWatch, diskReserve }: Deps, { version, isMoneyOpen }: HealthDeps): Promise<Health> {
  const [isShort, open, known] = await Promise.all([
    diskReserve.isShort(),
    isMoneyOpen().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      databaseWatch.recordError(error);
      return false;
    }),
    databaseWatch.check(),
  ]);
  // Money that could not be asked about may be news to the watch.
  const trouble = known ?? (open ? null : await databaseWatch.check());
  const isOpen = open && trouble === null;
  const status = trouble?.isReachable === false ? 'down' : isOpen && !isShort ? 'ok' : 'degraded';
  return { status, version, database: trouble?.why ?? (isShort ? 'disk-short' : 'up'), money: isOpen };
}
