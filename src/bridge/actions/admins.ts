/** Who may act under `/admin`, and how others are let in. */
import { acceptInvitation, inviteAdmin, listAdmins, revokeInvitation } from '../../core/contract/admins';
import type { Invitation } from '../../core/contract/admins';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { callAsPlayer, callOpen } from '../platform';
import { setSession } from '../session';

export type People = AnswerOf<typeof listAdmins>;
export type AcceptBody = BodyOf<typeof acceptInvitation>;

export function loadPeople(signal: AbortSignal): Promise<Result<People>> {
  return callAsPlayer(listAdmins, () => ({ signal, noStore: true }));
}

/** Asks for a mail to that address; an invitation that is open for it is replaced. */
export function invite(email: string): Promise<Result<Invitation>> {
  return callAsPlayer(inviteAdmin, () => ({ body: { email } }));
}

export function takeBack(invitationId: string): Promise<Result<undefined>> {
  return callAsPlayer(revokeInvitation, () => ({ params: { invitationId } }));
}

/** Makes the account that an invitation is for, and signs in with it. */
export async function accept(body: AcceptBody): Promise<Result<AnswerOf<typeof acceptInvitation>>> {
  const result = await callOpen(acceptInvitation, { body });
  if (result.ok) await setSession(result.data);
  return result;
}
