import type { AdminIdentityPair, AdminLookalike, PairDecision } from '../../../core/contract/lookalikes';
import { catalogue } from '../../../core/words/catalogue';

type OfTwo = (player: string, other: string) => string;

export interface DecisionWords {
  readonly propose: (player: string) => string;
  readonly proposeOf: OfTwo;
  readonly title: OfTwo;
  readonly text: OfTwo;
  /** The effects on the two accounts, one line each. */
  readonly effects: readonly OfTwo[];
  readonly proposalTitle: (who: string, isOwn: boolean, player: string) => string;
  readonly confirmOf: OfTwo;
  readonly withdrawOf: OfTwo;
  readonly proposed: (player: string) => string;
  readonly confirmed: OfTwo;
}

/** The words of the players tab. */
export const words = catalogue('pages/admin/identity', {
  title: 'Similar accounts',
  intro: 'These players have shown who they are. An excluded account that looks like theirs still stops them from depositing and playing: nobody has verified it, or it was given the same NIN. They can withdraw. If you are sure that they are two people, propose it; another admin confirms it.',
  none: 'No player is blocked by a similar account.',
  offlineText: 'This list is not kept on this device. It loads when you are online.',
  stopped: 'Blocked',
  name: 'Name',
  opened: 'Opened',
  other: 'Looks like',
  restriction: (until: string | null) => (until === null ? 'excluded for good' : `on a break or excluded until ${until}`),
  otherOpened: 'Other account opened',
  otherMoney: 'Money in the other account',
  heldMoney: 'has been used with money',
  noMoney: 'never held money',
  shares: 'Both have',
  kinds: { phone: 'the same phone number', device: 'the same browser', 'payout-account': 'the same bank account', nin: 'the same NIN' } satisfies Record<
    AdminLookalike['shared'][number]['kind'], string
  >,
  since: (kind: string, when: string) => `${kind}, since ${when}`,

  identityTitle: 'Whose identity it is',
  identityIntro: 'The account that shows a NIN first has its identity. If a player writes that somebody else used their NIN first, find their account here and look at what they sent you.',
  find: 'Username or e-mail',
  findHint: 'Of the account whose player wrote to you.',
  findYes: 'Find',
  foundNone: (name: string) => `${name} has shown no NIN that another account has.`,
  pairOf: (player: string, holder: string) => `${player} and ${holder}`,
  gaveNin: 'Gave the NIN',
  stands: {
    second: 'a second account, it takes no part',
    follows: 'it has the identity since the other one was closed',
    refused: 'refused, since too many accounts had shown it',
  } satisfies Record<AdminIdentityPair['stands'], string>,
  holder: 'Showed it first',
  isClosed: 'closed',
  otherAsked: 'Other account asked for',
  noRestriction: 'no break or exclusion',
  hasLimits: 'has limits',
  noLimits: 'no limits',
  sharesNothing: 'Only the NIN, as far as we know',

  decisions: {
    'two-persons': {
      propose: () => 'They are two persons',
      proposeOf: (player, other) => `They are two persons: ${player} and ${other}`,
      title: (player, other) => `Are ${player} and ${other} two persons?`,
      text: (player) => `Once another admin has confirmed it, ${player} can deposit and play. The excluded account stays as it is. Somebody who is excluded may try to get back in this way: look at what they sent you first.`,
      effects: [],
      proposalTitle: (who, isOwn) => (isOwn ? 'You propose that they are two persons' : `${who} proposes that they are two persons`),
      confirmOf: (player, other) => `Confirm that ${player} and ${other} are two persons`,
      withdrawOf: (player, other) => `Withdraw that ${player} and ${other} are two persons`,
      proposed: (player) => `It is proposed. Another person has to confirm it before ${player} can play.`,
      confirmed: (player) => `${player} can deposit and play.`,
    },
    identity: {
      propose: (player) => `It belongs to ${player}`,
      proposeOf: (player, other) => `It belongs to ${player}: the identity of ${other}`,
      title: (player) => `Does this identity belong to ${player}?`,
      text: () => 'Once another admin has confirmed it, this happens at once:',
      effects: [
        (player, other) => `${player} is verified and can play, unless it also has the phone, browser or bank account of ${other}: then you decide on that by itself. A break, an exclusion or limits that came from the other account end; what ${player} asked for itself stays.`,
        (_, other) => `${other} is not verified any more. It can’t deposit or play until it shows another NIN; then its money can be withdrawn. What it asked for, an exclusion too, stays there.`,
        (player, other) => `Bonuses that were ended stay ended. What ${other} has had of a promotion is not given to ${player} again.`,
        () => 'Somebody who is excluded may try to get back in this way: look at papers and a picture of the person first.',
      ],
      proposalTitle: (who, isOwn, player) => (isOwn ? `You propose that the identity belongs to ${player}` : `${who} proposes that the identity belongs to ${player}`),
      confirmOf: (player, other) => `Confirm that the identity of ${other} belongs to ${player}`,
      withdrawOf: (player, other) => `Withdraw that the identity of ${other} belongs to ${player}`,
      proposed: (player) => `It is proposed. Another person has to confirm it before ${player} has the identity.`,
      confirmed: (player, other) => `${player} has the identity. ${other} has to show another one.`,
    },
  } satisfies Record<PairDecision, DecisionWords>,
  reason: 'Reason',
  reasonHint: 'What you have seen. At least 5 characters; for the other admin and the audit trail.',
  proposeYes: 'Propose it',
  busy: 'Sending',
  cancel: 'Cancel',
  close: 'Close without changes',
  proposedAt: (when: string) => `Proposed ${when}.`,
  waitsForOther: 'Another person has to confirm it.',
  confirm: 'Confirm',
  withdraw: 'Withdraw',
  withdrawn: 'The proposal is withdrawn. Nothing has changed.',
  offline: 'This needs a connection. What you typed stays here.',
  unknown: 'No answer came back. The list shows the result once it is loaded.',
});
