/** Lists the people who may act under `/admin`, and lets others in. */
import {
  acceptInvitation, confirmAdmin, confirmInvitation, inviteAdmin, listAdmins, removeAdmin, revokeInvitation, setOwnPassword,
} from '../../core/contract/admins';
import type { Invitation } from '../../core/contract/admins';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { bridge, callAsPlayer, callOpen } from '../index';
import { recheckSession } from './sync';
import { renewSession } from '../session/renewal';

export type People = AnswerOf<typeof listAdmins>;
export type AcceptBody = BodyOf<typeof acceptInvitation>;

export function loadAdmins(signal: AbortSignal): Promise<Result<People>> {
  return callAsPlayer(listAdmins, () => ({ signal, noStore: true }));
}

/** Invites that address, in place of an open invitation for it. The mail goes out when another admin has approved it. */
export function invite(email: string): Promise<Result<Invitation>> {
  return callAsPlayer(inviteAdmin, () => ({ body: { email } }));
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
