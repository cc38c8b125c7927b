/** All data that the platform stores about a player, by file. A new table about players needs a file here. */
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
 * Tables about players without a file, each with the reason. A test finds tables that are in neither list.
 */
export const NOT_IN_ARCHIVE: Readonly<Record<string, string>> = {
  ledger_account: 'holds the sums of the entries',
  ledger_checkpoint_chain: 'holds the hash of an entry in ledger.csv',
  ledger_transaction: 'its entries are in ledger.csv',
  frame_transaction: 'a provider’s own ids of rows in framed-rounds.json and ledger.csv',
  lost_payout: 'the corrections are in ledger.csv',
  operation: 'answers to calls, whose effects are in the other files',
  email_token: 'secrets of links; the mails are in mails.csv',
  withdrawal_approval: 'names an admin',
  person_hint_proposal: 'names admins and another account; what came of it is in same-person.csv',
  lookalike_key: 'words of the names and phones in profile.json and details-history.json, and hashes of browsers',
  lookalike_due: 'is deleted within seconds',
  lookalike_crowd: 'says that the account looked like many others when it was opened; what it requires is in the profile',
  admin_audit: 'names admins and their actions about others',
  account_lock: 'names the operator’s people; what holds is in profile.json',
  carried_lock: 'as account_lock',
  risk_case: 'what people look into; whoever is suspected must not learn of it',
  risk_flag: 'what rules found, for the same reason; the figures behind it are in the other files',
  payout_hold: 'what the player is told of it is in withdrawals.json',
  player_note: 'the notes of the operator’s people among themselves, which name them',
  desk_role: 'names admins and who gave them their roles',
  second_factor: 'is an admin’s secret, and admins are not players',
  recovery_code: 'is an admin’s, and admins are not players',
  passkey: 'is an admin’s, and admins are not players',
  draw_commit: 'names admins and their secrets for a draw',
  admin: 'is about admins, who are not players',
  admin_trace: 'is about admins, to distinguish persons',
  account_closure: 'a player with a closed account can’t request an archive',
};
