/** Lists the people who may act under `/admin`, and lets others in. */
import {
  acceptInvitation, confirmAdmin, confirmInvitation, desk, getDesk, inviteAdmin, listAdmins, removeAdmin, revokeInvitation, setAdminRoles,
  setOwnPassword,
} from '../../core/contract/admins';
import type { AdminRole } from '../../core/admin-roles';
import type { Desk, Invitation } from '../../core/contract/admins';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { readFence } from '../../data/fence-entry';
import type { Snapshot } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { bridge, callAsPlayer, callOpen, database } from '../index';
import { currentIds } from '../session/ids';
import { recheckSession } from './sync';
import { renewSession } from '../session/renewal';

export type People = AnswerOf<typeof listAdmins>;
export type AcceptBody = BodyOf<typeof acceptInvitation>;

export function loadAdmins(signal: AbortSignal): Promise<Result<People>> {
  return callAsPlayer(listAdmins, () => ({ signal, noStore: true }));
}

/** Invites that address, in place of an open invitation for it. The mail goes out when another admin has approved it. */
export function invite(email: string, roles: readonly AdminRole[]): Promise<Result<Invitation>> {
  return callAsPlayer(inviteAdmin, () => ({ body: { email, roles: [...roles] } }));
}

export function withdrawInvitation(invitationId: string): Promise<Result<undefined>> {
  return callAsPlayer(revokeInvitation, () => ({ params: { invitationId } }));
}

/** Makes the account that an invitation is for, and signs in with it. */
export async function joinByInvitation(body: AcceptBody): Promise<Result<AnswerOf<typeof acceptInvitation>>> {
  const result = await callOpen(acceptInvitation, { body });
  if (result.ok) await bridge.session.enter(result.data);
  return result;
}

/** Approves another admin's invitation, which is then mailed. */
export function approveInvitation(invitationId: string): Promise<Result<Invitation>> {
  return callAsPlayer(confirmInvitation, () => ({ params: { invitationId } }));
}

/** Confirms that an admin is a different person from all others. */
export function confirmPerson(adminId: string): Promise<Result<undefined>> {
  return callAsPlayer(confirmAdmin, () => ({ params: { adminId } }));
}

const DESK_KIND = 'desk';

/** Loads what this admin may do, and keeps it on the device, so that the desk opens without a connection. */
export async function loadDesk(signal: AbortSignal): Promise<Result<Desk>> {
  const fence = await readFence(database);
  const result = await callAsPlayer(getDesk, () => ({ signal }));
  const userId = currentIds()?.userId;
  if (result.ok && fence !== null && userId !== undefined) {
    const snapshot = { userId, kind: DESK_KIND, data: result.data, savedAt: Date.now(), etag: null, balanceVersion: null };
    await putSnapshot(database, snapshot, fence.epoch, desk);
  }
  return result;
}

/** What this device knows of it; null where it knows nothing. */
export async function storedDesk(): Promise<Snapshot<Desk> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, DESK_KIND, desk);
}

/** Sets what an admin may do. It asks for the password of the owner who acts. */
export function changeRoles(adminId: string, body: BodyOf<typeof setAdminRoles>): Promise<Result<Desk>> {
  return callAsPlayer(setAdminRoles, () => ({ params: { adminId }, body }));
}

export type AdminRemoval = AnswerOf<typeof removeAdmin>;

export function removeAdminRole(adminId: string, body: BodyOf<typeof removeAdmin>): Promise<Result<AdminRemoval>> {
  return callAsPlayer(removeAdmin, () => ({ params: { adminId }, body }));
}

/** Replaces the first admin's one-time password; only then the platform answers the rest of the admin page. */
export async function setFirstPassword(password: string): Promise<Result<undefined>> {
  const result = await renewSession(bridge, ({ sessionId }) => callOpen(setOwnPassword, { sessionId, body: { password } }));
  await recheckSession();
  return result;
}
