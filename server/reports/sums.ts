/** Sums entries by day and by what a report is broken down by. */
import { ACCOUNT, FACT_JOINS, GAME, METHOD, STATE } from './entry-facts';

/** The part of the ledger that is looked at, and what of it was counted before. */
export interface Span {
  /** The entries after this id, up to `last`; null = all there are. */
  readonly after: number;
  readonly last: number | null;
  /** Those up to this id that belong to `closedDay` or a day before it were counted when their day was closed. Null: no day is closed. */
  readonly counted: number;
  readonly closedDay: string | null;
  /** Days after this one are left for later; null = none are. */
  readonly upTo: string | null;
}

/** The parameters of `countedSql`, from $1. */
export const valuesOf = ({ after, last, counted, closedDay, upTo }: Span): unknown[] => [after, last, counted, closedDay, upTo];

/** SQL of the tables `scanned` (every entry of the span with its day) and `summed`. */
export const SUMMED = `scanned AS MATERIALIZED (
    SELECT e.*, lagos_day(e.at) AS day FROM ledger_entry e WHERE e.entry_id > $1 AND e.entry_id <= coalesce($2::bigint, 9223372036854775807)
  ), counted AS (
    SELECT e.day, ${ACCOUNT} AS account, t.kind AS transaction_kind, e.kind AS entry_kind, e.amount, ${GAME} AS game, ${METHOD} AS method, ${STATE} AS state
    FROM scanned e ${FACT_JOINS}
    WHERE (e.entry_id > $3 OR $4::date IS NULL OR e.day > $4::date) AND ($5::date IS NULL OR e.day <= $5::date)
  ), summed AS (
    SELECT day, CASE WHEN grouping(game) = 0 THEN 'game' WHEN grouping(method) = 0 THEN 'method' WHEN grouping(state) = 0 THEN 'state' ELSE 'all' END AS breakdown,
      CASE WHEN grouping(game) = 0 THEN game WHEN grouping(method) = 0 THEN method WHEN grouping(state) = 0 THEN state ELSE '' END AS value,
      account, transaction_kind, entry_kind,
      coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS credited, coalesce(sum(-amount) FILTER (WHERE amount < 0), 0)::bigint AS debited,
      count(*) AS entries
    FROM counted
    GROUP BY GROUPING SETS ((day, account, transaction_kind, entry_kind), (day, account, transaction_kind, entry_kind, game),
      (day, account, transaction_kind, entry_kind, method), (day, account, transaction_kind, entry_kind, state))
  )`;
