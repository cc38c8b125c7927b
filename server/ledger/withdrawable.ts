/**
 * Decides how much of a player's money may be withdrawn. Won money and played deposits always may. A deposit that was not played may be
 * withdrawn only for a reason, of which there are several, so that a player who can't play is not kept from their money.
 */
import { kobo, subKobo, ZERO_KOBO } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import { accountIdOf } from './accounts';
import type { Db } from './accounts';
import { assertMayMove } from './guards';
import type { PlayerRules } from './guards';
import { findTightest, hasLimits, readLimitUsage } from './limits';
import type { UnplayedMoney } from './turnover';

/** The reasons that a player can give for a payout of money that was not played. People decide on it. */
export type UnplayedRequest = 'mistake' | 'closing';
/**
 * - `place`: the place asks for no turnover, so nothing is waived · `barred`: the player may not play, whatever forbids it · `limit`: the
 *   limits leave too little to stake · `games`: no game can be played
 */
export type UnplayedReason = 'place' | 'barred' | 'limit' | 'games' | UnplayedRequest;

export interface WithdrawableQuery {
  readonly userId: string;
  readonly place: CallerPlace;
  readonly at: Date;
  readonly request: UnplayedRequest | null;
}

export interface Withdrawable {
  /** The whole balance. */
  readonly real: Kobo;
  readonly unplayed: UnplayedMoney;
  /** Kobo that may be paid out now. */
  readonly free: Kobo;
  /** The reason why unplayed money may be paid out, too; null where there is none. */
  readonly unplayedReason: UnplayedReason | null;
}

/** Reads how much of the player's money may be paid out now. Withdrawals and all pages that show it read it here, so that they agree. */
export async function readWithdrawable(db: Db, query: WithdrawableQuery): Promise<Withdrawable> {
  const { real, unplayed } = await readMoney(db, query.userId);
  const unplayedReason = await findUnplayedReason(db, query, unplayed.left);
  return { real, unplayed, unplayedReason, free: unplayedReason === null ? subKobo(real, unplayed.left) : real };
}

/**
 * Finds the reason why unplayed money may be paid out, or null. `unplayed` is all there is before the withdrawal, whatever part of it is
 * asked for.
 */
export async function findUnplayedReason(db: Db, query: WithdrawableQuery, unplayed: Kobo): Promise<UnplayedReason | null> {
  if (unplayed === 0) return null;
  const { userId, place, at, request } = query;
  const { rows } = await db.query<{ state: string | null; has_games: boolean }>(
    `SELECT state, EXISTS (SELECT FROM game WHERE enabled AND (hidden_until IS NULL OR hidden_until <= $2)) AS has_games
     FROM player WHERE user_id = $1`,
    [userId, at],
  );
  const { state = null, has_games: hasGames = true } = rows[0] ?? {};
  if (rulesFor(state, place).depositTurnover === 0) return 'place';
  if (request !== null) return request;
  const rules = await readPlayRules(db, userId, place, at);
  if (rules === 'money-off') return null;
  if (rules === null) return 'barred';
  if (!hasGames) return 'games';
  return (await doLimitsLeaveTooLittle(db, userId, rules, unplayed, at)) ? 'limit' : null;
}

/**
 * Reads the rules by which the player may stake; null for a player who may not. While all money is switched off nobody may stake, which is
 * no reason to pay out: `money-off`.
 */
async function readPlayRules(db: Db, userId: string, place: CallerPlace, at: Date): Promise<PlayerRules | 'money-off' | null> {
  try {
    return await assertMayMove(db, userId, { purposes: ['play'], place }, at);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return error.code === 'money-unavailable' ? 'money-off' : null;
  }
}

async function doLimitsLeaveTooLittle(db: Db, userId: string, rules: PlayerRules, unplayed: Kobo, at: Date): Promise<boolean> {
  if (!hasLimits(rules)) return false;
  const { ownLimits, used } = await readLimitUsage(db, userId, at);
  const tightest = findTightest([...ownLimits, ...rules.ceilings], used, ['stake', 'loss']);
  return tightest !== null && tightest.remaining < unplayed;
}

/** Reads the player's real money and how much of it is unplayed, at one moment. */
async function readMoney(db: Db, userId: string): Promise<{ real: Kobo; unplayed: UnplayedMoney }> {
  const { rows } = await db.query<{ balance: number; unplayed: number; unplayed_of: number }>(
    'SELECT balance, least(unplayed, balance) AS unplayed, unplayed_of FROM ledger_account WHERE account_id = $1',
    [accountIdOf(userId, 'real')],
  );
  const { balance = 0, unplayed = 0, unplayed_of: total = 0 } = rows[0] ?? {};
  return { real: kobo(balance), unplayed: { left: kobo(unplayed), total: unplayed === 0 ? ZERO_KOBO : kobo(total) } };
}
