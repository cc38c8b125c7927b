import type { AdminWithdrawal } from '../../../core/contract/approvals';
import { historyWords } from '../../shared/history/words';
import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';

type Locked = Exclude<AdminWithdrawal['locked'], null | 'not-counted'>;

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** The words of the queue. `money` is `₦120,000`, `place` is `Access Bank ••••1234, ADA OBI`. */
export const words = catalogue('pages/admin/approvals', {
  intro: 'Withdrawals that are too large for the automatic check. The money is held: you pay it out or give it back, and the player can’t play with it.',
  waiting: (n: number, isPartial: boolean) => (n === 0 ? 'No withdrawals waiting for approval' : `${isPartial ? `The ${n} oldest` : n} waiting`),
  noneText: 'New ones come here by themselves while this page is open, oldest first.',
  cut: 'More are waiting. They appear here as you decide these.',
  offlineText: 'This list is not kept on this device. It loads when you are online.',
  offline: 'You need a connection to decide. The list and what you typed stay here until you leave the page.',
  /** Heading of a request. */
  request: (money: string, name: string) => `${money} for ${name}`,
  to: (place: string) => `To ${place}`,
  asked: 'Asked',
  ago: { now: 'just now', minutes: (n: number) => `${n} min ago`, hours: (n: number) => `${n} h ago`, days: (n: number) => plural(n, { one: '# day ago', other: '# days ago' }) },
  memberSince: 'Member since',
  identity: 'Identity',
  givenTwice: 'Also given to another account of this player, or one that looks like it',
  verification: { none: 'NIN not checked', verified: 'NIN checked' } satisfies Record<AdminWithdrawal['player']['verification'], string>,
  isSecond: 'A second account: the person’s other account plays',
  ownOf: 'Seems to be an admin’s own account. Their approval does not count',
  ownBy: (username: string, kind: string) => `${username}: ${kind}`,
  ownKind: { identity: 'same NIN', phone: 'same phone number', device: 'same browser', 'payout-account': 'same bank account' },
  prizes: 'From prizes of draws',
  bonuses: 'From bonuses',
  unplayed: 'Deposited and not played',
  unplayedChoices: {
    barred: 'The player can’t play at the moment.',
    limit: 'The player’s limits leave too little to play it.',
    games: 'No game could be played.',
    mistake: 'The player deposited by mistake and asks for it back.',
    closing: 'The player closes the account.',
    place: 'The place asks for no turnover.',
  },
  samePerson: 'Other accounts with this NIN',
  alike: 'Same name and date of birth, not proven to be the same person',
  /** `got` is what it has from prizes and bonuses, or empty. */
  related: (username: string, verification: string, since: string, isClosed: boolean, got: string) =>
    `${username}: ${verification}, since ${since}${isClosed ? ', closed' : ''}${got === '' ? '' : `, ${got}`}`,
  got: (money: string) => `${money} from prizes and bonuses`,
  moreRelated: (count: number) => plural(count, { one: 'and # more account', other: 'and # more accounts' }),
  otherOpen: 'Other withdrawals under way, of this account and of these',
  open: (money: string, username: string, state: string) => `${money} by ${username}: ${state}`,
  paidIn: 'Paid in',
  paidOut: 'Paid out',
  staked: 'Staked',
  won: 'Won',
  approvals: (n: number, needed: number) => `${n} of ${plural(needed, { one: '# approval', other: '# approvals' })}`,
  approvedBy: (username: string, time: string) => `${username}, ${time}`,
  locked: {
    own: 'This is your own withdrawal. Somebody else has to decide.',
    approved: 'You approved it. Somebody else has to approve it, too.',
    decided: 'This is decided already.',
  } satisfies Record<Locked, string>,
  notCounted: 'Your approval would not count here.',
  fewTitle: (needed: number) => `Money waits for ${plural(needed, { one: '# person', other: '# persons' })}`,
  fewText: (there: number, needed: number) =>
    `These withdrawals need the approval of ${plural(needed, { one: '# person', other: '# different persons' })}. ${there === 1 ? 'Just now all admins count as one' : `Just now the admins count as ${there}`}: somebody whom you let in counts with you until another person has confirmed them.`,
  fewWhere: 'See who counts, under People',
  gone: 'Somebody else decided this first. Your decision was not sent.',
  goneClose: 'Remove from the list',
  steps: 'What happened so far',
  step: {
    asked: 'Asked for', held: 'Money held', review: 'Sent for approval', approved: 'Approved', checked: 'Checked', sent: 'Sent to the bank', paid: 'Paid',
    refused: 'Refused', failed: 'Rejected by the bank', returned: 'Money returned', again: 'An approval was undone',
  },
  approve: 'Approve',
  refuse: 'Refuse',
  approveOf: (request: string) => `Approve ${request}`,
  refuseOf: (request: string) => `Refuse ${request}`,
  approveTitle: 'Approve this withdrawal?',
  /** Says exactly what pressing the button does. */
  lastOne: (money: string, place: string) => `One approval is enough: ${money} goes to ${place}.`,
  lastOf: (nth: number, money: string, place: string) =>
    `This is the ${ORDINALS[nth - 1] ?? 'last'} approval: ${money} goes to ${place}.`,
  notLast: (nth: number, needed: number) =>
    `This is the ${ORDINALS[nth - 1] ?? 'next'} approval of ${needed}. Nothing is sent yet: ${plural(needed - nth, { one: 'one more admin has', other: '# more admins have' })} to approve it.`,
  final: 'It is sent at once, and you can’t undo it.',
  names: (account: string, name: string) => `The bank account name is ${account}; the profile name is ${name}.`,
  approveYes: (money: string) => `Approve ${money}`,
  busy: 'Sending',
  cancel: 'Cancel',
  close: 'Close without deciding',
  refuseText: (money: string, name: string) => `${money} goes back to ${name}’s balance at once.`,
  reason: 'Reason, shown to the player',
  reasonHint: (length: number) => `The player reads it word for word. ${length} of 200 characters, at least 5.`,
  refuseYes: (money: string) => `Refuse ${money}`,
  approvedMore: (request: string, left: number) =>
    `You approved ${request}. ${plural(left, { one: 'One more admin has', other: '# more admins have' })} to approve it before anything is sent.`,
  approvedAll: (request: string, place: string) => `${request} is approved and on its way to ${place}.`,
  refused: (request: string) => `${request} is refused. The money is back on the player’s balance, and the player can read your reason.`,
  conflict: (request: string, why: string) => `${request}: your decision was not saved. ${why} Its present state is below.`,
  unknown: (request: string) =>
    `No answer came back for ${request}. The list below shows the result once it is loaded. If you approve again, it counts once.`,
  notSent: 'We could not reach the platform. Nothing was sent.',
  why: 'You have not done anything here for half an hour. Before you decide about money we make sure that it is you.',
  decided: 'Decided',
  decidedNone: 'No decisions yet.',
  state: { checking: 'Waiting', sending: 'On its way', paid: 'Paid', refused: 'Refused', failed: 'Returned' } satisfies Record<AdminWithdrawal['state'], string>,
  refusedBy: 'Refused by',
  reasonTold: 'Reason given',
  approvers: 'Approved by',
  player: 'Player',
  where: 'Account',
  nobody: 'nobody',
  more: historyWords.more,
  moreBusy: historyWords.moreBusy,
  moreFailed: historyWords.moreFailed,
});
