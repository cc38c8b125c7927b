import * as contract from '../../../src/core/contract/passwords';
import { issueDevice, issueSession } from '../../http/browser-session';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { readDevice } from '../auth-routes';
import { changePassword } from './change-password';
import { changeEmail } from './change-email';
import { requestPasswordReset, resetPassword } from './reset-password';

/** Registers the calls that set passwords and move the account to another e-mail address. */
export function registerPasswords(router: Router, platform: Platform): void {
  router.onPublic(contract.requestPasswordReset, async ({ body, request }) => {
    await requestPasswordReset(platform, body, readDevice(request));
    return undefined;
  });

  router.onPublic(contract.resetPassword, async ({ body, caller, request, reply }) => {
    const deviceSecret = await resetPassword(platform, body, caller?.userId ?? null, readDevice(request));
    issueDevice(reply, platform, deviceSecret);
    return undefined;
  });

  router.on(contract.changePassword, async ({ body, caller, request, reply }) => {
    const session = await changePassword(platform, caller, body, readDevice(request));
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId: caller.userId };
  }, { lane: 'slow' });

  router.on(contract.changeEmail, ({ body, caller }) => changeEmail(platform, caller, body), { lane: 'slow' });
}
