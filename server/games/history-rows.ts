/** The rows of a history: the platform's own rounds, and those that a provider's game played for money in its frame. */
import type { RoundHistoryItem } from '../../src/core/contract/games';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../src/core/money';
import type { Db } from '../ledger/accounts';
import { ROUND_COLUMNS, toRoundAnswer } from './rounds';
import type { RoundRow } from './rounds';

/** Of a provider's round what was staked and paid back is here; how it went, the provider knows. */
interface ListedRow extends RoundRow {
  /** The provider's name; null = the platform's own. */
  readonly provider: string | null;
  /** Of a provider's round: it has not said yet what it pays. */
  readonly is_open: boolean;
}

/** The place in a list: when, and which of one instant. */
interface Place {
  readonly at: Date;
  readonly roundId: string;
}

export interface Stretch {
  readonly userId: string;
  readonly gameId: string | null;
  readonly from: Date;
  readonly before: Date;
}

const OWN = `SELECT ${ROUND_COLUMNS}, NULL::text AS provider, false AS is_open FROM round r JOIN seed_pair p USING (seed_pair_id) WHERE r.user_id = $1`;

/** In the columns of one's own. What was given back of a stake stands as a win, as the ledger and the limits have it. */
const FRAMED = `
  SELECT r.round_id, r.game_id, r.staked, r.won + r.returned, 0, 0, 0, NULL, r.balance_before, r.balance_after, r.balance_version, NULL::jsonb,
    '', '', 0, r.started_at, '{}'::jsonb, NULL, NULL::jsonb, NULL::boolean, NULL::timestamptz, g.provider_name,
    r.settled_at IS NULL AND r.returned < r.staked
  FROM frame_round r JOIN framed_game g USING (game_id) WHERE r.user_id = $1 AND r.balance_after IS NOT NULL`;

const part = (columns: string, at: string): string => `(
  ${columns} AND ($2::text IS NULL OR r.game_id = $2) AND r.${at} >= $3 AND r.${at} < $4
    AND ($5::timestamptz IS NULL OR (r.${at}, r.round_id) < ($5, $6))
  ORDER BY r.${at} DESC, r.round_id DESC LIMIT $7)`;

/** Newest first: own rounds by their end, a provider's by their start, which does not move when they are settled. */
export async function readListed(db: Db, stretch: Stretch, after: Place | null, limit: number): Promise<readonly ListedRow[]> {
  const { userId, gameId, from, before } = stretch;
  const { rows } = await db.query<ListedRow>(
    `${part(OWN, 'at')} UNION ALL ${part(FRAMED, 'started_at')} ORDER BY at DESC, round_id DESC LIMIT $7`,
    [userId, gameId, from, before, after?.at ?? null, after?.roundId ?? '', limit],
  );
  return rows;
}

/** Undefined for an id that is not one of the player's. */
export async function findListed(db: Db, userId: string, roundId: string): Promise<ListedRow | undefined> {
  const { rows } = await db.query<ListedRow>(`${OWN} AND r.round_id = $2 UNION ALL ${FRAMED} AND r.round_id = $2`, [userId, roundId]);
  return rows[0];
}

const OWN_MONEY = 'SELECT round_id, game_id, at, stake - bonus_staked AS staked, win - bonus_won AS won FROM round WHERE user_id = $1';
const FRAMED_MONEY = 'SELECT round_id, game_id, started_at AS at, staked, won + returned AS won FROM frame_round WHERE user_id = $1';

/** `$1`'s rounds with what of their money is the player's own, as limits count it. */
export const PLAYED = `(${OWN_MONEY} UNION ALL ${FRAMED_MONEY})`;

/** The same of the newest rounds alone, `most` of either kind: each is read from its index. */
export const newestPlayed = (most: string): string => `(
  (${OWN_MONEY} ORDER BY at DESC, round_id DESC LIMIT ${most}) UNION ALL (${FRAMED_MONEY} ORDER BY started_at DESC, round_id DESC LIMIT ${most}))`;

const naira = (amount: number): number => koboToNaira(kobo(amount));

export function toHistoryItem(row: ListedRow): RoundHistoryItem {
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
