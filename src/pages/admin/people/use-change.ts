import { useState } from 'react';
import { confirmPerson, invite, sayYes, takeBack } from '../../../bridge/actions/admins';
import { inviteAdmin } from '../../../core/contract/admins';
import type { AdminPerson, Invitation } from '../../../core/contract/admins';
import type { CallError } from '../../../core/errors';
import { dateTime } from '../../../core/time';
import { isDeviceOffline } from '../../shared/form/device-offline';
import { formFailure } from '../../shared/form/form-failure';
import type { FieldErrors } from '../../shared/form/use-form';
import { words } from './words';

export type Change =
  | { readonly kind: 'invite'; readonly email: string }
  | { readonly kind: 'take-back'; readonly invitation: Invitation }
  | { readonly kind: 'yes'; readonly invitation: Invitation }
  | { readonly kind: 'confirm'; readonly person: AdminPerson };

export interface Said {
  readonly kind: 'success' | 'warning';
  readonly text: string;
  /** A mail was asked for: where it may be has to be said. */
  readonly isMail?: boolean;
}

/** What is wrong with an address, before anything is sent; null when nothing is. */
export function wrongEmail(typed: string): string | null {
  const read = inviteAdmin.body.safeParse({ email: typed });
  return read.success ? null : (read.error.issues[0]?.message ?? '');
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

type Made = { readonly said: Said } | { readonly error: CallError };

async function make(change: Change): Promise<Made> {
  if (change.kind === 'take-back') {
    const taken = await takeBack(change.invitation.invitationId);
    return taken.ok ? { said: { kind: 'success', text: words.takenBack(change.invitation.email) } } : taken;
  }
  if (change.kind === 'confirm') {
    const confirmed = await confirmPerson(change.person.userId);
    return confirmed.ok ? { said: { kind: 'success', text: words.confirmed(change.person.name) } } : confirmed;
  }
  const invited = change.kind === 'invite' ? await invite(change.email.trim()) : await sayYes(change.invitation.invitationId);
  return invited.ok ? { said: saidOfInvitation(invited.data) } : invited;
}

function saidOfInvitation({ email, expiresAt, state }: Invitation): Said {
  if (state === 'waiting') return { kind: 'success', text: words.invitedWaits(email) };
  return { kind: 'success', text: words.invited(email, dateTime(Date.parse(expiresAt))), isMail: true };
}

interface Options {
  readonly reload: () => void;
  readonly onInvited: () => void;
  /** The words at the field. */
  readonly onRefused: (errors: FieldErrors) => void;
}

/** One change of who may act here at a time; the password is asked for in between where the platform wants it. */
export function useChange({ reload, onInvited, onRefused }: Options) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said | null>(null);
  const [waits, setWaits] = useState<Change | null>(null);

  async function run(change: Change): Promise<void> {
    setSaid(null);
    setBusy(true);
    const made = await make(change);
    setBusy(false);
    if ('said' in made) {
      if (change.kind === 'invite') onInvited();
      setSaid(made.said);
    } else if (made.error.problem?.code === 'password-needed') {
      setWaits(change);
      return;
    } else {
      const { fields, text } = failedWords(change, made.error, isDeviceOffline());
      onRefused(fields);
      setSaid(text === null ? null : { kind: 'warning', text });
    }
    reload();
  }

  return {
    busy,
    said,
    say: setSaid,
    asksPassword: waits !== null,
    run: (change: Change) => void run(change),
    passwordGiven: () => {
      setWaits(null);
      if (waits !== null) void run(waits);
    },
    passwordRefused: () => setWaits(null),
  };
}
