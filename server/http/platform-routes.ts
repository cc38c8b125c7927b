import { antiForgery } from '../../src/core/contract/anti-forgery';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { getHealth } from '../../src/core/contract/platform';
import { isUnavailable } from '../db/errors';
import { readMoneySwitch } from '../ledger/money-switch';
import type { Platform } from '../platform';
import type { Router } from './router';

/** The calls that belong to no domain: health, and a guest's first token. */
export function registerPlatform(router: Router, platform: Platform, version: string): void {
  router.open(getHealth, async ({ reply }) => {
    const health = await readHealth(platform, version);
    if (!health.money) void reply.code(503);
    return health;
  });

  router.open(antiForgery, async ({ request, reply }) => {
    reply.server.antiForgery.renew(request, reply);
    return undefined;
  });
}

async function readHealth({ pool, log }: Platform, version: string): Promise<AnswerOf<typeof getHealth>> {
  try {
    const { open } = await readMoneySwitch(pool);
    return { status: open ? 'ok' : 'degraded', version, database: 'up', money: open };
  } catch (error) {
    if (!isUnavailable(error)) log('health.failed', { error });
    return { status: 'down', version, database: 'down', money: false };
  }
}
