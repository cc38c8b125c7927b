import * as contract from '../../src/core/contract/admins';
import { resetSecondFactor as resetSecondFactorEndpoint } from '../../src/core/contract/second-factor';
import { readDevice, setOwnPassword } from '../accounts';
import { countPersons, createDecisionContext } from '../four-eyes';
import { forReads } from '../foundation';
import { issueSession } from '../http/browser-session';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { acceptAsAdmin } from './accept-invitation';
import { confirmInvitation, inviteAdmin, listInvitations, revokeInvitation } from './invitations';
import { setRoles } from './set-roles';
import { confirmAdmin, listPeople } from './people';
import { removeAdmin } from './remove-admin';
import { resetSecondFactor } from './reset-second-factor';

/** Registers the calls about admins: the list, invitations, confirmations, removal, and an admin's own password. */
export function registerAdminAccounts(router: Router, platform: Platform): void {
  const reads = forReads(platform);

  router.on(contract.listAdmins, async ({ caller }) => {
    const { pool } = reads;
    const context = createDecisionContext(reads, caller.userId);
    return { items: await listPeople(pool, context), invitations: await listInvitations(pool, context), persons: await countPersons(pool) };
  });

  router.on(contract.inviteAdmin, ({ body, caller, request }) => inviteAdmin(platform, caller.userId, body, readDevice(request)));

  router.on(contract.confirmInvitation, ({ params, caller }) => confirmInvitation(platform, caller.userId, params.invitationId));

  router.on(contract.revokeInvitation, async ({ params, caller }) => {
    await revokeInvitation(platform, caller.userId, params.invitationId);
    return undefined;
  });

  router.on(contract.confirmAdmin, async ({ params, caller }) => {
    await confirmAdmin(platform, caller.userId, params.adminId);
    return undefined;
  });

  router.on(contract.removeAdmin, ({ params, body, caller, request }) =>
    removeAdmin(platform, { adminId: caller.userId, sessionHash: caller.sessionHash, otherId: params.adminId, ...body, from: readDevice(request) }), { lane: 'slow' });

  router.on(resetSecondFactorEndpoint, async ({ params, body, caller, request }) => {
    await resetSecondFactor(platform, {
      adminId: caller.userId, sessionHash: caller.sessionHash, otherId: params.adminId, ...body, from: readDevice(request),
    });
    return undefined;
  }, { lane: 'slow' });

  router.on(contract.getDesk, async ({ caller: { roles } }) => ({
    roles: [...roles], ...(roles.includes('owner') && { persons: await countPersons(reads.pool) }),
  }));

  router.on(contract.noteDeskUse, () => Promise.resolve(undefined));

  router.on(contract.setAdminRoles, async ({ params, body, caller }) => ({
    roles: [...(await setRoles(platform, { adminId: caller.userId, sessionHash: caller.sessionHash, otherId: params.adminId, ...body }))],
  }), { lane: 'slow' });

  router.on(contract.setOwnPassword, async ({ body, caller, request, reply }) => {
    const session = await setOwnPassword(platform, caller, body.password, readDevice(request));
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId: caller.userId };
  }, { lane: 'slow' });

  router.onPublic(contract.acceptInvitation, async ({ body, request, reply }) => {
    const { userId, ...session } = await acceptAsAdmin(platform, body, readDevice(request));
    issueSession(reply, platform, session);
    return { sessionId: session.sessionId, userId };
  });
}
