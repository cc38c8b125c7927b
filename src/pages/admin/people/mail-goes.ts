import type { People } from '../../../bridge/actions/admins';
import type { words } from './words';

export type MailGoes = keyof typeof words.mailGoes;

/** When the mail of a new invitation goes out: the only admin sends one alone, and the next one needs another admin's yes. */
export function mailGoes({ items, invitations }: Pick<People, 'items' | 'invitations'>, nowMs: number): MailGoes {
  if (items.length > 1) return 'afterYes';
  const isOneSentAlone = invitations.some(({ state, confirmedBy, expiresAt }) => state === 'sent' && confirmedBy === null && Date.parse(expiresAt) > nowMs);
  return isOneSentAlone ? 'afterFirst' : 'atOnce';
}
