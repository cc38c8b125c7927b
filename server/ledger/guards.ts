/**
 * Decides whether a player's money may move at all. This is the only place that does, inside the transaction that moves the money, so
 * that no route can forget it. The posting itself checks a stake against the limits (limits.ts), after it has locked the player's money.
 */
import { isGateOpenFor } from '../db/gate';
import type { GatedLock } from '../db/gate';
import { ProblemError } from '../http/problem';
import { assertPlaceServed } from '../place/guard';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import type { Db } from './accounts';
import { guardProblem } from './guard-problem';
import type { GuardReason } from './guard-problem';
import { limitsOf } from './limits';
import type { Limit } from './limits';
import type { Move, Posting } from './posting';
import { realityMinutesAt } from './reality-check';
import type { RealityColumns } from './reality-check';

/**
 * The purpose of a move.
 * - `play`: a stake · `deposit`: a deposit is started · `bonus`: a bonus is granted
 * - `withdraw`: money is held for a payout; neither an exclusion nor a closed account forbids it, because it is the player's own
 * - `settle`: the rest of something that began before (a win, the credit of a paid deposit, a payout, a return)
 */
export type Purpose = PurposeWithPlace | PurposeWithoutPlace;
/** The rules of a place may forbid these, so a request for one must name the caller's place. */
type PurposeWithPlace = 'play' | 'deposit' | 'bonus';
type PurposeWithoutPlace = 'withdraw' | 'settle';

/** The purposes of a request. The type requires the place with each purpose that needs it, so that no route can forget it. */
export type MoveRequest =
  | { readonly purposes: readonly Purpose[]; readonly place: CallerPlace }
  | { readonly purposes: readonly PurposeWithoutPlace[]; readonly place: null };

/**
 * An identity check that the account needs, because another account may be the same person's (server/lookalikes). Until then `money-in`
 * stops deposits and bonuses, and `play` stops stakes as well.
 */
export type IdentityCheck = 'money-in' | 'play';

/** The facts for the guards. They are read under a lock, so they still hold when the money moves. */
export interface GuardFacts {
  readonly isMoneyOpen: boolean;
  /** An admin may not play or pay in, but may withdraw what they had before. */
  readonly isAdmin: boolean;
  readonly isEmailActivated: boolean;
  /** Closed, or to be closed once everything was paid out. */
  readonly isClosed: boolean;
  readonly protection: 'none' | 'cool-off' | 'excluded';
  /** Null for protection without an end. */
  readonly protectionUntil: Date | null;
  /** The operator's people have locked play; a payout stays possible. */
  readonly isPlayLocked: boolean;
  /** The person's other account plays, so this one may not. */
  readonly isSecondAccount: boolean;
  /** Null where no check is needed. */
  readonly identityCheck: IdentityCheck | null;
}

/** Returns the first reason why money may not move for `purpose` at `at`; null where it may. Pure. */
export function findGuardReason(facts: GuardFacts, purpose: Purpose, at: Date): GuardReason | null {
  if (!facts.isMoneyOpen) return 'money-closed';
  if (purpose === 'settle') return null;
  if (facts.isClosed && purpose !== 'withdraw') return 'account-closed';
  if (facts.isAdmin && purpose !== 'withdraw') return 'admin-account';
  if (purpose !== 'withdraw' && facts.protection !== 'none') {
    if (facts.protectionUntil === null || facts.protectionUntil > at) return facts.protection;
  }
  // First, so that whoever has a second account does not learn from it that the person is locked.
  if (facts.isSecondAccount && purpose !== 'withdraw') return 'second-account';
  if (facts.isPlayLocked && purpose !== 'withdraw') return 'play-locked';
  if (!facts.isEmailActivated) return 'email-not-activated';
  if (purpose === 'deposit' || purpose === 'bonus') return facts.identityCheck === null ? null : 'identity-needed';
  return purpose === 'play' && facts.identityCheck === 'play' ? 'identity-needed' : null;
}

/** In these kinds a move of bonus money settles a bonus that began before, for instance when a round completes its wagering. */
const BONUS_SETTLING_KINDS: readonly Posting['kind'][] = ['bonus-credit', 'bonus-end', 'bonus-return', 'round-step', 'round-end', 'round-void'];

/**
 * Returns the purpose of a move in a posting of this kind. Paying a bonus that was claimed before, and taking one back, is allowed even
 * where a new one is not.
 */
export function purposeOf(move: Move, kind: Posting['kind']): Purpose {
  if (move.kind === 'stake') return 'play';
  if (move.kind === 'bonus') return BONUS_SETTLING_KINDS.includes(kind) || move.to === 'bonus-cost' ? 'settle' : 'bonus';
  return move.kind === 'withdrawal' && move.from === 'real' ? 'withdraw' : 'settle';
}

const PURPOSES_WITH_PLACE: readonly Purpose[] = ['play', 'deposit', 'bonus'] satisfies PurposeWithPlace[];

/** Returns the request of a posting. Throws a RangeError for a stake or a bonus without a place, which is a mistake of the calling code. */
export function moveRequestOf({ kind, moves, place }: Pick<Posting, 'kind' | 'moves' | 'place'>): MoveRequest {
  const purposes = moves.map((move) => purposeOf(move, kind));
  if (place !== undefined) return { purposes, place };
  const withoutPlace = purposes.filter((purpose): purpose is PurposeWithoutPlace => !PURPOSES_WITH_PLACE.includes(purpose));
  if (withoutPlace.length < purposes.length) throw new RangeError('a posting with a stake or a bonus needs the caller’s place');
  return { purposes: withoutPlace, place: null };
}

/** The player's rules for a posting, read under the lock so that they cannot change any more. */
export interface PlayerRules {
  /** The player has set limits. */
  readonly hasOwnLimits: boolean;
  /** The ceilings of the place, as limits. */
  readonly ceilings: readonly Limit[];
  /** The minutes from one reality check to the next. */
  readonly realityMinutes: number;
}

/** The facts of a player from which the guards decide. */
export interface GuardRow extends RealityColumns {
  open: boolean;
  role: 'player' | 'admin';
  email_activated_at: Date | null;
  closed_at: Date | null;
  closing_at: Date | null;
  protection: GuardFacts['protection'];
  protection_until: Date | null;
  protection_carried: boolean;
  identity_check: IdentityCheck | null;
  is_identified: boolean;
  is_second: boolean;
  play_locked: boolean;
  limited: boolean;
  state: string | null;
  date_of_birth: string | null;
}

/** Throws the ProblemError of the first reason against any of the purposes. Locks as `lockGuardRow` does. */
export async function assertMayMove(tx: Db, userId: string, request: MoveRequest, at: Date): Promise<PlayerRules> {
  return checkMayMove(await lockGuardRow(tx, userId), request, at);
}

const guardRowSql = (condition = '', waiting = ''): string => `
  SELECT s.open, p.role, p.email_activated_at, p.closed_at, p.closing_at, p.protection, p.protection_until, p.protection_carried,
    p.identity_check, p.is_second, p.play_locked, p.verification = 'verified' AS is_identified, p.limited, p.reality_minutes, p.reality_next, p.reality_next_from, p.state, p.date_of_birth
  FROM player p CROSS JOIN money_switch s WHERE p.user_id = $1 ${condition} FOR SHARE OF p ${waiting}`;

const GUARD_ROW = { name: 'ledger-guard', text: guardRowSql() };
const GUARD_ROW_BEHIND_GATE = {
  wait: { name: 'ledger-guard-gated', text: guardRowSql(`AND ${isGateOpenFor('p.user_id')}`) },
  skip: { name: 'ledger-guard-skip', text: guardRowSql(`AND ${isGateOpenFor('p.user_id')}`, 'SKIP LOCKED') },
} as const satisfies Record<GatedLock, object>;

/**
 * Reads the facts of the guards; undefined for no such player. Locks the player's row (shared) until the transaction ends: a stake cannot miss an
 * exclusion that was answered before it began, and an exclusion that comes meanwhile waits for the stake. With `gated` nothing is locked
 * and read unless the gate is open for the player.
 */
export async function lockGuardRow(tx: Db, userId: string, gated?: GatedLock): Promise<GuardRow | undefined> {
  const statement = gated === undefined ? GUARD_ROW : GUARD_ROW_BEHIND_GATE[gated];
  const { rows: [row] } = await tx.query<GuardRow>({ ...statement, values: [userId] });
  return row;
}

/** Throws as `assertMayMove` does, from the row that was locked. Pure. */
export function checkMayMove(row: GuardRow | undefined, { purposes, place }: MoveRequest, at: Date): PlayerRules {
  if (row === undefined) throw new ProblemError('not-found', 'There is no such player.');
  const facts: GuardFacts = {
    isMoneyOpen: row.open,
    isAdmin: row.role === 'admin',
    isEmailActivated: row.email_activated_at !== null,
    // This does not depend on `at`: a posting that waited for the account to close has an `at` before the closing.
    isClosed: row.closed_at !== null || row.closing_at !== null,
    protection: row.protection,
    protectionUntil: row.protection_until,
    isPlayLocked: row.play_locked,
    isSecondAccount: row.is_second,
    identityCheck: row.identity_check,
  };
  const hasOwnLimits = row.limited;
  for (const purpose of purposes) {
    const reason = findGuardReason(facts, purpose, at);
    if (reason === null) continue;
    throw guardProblem(reason, {
      until: row.protection_until, isFromOtherAccount: row.protection_carried, isIdentified: row.is_identified,
      isClosing: row.closed_at === null && row.closing_at !== null,
    });
  }
  if (place === null) return { hasOwnLimits, ceilings: [], realityMinutes: realityMinutesAt(row, at) };
  if (purposes.some((purpose) => PURPOSES_WITH_PLACE.includes(purpose))) assertPlaceServed(row, place, at);
  const { ceilings, realityCheckMinutes } = rulesFor(row.state, place);
  return { hasOwnLimits, ceilings: limitsOf(ceilings), realityMinutes: Math.min(realityMinutesAt(row, at), realityCheckMinutes) };
}
