import * as contract from '../../src/core/contract/sessions';
import { readDevice } from '../accounts';
import { clearSession } from '../http/browser-session';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { closeAccount } from './close-account';

export function registerClosure(router: Router, platform: Platform): void {
  router.on(contract.closeAccount, async ({ caller, body, request, reply }) => {
    await closeAccount(platform, { ...caller, body, from: readDevice(request) });
    clearSession(reply, platform);
    return undefined;
  }, { lane: 'slow' });
}
