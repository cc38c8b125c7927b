import { useState } from 'react';
import { confirmPerson, invite, approveInvitation, withdrawInvitation } from '../../../bridge/actions/admins';
import type { AdminRole } from '../../../core/admin-roles';
import { inviteAdmin } from '../../../core/contract/admins';
import type { AdminPerson, Invitation } from '../../../core/contract/admins';
import type { CallError } from '../../../core/errors';
import { dateTime } from '../../../core/time';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import type { FieldErrors } from '../../shared/form/use-form';
import { words } from './words';

export type Change =
  | { readonly kind: 'invite'; readonly email: string; readonly roles: readonly AdminRole[] }
  | { readonly kind: 'take-back'; readonly invitation: Invitation }
  | { readonly kind: 'yes'; readonly invitation: Invitation }
  | { readonly kind: 'confirm'; readonly person: AdminPerson };

export interface ChangeOutcome {
  readonly kind: 'success' | 'warning';
  readonly text: string;
  /** A mail was requested, so the page says where it may be. */
  readonly isMail?: boolean;
}

/** The fault of an address, before anything is sent; null when there is none. */
export function emailError(typed: string): string | null {
  const parsed = inviteAdmin.body.shape.email.safeParse(typed);
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? '');
}

/** The words for a change that failed, and those that belong at the field. */
export function failedWords(change: Change, error: CallError, deviceOffline: boolean): { fields: FieldErrors; text: string | null } {
  const code = error.problem?.code;
  if (change.kind === 'take-back' && (code === 'not-found' || code === 'conflict')) {
    return { fields: {}, text: words.alreadyGone(change.invitation.email) };
  }
  const { fields, message } = formFailure(error, ['email'], words, deviceOffline);
  return { fields, text: message };
}

type ChangeResult = { readonly outcome: ChangeOutcome } | { readonly error: CallError };

async function make(change: Change): Promise<ChangeResult> {
  if (change.kind === 'take-back') {
    const result = await withdrawInvitation(change.invitation.invitationId);
    return result.ok ? { outcome: { kind: 'success', text: words.takenBack(change.invitation.email) } } : result;
  }
  if (change.kind === 'confirm') {
    const result = await confirmPerson(change.person.userId);
    return result.ok ? { outcome: { kind: 'success', text: words.confirmed(change.person.name) } } : result;
  }
  const result = change.kind === 'invite' ? await invite(change.email.trim(), change.roles) : await approveInvitation(change.invitation.invitationId);
  return result.ok ? { outcome: invitationOutcome(result.data) } : result;
}

function invitationOutcome({ email, expiresAt, state }: Invitation): ChangeOutcome {
  if (state === 'waiting') return { kind: 'success', text: words.invitedWaits(email) };
  return { kind: 'success', text: words.invited(email, dateTime(Date.parse(expiresAt))), isMail: true };
}

interface Options {
  readonly reload: () => void;
  readonly onInvited: () => void;
  /** The words that belong at the field. */
  readonly onRefused: (errors: FieldErrors) => void;
}

/** Makes one change of the admins at a time, and asks for the password in between where the platform wants it. */
export function useChange({ reload, onInvited, onRefused }: Options) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<ChangeOutcome | null>(null);
  const [unsent, setUnsent] = useState<Change | null>(null);

  async function run(change: Change): Promise<void> {
    setOutcome(null);
    setBusy(true);
    const result = await make(change);
    setBusy(false);
    if ('outcome' in result) {
      if (change.kind === 'invite') onInvited();
      setOutcome(result.outcome);
    } else if (result.error.problem?.code === 'password-needed') {
      setUnsent(change);
      return;
    } else {
      const { fields, text } = failedWords(change, result.error, isDeviceOffline());
      onRefused(fields);
      setOutcome(text === null ? null : { kind: 'warning', text });
    }
    reload();
  }

  return {
    busy,
    outcome,
    say: setOutcome,
    asksPassword: unsent !== null,
    run: (change: Change) => void run(change),
    onPasswordConfirmed: () => {
      setUnsent(null);
      if (unsent !== null) void run(unsent);
    },
    onPasswordCanceled: () => setUnsent(null),
  };
}
