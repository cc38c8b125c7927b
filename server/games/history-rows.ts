/** Reads the rows of a history: the platform's own rounds, and those of providers' games in a frame. */
import type { RoundHistoryItem } from '../../src/core/contract/games';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import { ROUND_COLUMNS, toRoundAnswer } from './rounds';
import type { RoundRow } from './rounds';

/** A round in a history. For a provider's round we know stake and win; its outcome is the provider's. */
interface HistoryRow extends RoundRow {
  /** The provider's name; null = a round of the platform. */
  readonly provider: string | null;
  /** True for a provider's round whose win is not known yet. */
  readonly is_open: boolean;
}

/** A position in a list: the time, and the round among those of the same instant. */
interface ListPosition {
  readonly at: Date;
  readonly roundId: string;
}

export interface HistoryFilter {
  readonly userId: string;
  readonly gameId: string | null;
  readonly from: Date;
  readonly before: Date;
}

/** Leaves out rounds whose stakes went back after a restore: there is no result to show or to check. */
export const HAS_RESULT = 'NOT EXISTS (SELECT FROM voided_round v WHERE v.round_id = r.round_id)';
const OWN_ROUNDS = `SELECT ${ROUND_COLUMNS}, NULL::text AS provider, false AS is_open FROM round r JOIN seed_pair p USING (seed_pair_id)
  WHERE r.user_id = $1 AND ${HAS_RESULT}`;

/** Selects the same columns from providers' rounds. A stake that was given back counts as a win, as in the ledger and for limits. */
const FRAMED_ROUNDS = `
  SELECT r.round_id, r.game_id, r.staked, r.won + r.returned, 0, 0, 0, NULL, r.balance_before, r.balance_after, r.balance_version, NULL::jsonb,
    '', '', 0, r.started_at, '{}'::jsonb, NULL, NULL::jsonb, NULL::boolean, NULL::timestamptz, NULL::text, g.provider_name,
    r.settled_at IS NULL AND r.returned < r.staked
  FROM frame_round r JOIN framed_game g USING (game_id) WHERE r.user_id = $1 AND r.balance_after IS NOT NULL`;

const selectPage = (columns: string, at: string): string => `(
  ${columns} AND ($2::text IS NULL OR r.game_id = $2) AND r.${at} >= $3 AND r.${at} < $4
    AND ($5::timestamptz IS NULL OR (r.${at}, r.round_id) < ($5, $6))
  ORDER BY r.${at} DESC, r.round_id DESC LIMIT $7)`;

/** Reads rows, the newest first: the platform's rounds by their end, a provider's by their start, which settling does not change. */
export async function readHistoryRows(db: Db, filter: HistoryFilter, after: ListPosition | null, limit: number): Promise<readonly HistoryRow[]> {
  const { userId, gameId, from, before } = filter;
  const { rows } = await db.query<HistoryRow>(
    `${selectPage(OWN_ROUNDS, 'at')} UNION ALL ${selectPage(FRAMED_ROUNDS, 'started_at')} ORDER BY at DESC, round_id DESC LIMIT $7`,
    [userId, gameId, from, before, after?.at ?? null, after?.roundId ?? '', limit],
  );
  return rows;
}

/** Finds a round by its id; undefined for an id that is not one of the player's. */
export async function findHistoryRow(db: Db, userId: string, roundId: string): Promise<HistoryRow | undefined> {
  const { rows } = await db.query<HistoryRow>(`${OWN_ROUNDS} AND r.round_id = $2 UNION ALL ${FRAMED_ROUNDS} AND r.round_id = $2`, [userId, roundId]);
  return rows[0];
}

const OWN_MONEY = 'SELECT round_id, game_id, at, stake - bonus_staked AS staked, win - bonus_won AS won FROM round WHERE user_id = $1';
const FRAMED_MONEY = 'SELECT round_id, game_id, started_at AS at, staked, won + returned AS won FROM frame_round WHERE user_id = $1';

/** Selects the rounds of the player `$1` with real money alone, as limits count it. */
export const PLAYED_ROUNDS = `(${OWN_MONEY} UNION ALL ${FRAMED_MONEY})`;

/** Selects the newest rounds alone, up to `count` of either kind; both parts are read from an index. */
export const selectNewestRounds = (count: string): string => `(
  (${OWN_MONEY} ORDER BY at DESC, round_id DESC LIMIT ${count}) UNION ALL (${FRAMED_MONEY} ORDER BY started_at DESC, round_id DESC LIMIT ${count}))`;

const naira = (amount: number): number => koboToNaira(kobo(amount));

export function toHistoryItem(row: HistoryRow): RoundHistoryItem {
  const balances = { balanceBefore: naira(row.balance_before), balanceAfter: naira(row.balance_after) };
  if (row.provider === null) return { ...toRoundAnswer(row), bet: { ...row.bet }, ...balances };
  return {
    roundId: row.round_id,
    gameId: row.game_id,
    state: row.is_open ? 'open' : 'ended',
    stake: naira(row.stake),
    currency: CURRENCY,
    outcome: null,
    win: naira(row.win),
    balance: naira(row.balance_after),
    version: row.balance_version,
    at: row.at.toISOString(),
    provider: row.provider,
    ...balances,
  };
}
