/** Makes an admin's account by an invitation. It is apart from the desk's calls, because the page for joining has it. */
import { acceptInvitation } from '../../core/contract/admins';
import type { AnswerOf, BodyOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import { bridge, callOpen } from '../index';

export type AcceptBody = BodyOf<typeof acceptInvitation>;

/** Makes the account that an invitation is for, and signs in with it. */
export async function joinByInvitation(body: AcceptBody): Promise<Result<AnswerOf<typeof acceptInvitation>>> {
  const result = await callOpen(acceptInvitation, { body });
  if (result.ok) await bridge.session.enter(result.data);
  return result;
}
