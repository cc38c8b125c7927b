import { antiForgery } from '../../src/core/contract/anti-forgery';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { isUnavailable } from '../db/errors';
import type { WriteWatch } from '../db/write-watch';
import type { Foundation } from '../foundation';
import type { Router } from './router';

interface HealthDeps {
  readonly version: string;
  readonly writeWatch: WriteWatch;
  /** Asks the ledger whether money may move. */
  readonly isMoneyOpen: () => Promise<boolean>;
}

/** Registers the calls that belong to no domain: health, and a guest's first token. */
export function registerPlatform(router: Router, platform: Pick<Foundation, 'log'>, parts: HealthDeps): void {
  router.open(getHealth, async ({ reply }) => {
    const health = await readHealth(platform, parts);
    if (!health.money) void reply.code(503);
    return health;
  });

  router.open(antiForgery, async ({ request, reply }) => {
    reply.server.antiForgery.renew(request, reply);
    return undefined;
  });
}

/** Tells a database that takes no writes from one that is down, because the operator must do different things. */
async function readHealth({ log }: Pick<Foundation, 'log'>, { version, writeWatch, isMoneyOpen }: HealthDeps): Promise<AnswerOf<typeof getHealth>> {
  try {
    const [isOpenInLedger, refusal] = await Promise.all([isMoneyOpen(), writeWatch.check()]);
    const isOpen = isOpenInLedger && refusal === null;
    return { status: isOpen ? 'ok' : 'degraded', version, database: refusal ?? 'up', money: isOpen };
  } catch (error) {
    if (!isUnavailable(error)) log('health.failed', { alert: true, error });
    return { status: 'down', version, database: 'down', money: false };
  }
}
