import { antiForgery } from '../../src/core/contract/anti-forgery';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { isUnavailable } from '../db/errors';
import type { WriteWatch } from '../db/write-watch';
import type { Foundation } from '../foundation';
import type { Router } from './router';

interface HealthParts {
  readonly version: string;
  readonly writes: WriteWatch;
  /** Asks the ledger whether money may move. */
  readonly isMoneyOpen: () => Promise<boolean>;
}

/** The calls that belong to no domain: health, and a guest's first token. */
export function registerPlatform(router: Router, platform: Pick<Foundation, 'log'>, parts: HealthParts): void {
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

/** A database that takes no writes is told as what it is: to whoever runs it these are different things to do. */
async function readHealth({ log }: Pick<Foundation, 'log'>, { version, writes, isMoneyOpen }: HealthParts): Promise<AnswerOf<typeof getHealth>> {
  try {
    const [open, trouble] = await Promise.all([isMoneyOpen(), writes.check()]);
    const isOpen = open && trouble === null;
    return { status: isOpen ? 'ok' : 'degraded', version, database: trouble ?? 'up', money: isOpen };
  } catch (error) {
    if (!isUnavailable(error)) log('health.failed', { alert: true, error });
    return { status: 'down', version, database: 'down', money: false };
  }
}
