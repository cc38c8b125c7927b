/** Lists the people who may act under `/admin`, and lets others in. */
import {
  confirmAdmin, confirmInvitation, desk, getDesk, inviteAdmin, listAdmins, noteDeskUse, removeAdmin, revokeInvitation, setAdminRoles,
  setOwnPassword,
} from '../../core/contract/admins';
import type { AdminRole } from '../../core/admin-roles';
import type { Desk, Invitation } from '../../core/contract/admins';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { readFence } from '../../data/fence-entry';
import type { Snapshot } from '../../data/schema';
import { getSnapshot, putSnapshot } from '../../data/snapshots';
import { bridge, callOpen, database } from '../index';
import { callAtDesk } from './desk-call';
import { currentIds } from '../session/ids';
import { recheckSession } from './sync';
import { renewSession } from '../session/renewal';

export type People = AnswerOf<typeof listAdmins>;

export function loadAdmins(signal: AbortSignal): Promise<Result<People>> {
  return callAtDesk(listAdmins, () => ({ signal, noStore: true }));
}

/** Invites that address, in place of an open invitation for it. The mail goes out when another admin has approved it. */
export function invite(email: string, roles: readonly AdminRole[]): Promise<Result<Invitation>> {
  return callAtDesk(inviteAdmin, () => ({ body: { email, roles: [...roles] } }));
}

export function withdrawInvitation(invitationId: string): Promise<Result<undefined>> {
  return callAtDesk(revokeInvitation, () => ({ params: { invitationId } }));
}

/** Approves another admin's invitation, which is then mailed. */
export function approveInvitation(invitationId: string): Promise<Result<Invitation>> {
  return callAtDesk(confirmInvitation, () => ({ params: { invitationId } }));
}

/** Confirms that an admin is a different person from all others. */
export function confirmPerson(adminId: string): Promise<Result<undefined>> {
  return callAtDesk(confirmAdmin, () => ({ params: { adminId } }));
}

const DESK_KIND = 'desk';

/** Loads what this admin may do, and keeps it on the device, so that the desk opens without a connection. */
export async function loadDesk(signal: AbortSignal): Promise<Result<Desk>> {
  const fence = await readFence(database);
  const result = await callAtDesk(getDesk, () => ({ signal }));
  const userId = currentIds()?.userId;
  if (result.ok && fence !== null && userId !== undefined) {
    const snapshot = { userId, kind: DESK_KIND, data: result.data, savedAt: Date.now(), etag: null, balanceVersion: null };
    await putSnapshot(database, snapshot, fence.epoch, desk);
  }
  return result;
}

/** Says that the admin is at work, so that the session does not end for lack of an action. */
export function noteUse(): Promise<Result<undefined>> {
  return callAtDesk(noteDeskUse, () => ({}));
}

/** What this device knows of it; null where it knows nothing. */
export async function storedDesk(): Promise<Snapshot<Desk> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, DESK_KIND, desk);
}

/** Sets what an admin may do. It asks for the password of the owner who acts. */
export function changeRoles(adminId: string, body: BodyOf<typeof setAdminRoles>): Promise<Result<Desk>> {
  return callAtDesk(setAdminRoles, () => ({ params: { adminId }, body }));
}

export type AdminRemoval = AnswerOf<typeof removeAdmin>;

export function removeAdminRole(adminId: string, body: BodyOf<typeof removeAdmin>): Promise<Result<AdminRemoval>> {
  return callAtDesk(removeAdmin, () => ({ params: { adminId }, body }));
}

/** Replaces the first admin's one-time password; only then the platform answers the rest of the admin page. */
export async function setFirstPassword(password: string): Promise<Result<undefined>> {
  const result = await renewSession(bridge, ({ sessionId }) => callOpen(setOwnPassword, { sessionId, body: { password } }));
  await recheckSession();
  return result;
}
