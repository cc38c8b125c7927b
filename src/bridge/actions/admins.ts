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

export function loadPeople(signal: AbortSignal): Promise<Result<People>> {
  return callAsPlayer(listAdmins, () => ({ signal, noStore: true }));
}

/** Invites that address; an invitation that is open for it is replaced. The mail waits for another admin's yes. */
export function invite(email: string): Promise<Result<Invitation>> {
  return callAsPlayer(inviteAdmin, () => ({ body: { email } }));
}

export function takeBack(invitationId: string): Promise<Result<undefined>> {
  return callAsPlayer(revokeInvitation, () => ({ params: { invitationId } }));
}

/** Makes the account that an invitation is for, and signs in with it. */
export async function accept(body: AcceptBody): Promise<Result<AnswerOf<typeof acceptInvitation>>> {
  const result = await callOpen(acceptInvitation, { body });
  if (result.ok) await bridge.session.set(result.data);
  return result;
}

/** Says yes to another admin's invitation, which mails it. */
export function sayYes(invitationId: string): Promise<Result<Invitation>> {
  return callAsPlayer(confirmInvitation, () => ({ params: { invitationId } }));
}

/** Says that an admin is a person of their own. */
export function confirmPerson(adminId: string): Promise<Result<undefined>> {
  return callAsPlayer(confirmAdmin, () => ({ params: { adminId } }));
}

export type Removed = AnswerOf<typeof removeAdmin>;

export function takeRole(adminId: string, body: BodyOf<typeof removeAdmin>): Promise<Result<Removed>> {
  return callAsPlayer(removeAdmin, () => ({ params: { adminId }, body }));
}

/** The first password of one's own; afterwards the rest of the admin page is answered. */
export async function setFirstPassword(password: string): Promise<Result<undefined>> {
  const result = await renewSession(bridge, ({ sessionId }) => callOpen(setOwnPassword, { sessionId, body: { password } }));
  await recheckSession();
  return result;
}
