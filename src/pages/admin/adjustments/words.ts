import { brand } from '../../../core/brand';
import { catalogue } from '../../../core/words/catalogue';

/** The words of the tab where balances are corrected. */
export const words = catalogue('pages/admin/adjustments', {
  intro: `A balance is corrected only by an entry with a reason: you propose it, and another person confirms it. The player sees it as “Correction by ${brand.name}”, with the words that you write. Limits, wagering and deposits stay as they are.`,
  propose: 'Correct a balance',
  find: 'Player',
  findHint: 'The whole username, e-mail, phone number or user id. Each look-up is in the audit trail.',
  findYes: 'Find',
  finding: 'Searching',
  another: 'Another player',
  onlyPayments: 'Corrections are proposed by people with the role “payments”. You confirm them here.',
  direction: 'What happens',
  directions: { credit: 'The player gets money', debit: 'Money is taken from the player' },
  amount: 'Amount in naira',
  amountHint: (left: string) => `At most ${left} more today for this person.`,
  amountWrong: 'Enter an amount above zero, like 1200 or 1,200.50.',
  amountTooLow: (real: string) => `The balance is ${real}, and it never goes below zero.`,
  reason: 'Reason',
  note: 'What happened, for your colleagues',
  noteHint: 'At least 5 characters. It is in the audit trail.',
  playerText: 'What the player reads',
  playerTextHint: 'At least 5 characters. The player reads it word for word in Transactions.',
  takesBack: 'Takes back an earlier correction',
  takesBackNone: 'No, it is a new one',
  takesBackOf: (money: string, when: string, note: string) => `${money} of ${when}: ${note}`,
  send: 'Propose it',
  busy: 'Sending',
  offline: 'This needs a connection. Nothing is queued; what you typed stays here until you leave the page.',
  unknown: 'No answer came back. The list shows whether it was proposed, once it is loaded.',
  notSent: 'We could not reach the platform. Nothing was sent.',
  proposed: (what: string) => `${what}: proposed. Another person has to confirm it.`,
});
