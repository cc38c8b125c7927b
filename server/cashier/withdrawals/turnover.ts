/**
 * Decides whether money that was paid in and not played may be withdrawn. Played once it always may; unplayed only for a reason, so that nobody
 * is kept in by a rule that they can't meet. Money that was won is never concerned.
 */
import { formatNaira, kobo, subKobo, ZERO_KOBO } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import { ProblemError } from '../../http/problem';
import { accountIdOf } from '../../ledger/accounts';
import type { Db } from '../../ledger/accounts';
import { assertMayMove } from '../../ledger/guards';
import type { PlayerRules } from '../../ledger/guards';
import { findTightest, hasLimits, readStanding } from '../../ledger/limits';
import type { Unplayed } from '../../ledger/turnover';
import { rulesFor } from '../../place/rules';
import type { CallerPlace } from '../../place/rules';

/** What a player can ask for when money that was not played is to be paid out. People decide on it. */
export type UnplayedRequest = 'mistake' | 'closing';
/**
 * - `place`: the place asks for no turnover · `barred`: the player may not play, whatever forbids it · `limit`: the limits leave too little to
 *   stake · `games`: no game can be played
 */
export type UnplayedReason = 'place' | 'barred' | 'limit' | 'games' | UnplayedRequest;

export interface UnplayedQuestion {
  readonly userId: string;
  readonly place: CallerPlace;
  /** Kobo that would have to be staked. */
  readonly missing: Kobo;
  readonly at: Date;
  readonly request: UnplayedRequest | null;
}

/** The reason why unplayed money may be paid out, or null. */
export async function findUnplayedReason(db: Db, question: UnplayedQuestion): Promise<UnplayedReason | null> {
  const { userId, place, missing, at, request } = question;
  const { rows } = await db.query<{ state: string | null; has_games: boolean }>(
    'SELECT state, EXISTS (SELECT FROM game WHERE enabled) AS has_games FROM player WHERE user_id = $1',
    [userId],
  );
  const { state = null, has_games: hasGames = true } = rows[0] ?? {};
  if (rulesFor(state, place).depositTurnover === 0) return 'place';
  if (request !== null) return request;
  const rules = await readPlayRules(db, userId, place, at);
  if (rules === null) return 'barred';
  if (!hasGames) return 'games';
  return (await isBeyondLimits(db, userId, rules, missing, at)) ? 'limit' : null;
}

/** The rules by which the player may stake; null for a player who may not. */
async function readPlayRules(db: Db, userId: string, place: CallerPlace, at: Date): Promise<PlayerRules | null> {
  try {
    return await assertMayMove(db, userId, { purposes: ['play'], place }, at);
  } catch (error) {
    if (error instanceof ProblemError && error.code !== 'money-unavailable') return null;
    throw error;
  }
}

async function isBeyondLimits(db: Db, userId: string, rules: PlayerRules, missing: Kobo, at: Date): Promise<boolean> {
  if (!hasLimits(rules)) return false;
  const { ownLimits, used } = await readStanding(db, userId, at);
  const tightest = findTightest([...ownLimits, ...rules.ceilings], used, ['stake', 'loss']);
  return tightest !== null && tightest.remaining < missing;
}

/** The unplayed money of the player's balance. */
export async function readUnplayed(db: Db, userId: string): Promise<Unplayed> {
  const { rows } = await db.query<{ unplayed: number; unplayed_of: number }>(
    'SELECT least(unplayed, balance) AS unplayed, unplayed_of FROM ledger_account WHERE account_id = $1',
    [accountIdOf(userId, 'real')],
  );
  const left = kobo(rows[0]?.unplayed ?? 0);
  return { left, of: left === 0 ? ZERO_KOBO : kobo(rows[0]?.unplayed_of ?? 0) };
}

/** The refusal of an amount that was not played in full. */
export function turnoverProblem(balance: Kobo, unplayed: Kobo): ProblemError {
  const naira = (amount: Kobo): string => formatNaira(amount, { whole: true });
  const detail = `${naira(unplayed)} of your balance was paid in and not played yet. You can withdraw ${naira(subKobo(balance, unplayed))} now, and the rest as you play it.`;
  return new ProblemError('turnover-needed', 'This was not played yet', { detail, errors: [{ field: 'amount', message: detail }] });
}
