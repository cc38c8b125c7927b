import { readToday } from '../../src/core/contract/today';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { createToday } from './today';

/** Registers the call that says what waits for people. */
export function registerDeskWork(router: Router, platform: Platform): void {
  const readAll = createToday(platform.readPool);
  router.on(readToday, ({ caller: { roles } }) => readAll({ roles, now: platform.now() }));
}
