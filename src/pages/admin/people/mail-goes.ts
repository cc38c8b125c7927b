import type { People } from '../../../bridge/actions/admins';
import type { AdminRole } from '../../../core/admin-roles';
import type { words } from './words';

export type MailGoes = keyof typeof words.mailGoes;

/** When the mail of a new invitation goes out: the only owner invites another owner alone, once, and everybody else needs another owner's yes. */
export function mailGoes({ items, invitations }: Pick<People, 'items' | 'invitations'>, roles: readonly AdminRole[], nowMs: number): MailGoes {
  if (items.filter((person) => person.roles.includes('owner')).length > 1) return 'afterYes';
  const isOneSentAlone = invitations.some(({ state, confirmedBy, expiresAt }) => state === 'sent' && confirmedBy === null && Date.parse(expiresAt) > nowMs);
  if (isOneSentAlone) return 'afterFirst';
  return roles.includes('owner') ? 'atOnce' : 'ownerFirst';
}
