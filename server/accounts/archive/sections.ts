/** Everything that the platform keeps of a player, file by file. Whoever adds a table about players adds a row here. */
import { ACCOUNT_SECTIONS } from './account-sections';
import { MONEY_SECTIONS } from './money-sections';
import { PROMOTION_SECTIONS } from './promotion-sections';
import { PROTECTION_SECTIONS } from './protection-sections';
import type { Section } from './section';
import { SUPPORT_SECTIONS } from './support-sections';

export const SECTIONS: readonly Section[] = [
  ...ACCOUNT_SECTIONS, ...MONEY_SECTIONS, ...PROTECTION_SECTIONS, ...PROMOTION_SECTIONS, ...SUPPORT_SECTIONS,
];

/**
 * Tables with a player in them that have no file, each with its reason; a test looks for those that are in neither list.
 */
export const NOT_IN_ARCHIVE: Readonly<Record<string, string>> = {
  ledger_account: 'what is in it is the sum of the entries',
  ledger_transaction: 'told with its entries',
  frame_transaction: 'a provider’s own ids of what is told in framed-rounds.json and ledger.csv',
  operation: 'answers to calls, all of which are told as what came of them',
  email_token: 'secrets of links; the mails are told',
  withdrawal_approval: 'names an admin',
  person_hint_proposal: 'names admins and another account; what came of it is in same-person.csv',
  admin_audit: 'names admins, and what they did to others',
  admin: 'of admins alone, who are no players',
  admin_trace: 'of admins alone, to tell persons apart',
  account_closure: 'there is none of a player who can ask',
};
