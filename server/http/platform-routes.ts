import { antiForgery } from '../../src/core/contract/anti-forgery';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { withDeadline } from '../db/deadline';
import { isUnavailable } from '../db/errors';
import type { Foundation } from '../foundation';
import type { Router } from './router';

/** More than the watch needs to find out that nothing answers, and less than monitors wait. */
const HEALTH_DEADLINE_MS = 1_900;
const HEALTH_VALID_MS = 1_000;

interface HealthDeps {
  readonly version: string;
  /** Asks the ledger whether money may move. */
  readonly isMoneyOpen: () => Promise<boolean>;
  /** An answer is given again for so long; default: a second. */
  readonly validMs?: number | undefined;
}

type Deps = Pick<Foundation, 'log' | 'databaseWatch' | 'diskReserve'>;

/** Registers the calls that belong to no domain: health, and a guest's first token. */
export function registerPlatformRoutes(router: Router, platform: Deps, parts: HealthDeps): void {
  const lookAtHealth = createHealthLook(platform, parts);
  router.onPublic(getHealth, async ({ reply }) => {
    const health = await lookAtHealth();
    if (!health.money) void reply.code(503);
    return health;
  }, { lane: 'none' });

  router.onPublic(antiForgery, async ({ request, reply }) => {
    reply.server.antiForgery.renew(request, reply);
    return undefined;
  }, { lane: 'none' });
}

type Health = AnswerOf<typeof getHealth>;

/** Makes the function that reads the health. Anybody may call it as often as they like: the database is looked at once at a time, and seldom. */
function createHealthLook(platform: Deps, parts: HealthDeps): () => Promise<Health> {
  let running: Promise<Health> | null = null;
  let last: { readonly health: Health; readonly atMs: number } | null = null;
  const look = async (): Promise<Health> => {
    const health = await readHealth(platform, parts);
    last = { health, atMs: performance.now() };
    return health;
  };
  return async () => {
    if (last !== null && performance.now() - last.atMs < (parts.validMs ?? HEALTH_VALID_MS)) return last.health;
    return (running ??= look().finally(() => {
      running = null;
    }));
  };
}

/** Reads the platform's health. A monitor waits only so long, so a database that has not answered by the deadline is reported as down. */
async function readHealth(platform: Deps, parts: HealthDeps): Promise<Health> {
  try {
    return await withDeadline(HEALTH_DEADLINE_MS, checkDatabase(platform, parts));
  } catch (error) {
    if (!isUnavailable(error)) platform.log('health.failed', { alert: true, error });
    return { status: 'down', version: parts.version, database: 'down', money: false };
  }
}

/** Checks the database. Health names the reason why it takes no writes, because the operator must do something different for each. */
async function checkDatabase({ databaseWatch, diskReserve }: Deps, { version, isMoneyOpen }: HealthDeps): Promise<Health> {
  const [isShort, isSwitchOpen, knownTrouble] = await Promise.all([
    diskReserve.isShort(),
    isMoneyOpen().catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      databaseWatch.recordError(error);
      return false;
    }),
    databaseWatch.check(),
  ]);
  // Where the money switch could not be read, the watch may not have noticed the reason yet, so it checks once more.
  const trouble = knownTrouble ?? (isSwitchOpen ? null : await databaseWatch.check());
  const isOpen = isSwitchOpen && trouble === null;
  const status = trouble?.isReachable === false ? 'down' : isOpen && !isShort ? 'ok' : 'degraded';
  // To whoever asks for health, a database that confirms no commit is down; the log has the exact reason.
  const why = trouble?.why === 'commits-wait' ? 'down' : trouble?.why;
  return { status, version, database: why ?? (isShort ? 'disk-short' : 'up'), money: isOpen };
}
