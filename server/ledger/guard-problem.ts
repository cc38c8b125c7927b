/** Makes the problem, in words for the player, for a reason why money may not move. */
import { brand } from '../../src/core/brand';
import { dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';

export type GuardReason = 'money-closed' | 'account-closed' | 'admin-account' | 'email-not-activated' | 'cool-off' | 'excluded' | 'play-locked' | 'second-account' | 'identity-needed';

/** The facts that the words of a refusal need beside its reason. */
export interface RefusalDetails {
  /** The end of the break or the exclusion; null for one without an end. */
  readonly until: Date | null;
  /** The player asked for the break or the exclusion in another account of theirs. */
  readonly isFromOtherAccount: boolean;
  /** This account is verified already, and staff must decide because the other one is not. */
  readonly isIdentified?: boolean;
  /** The player has asked for the account to be closed, and can withdraw until then. */
  readonly isClosing?: boolean;
}

const NO_DETAILS: RefusalDetails = { until: null, isFromOtherAccount: false };

/** Makes the problem for a reason, in words for the player. Of another account it says only that it exists. */
export function guardProblem(reason: GuardReason, details: RefusalDetails = NO_DETAILS): ProblemError {
  const { until, isFromOtherAccount, isIdentified = false, isClosing = false } = details;
  const accountWords = isFromOtherAccount ? ' on another account of yours.' : '.';
  const endWords = until === null ? '' : ` It ends on ${dateTime(until.getTime())}.`;
  switch (reason) {
    case 'money-closed':
      return new ProblemError('money-unavailable', 'We can’t move money right now. Your money is safe.', { reason });
    case 'account-closed':
      return new ProblemError('account-closed', 'This account is closed.', { reason, ...(isClosing && { detail: CLOSING_DETAIL }) });
    case 'admin-account':
      return new ProblemError('forbidden', 'An admin’s account is for work: it can’t play or deposit.', { reason });
    case 'email-not-activated':
      return new ProblemError('email-not-activated', 'Confirm your e-mail first: open the link we sent you.', { reason });
    case 'cool-off':
      return new ProblemError('cool-off', 'You are on a break', { reason, detail: `You are on a break${accountWords}${endWords} You can still withdraw.` });
    case 'excluded':
      return new ProblemError('self-excluded', 'You have excluded yourself', { reason, detail: `You have excluded yourself${accountWords}${endWords} You can still withdraw.` });
    case 'play-locked':
      return new ProblemError('forbidden', 'Play is locked on your account', { reason, detail: PLAY_LOCKED_DETAIL });
    case 'second-account':
      return new ProblemError('nin-in-use', 'You have another account with us', { reason, detail: SECOND_ACCOUNT_DETAIL });
    case 'identity-needed':
      return new ProblemError('identity-needed', 'We need to check who you are first', { reason, detail: isIdentified ? REVIEW_NEEDED_DETAIL : IDENTITY_NEEDED_DETAIL });
  }
}

const PLAY_LOCKED_DETAIL =
  `We have locked play and deposits on your account while we look into something. You can still withdraw. Write to ${brand.supportEmail}.`;

const SECOND_ACCOUNT_DETAIL =
  'You have another account with us, so you can’t play or deposit with this one. You can withdraw what is in it. If you have closed the ' +
  `other one, verify your NIN here again, and this one takes its place. If you have no other account, write to ${brand.supportEmail}.`;

const CLOSING_DETAIL = 'You asked us to pay everything out and close this account, so you can’t play or deposit. You can still withdraw.';

const IDENTITY_NEEDED_DETAIL =
  'Another account looks like yours: it has your name or date of birth, and your phone, browser or bank account. ' +
  'Verify your NIN to continue. You can still withdraw.';

const REVIEW_NEEDED_DETAIL =
  'An account that looks like yours is on a break or excluded, and we can’t tell yet that it is not yours. ' +
  `Write to ${brand.supportEmail}. You can still withdraw.`;
