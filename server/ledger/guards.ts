/**
 * Whether a player's money may move at all: the one place, inside the transaction that moves it, so that no route can
 * forget it. Limits (limits.ts) are held against a stake by the posting itself, once it has locked the player's money.
 */
import { brand } from '../../src/core/brand';
import { dateTime } from '../../src/core/time';
import { ProblemError } from '../http/problem';
import { assertPlaceServed } from '../place/guard';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import type { Db } from './accounts';
import { limitsOf } from './limits';
import type { Limit } from './limits';
import type { Move, Posting } from './posting';
import { realityMinutesAt } from './reality-check';
import type { RealityColumns } from './reality-check';

/**
 * What the money is moved for.
 * - `play`: a stake · `deposit`: a deposit is started · `bonus`: a bonus is granted
 * - `withdraw`: money is taken aside to be paid out; neither exclusion nor a closed account forbids it: it is the player's
 * - `settle`: the rest of something that began before (a win, the credit of a paid deposit, a pay-out, a return)
 */
export type Purpose = PlacedPurpose | PlacelessPurpose;
type PlacedPurpose = 'play' | 'deposit' | 'bonus';
type PlacelessPurpose = 'withdraw' | 'settle';

/** What is asked for. Whoever plays, pays in or takes a bonus has to say from where, so that no route forgets it. */
export type MoveRequest =
  | { readonly purposes: readonly Purpose[]; readonly place: CallerPlace }
  | { readonly purposes: readonly PlacelessPurpose[]; readonly place: null };

export type GuardReason = 'money-closed' | 'account-closed' | 'admin-account' | 'email-not-activated' | 'cool-off' | 'excluded' | 'second-account' | 'identity-needed';

/** What waits until the player's identity is checked, since another account looks like the same person's (server/lookalikes). */
export type IdentityCheck = 'money-in' | 'play';

/** What a guard looks at; read under a lock, so that it still holds when the money moves. */
export interface GuardFacts {
  readonly isMoneyOpen: boolean;
  /** Whoever looks after the house takes no part in it; what they had before can be taken out. */
  readonly isAdmin: boolean;
  readonly isEmailActivated: boolean;
  readonly isClosed: boolean;
  readonly protection: 'none' | 'cool-off' | 'excluded';
  /** Null = without an end. */
  readonly protectionUntil: Date | null;
  /** The person has another account, which plays in this one's place. */
  readonly isSecond: boolean;
  /** Null = nothing waits for a check. */
  readonly identityCheck: IdentityCheck | null;
}

/** The first reason why money may not move for `purpose` at `at`, or null. Pure. */
export function findGuardReason(facts: GuardFacts, purpose: Purpose, at: Date): GuardReason | null {
  if (!facts.isMoneyOpen) return 'money-closed';
  if (purpose === 'settle') return null;
  if (facts.isClosed && purpose !== 'withdraw') return 'account-closed';
  if (facts.isAdmin && purpose !== 'withdraw') return 'admin-account';
  if (purpose !== 'withdraw' && facts.protection !== 'none') {
    if (facts.protectionUntil === null || facts.protectionUntil > at) return facts.protection;
  }
  if (facts.isSecond && purpose !== 'withdraw') return 'second-account';
  if (!facts.isEmailActivated) return 'email-not-activated';
  if (purpose === 'deposit' || purpose === 'bonus') return facts.identityCheck === null ? null : 'identity-needed';
  return purpose === 'play' && facts.identityCheck === 'play' ? 'identity-needed' : null;
}

/** Kinds in which what a bonus gives is the rest of something; a round that completes its wagering is one. */
const BONUS_SETTLING_KINDS: readonly Posting['kind'][] = ['bonus-credit', 'round-step', 'round-end'];

/** Of a move in a posting of that kind: what a bonus was claimed for before is paid, and what is in one goes back, whatever forbids a new one. */
export function purposeOf(move: Move, kind: Posting['kind']): Purpose {
  if (move.kind === 'stake') return 'play';
  if (move.kind === 'bonus') return BONUS_SETTLING_KINDS.includes(kind) || move.to === 'bonus-cost' ? 'settle' : 'bonus';
  return move.kind === 'withdrawal' && move.from === 'real' ? 'withdraw' : 'settle';
}

const PLACED_PURPOSES: readonly Purpose[] = ['play', 'deposit', 'bonus'] satisfies PlacedPurpose[];

/** @throws RangeError for a stake or a bonus without a place: whoever wrote that meant another kind of posting. */
export function moveRequestOf({ kind, moves, place }: Pick<Posting, 'kind' | 'moves' | 'place'>): MoveRequest {
  const purposes = moves.map((move) => purposeOf(move, kind));
  if (place !== undefined) return { purposes, place };
  const placeless = purposes.filter((purpose): purpose is PlacelessPurpose => !PLACED_PURPOSES.includes(purpose));
  if (placeless.length < purposes.length) throw new RangeError('a stake and a bonus need the place of whoever asks for them');
  return { purposes: placeless, place: null };
}

/** What a refusal tells of the break or exclusion that it is for. */
export interface BarDetails {
  /** When it ends; null = without an end. */
  readonly until: Date | null;
  /** It was asked for on another account of the person. */
  readonly isCarried: boolean;
  /** Identity is checked already, and the check waits for that of the other account. */
  readonly isIdentified?: boolean;
}

const NO_BAR: BarDetails = { until: null, isCarried: false };

/** The refusal of a reason, in words for the player. Of another account nothing is told but that there is one. */
export function guardProblem(reason: GuardReason, { until, isCarried, isIdentified = false }: BarDetails = NO_BAR): ProblemError {
  const accountWords = isCarried ? ' on another account of yours.' : '.';
  const endWords = until === null ? '' : ` It ends on ${dateTime(until.getTime())}.`;
  switch (reason) {
    case 'money-closed':
      return new ProblemError('money-unavailable', 'Money cannot be moved at the moment. Yours is safe.', { reason });
    case 'account-closed':
      return new ProblemError('account-closed', 'This account is closed.', { reason });
    case 'admin-account':
      return new ProblemError('forbidden', 'An admin’s account is for work: it can’t play or pay in.', { reason });
    case 'email-not-activated':
      return new ProblemError('email-not-activated', 'Activate your e-mail first: we sent you a link.', { reason });
    case 'cool-off':
      return new ProblemError('cool-off', 'You are on a break', { reason, detail: `You are on a break${accountWords}${endWords} You can still withdraw.` });
    case 'excluded':
      return new ProblemError('self-excluded', 'You have excluded yourself', { reason, detail: `You have excluded yourself${accountWords}${endWords} You can still withdraw.` });
    case 'second-account':
      return new ProblemError('nin-in-use', 'You have another account with us', { reason, detail: SECOND_ACCOUNT_DETAIL });
    case 'identity-needed':
      return new ProblemError('identity-needed', 'We need to check who you are first', { reason, detail: isIdentified ? REVIEW_NEEDED_DETAIL : IDENTITY_NEEDED_DETAIL });
  }
}

const SECOND_ACCOUNT_DETAIL =
  'You have another account with us, so this one can’t play or pay in. What is in it can be withdrawn. If you have closed the ' +
  `other one, verify your NIN here again, and this one takes its place. If you have no other account, write to ${brand.supportEmail}.`;

const IDENTITY_NEEDED_DETAIL =
  'Another account has your name and date of birth. Verify your NIN to continue. Money in your account can be withdrawn.';

const REVIEW_NEEDED_DETAIL =
  'An account with your name and date of birth is on a break or excluded, and we can’t tell yet that it is not yours. ' +
  `Write to ${brand.supportEmail}. Money in your account can be withdrawn.`;

/** What the posting needs to know of the player, of the moment at which nothing of it can change any more. */
export interface PlayerRules {
  /** There are limits of the player's own. */
  readonly hasOwnLimits: boolean;
  /** Those of the place. */
  readonly ceilings: readonly Limit[];
  /** Minutes from one reality check to the next. */
  readonly realityMinutes: number;
}

interface GuardRow extends RealityColumns {
  open: boolean;
  role: 'player' | 'admin';
  email_activated_at: Date | null;
  closed_at: Date | null;
  protection: GuardFacts['protection'];
  protection_until: Date | null;
  protection_carried: boolean;
  identity_check: IdentityCheck | null;
  identified: boolean;
  is_second: boolean;
  limited: boolean;
  state: string | null;
  date_of_birth: string | null;
}

/**
 * Throws the ProblemError of the first reason against any of the purposes. Keeps the player's row shared until the
 * transaction ends: an exclusion that was answered before a stake began can't be missed by it, and one that comes
 * during it waits for it.
 */
export async function assertMayMove(tx: Db, userId: string, { purposes, place }: MoveRequest, at: Date): Promise<PlayerRules> {
  const { rows } = await tx.query<GuardRow>({
    name: 'ledger-guard',
    text: `SELECT s.open, p.role, p.email_activated_at, p.closed_at, p.protection, p.protection_until, p.protection_carried,
             p.identity_check, p.is_second, p.verification = 'verified' AS identified, p.limited, p.reality_minutes, p.reality_next, p.reality_next_from, p.state, p.date_of_birth
           FROM player p CROSS JOIN money_switch s WHERE p.user_id = $1 FOR SHARE OF p`,
    values: [userId],
  });
  const row = rows[0];
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  const facts: GuardFacts = {
    isMoneyOpen: row.open,
    isAdmin: row.role === 'admin',
    isEmailActivated: row.email_activated_at !== null,
    // Whatever `at` says: a posting that waited for the closing to end is of a moment before it.
    isClosed: row.closed_at !== null,
    protection: row.protection,
    protectionUntil: row.protection_until,
    isSecond: row.is_second,
    identityCheck: row.identity_check,
  };
  const { limited: hasOwnLimits } = row;
  for (const purpose of purposes) {
    const reason = findGuardReason(facts, purpose, at);
    if (reason !== null) throw guardProblem(reason, { until: row.protection_until, isCarried: row.protection_carried, isIdentified: row.identified });
  }
  if (place === null) return { hasOwnLimits, ceilings: [], realityMinutes: realityMinutesAt(row, at) };
  if (purposes.some((purpose) => PLACED_PURPOSES.includes(purpose))) assertPlaceServed(row, place, at);
  const { ceilings, realityCheckMinutes } = rulesFor(row.state, place);
  return { hasOwnLimits, ceilings: limitsOf(ceilings), realityMinutes: Math.min(realityMinutesAt(row, at), realityCheckMinutes) };
}
