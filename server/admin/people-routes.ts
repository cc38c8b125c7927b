import * as contract from '../../src/core/contract/admins';
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

  router.on(contract.getDesk, ({ caller }) => Promise.resolve({ roles: [...caller.roles] }));

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
