import { acceptInvitation } from '../../../core/contract/admins';
import type { BodyOf } from '../../../core/contract/endpoint';
import type { FieldErrors } from '../../shared/form/use-form';

type Body = BodyOf<typeof acceptInvitation>;
export type InvitationValues = Record<Exclude<keyof Body, 'token'>, string>;

export const EMPTY: InvitationValues = { username: '', password: '', firstname: '', lastname: '' };
export const FIELDS: readonly string[] = Object.keys(EMPTY);

export type InvitationCheck =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly errors: FieldErrors };

/** True if a text could be an invitation's token. */
export const isToken = (token: string): boolean => acceptInvitation.body.shape.token.safeParse(token).success;

/** Checks by the platform's own schema, in its words. The platform checks all of it again. */
export function checkInvitation(token: string, values: InvitationValues): InvitationCheck {
  const parsed = acceptInvitation.body.safeParse({ token, ...values });
  if (parsed.success) return { ok: true, body: parsed.data };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
  return { ok: false, errors };
}
