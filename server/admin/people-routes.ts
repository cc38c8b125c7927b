import * as contract from '../../src/core/contract/admins';
import { deviceOf } from '../accounts/auth-routes';
import { issueSession } from '../http/browser-session';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { accept } from './accept';
import { invite, listInvitations, listPeople, revokeInvitation } from './people';

/** Who may act under `/admin`, and how others are let in. */
export function registerPeople(router: Router, platform: Platform): void {
  router.on(contract.listAdmins, async () => ({
    items: await listPeople(platform.pool),
    invitations: await listInvitations(platform.pool, platform.now()),
  }));

  router.on(contract.inviteAdmin, ({ body, caller }) => invite(platform, caller.userId, body.email));

  router.on(contract.revokeInvitation, async ({ params, caller }) => {
    await revokeInvitation(platform, caller.userId, params.invitationId);
    return undefined;
  });

  router.open(contract.acceptInvitation, async ({ body, request, reply }) => {
    const { userId, ...session } = await accept(platform, body, deviceOf(request));
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId };
  });
}
