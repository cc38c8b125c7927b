/** Sums entries by day and by what a report is broken down by. */
import { ACCOUNT, FACT_JOINS, GAME, METHOD, STATE } from './entry-facts';

/** The entries of the ledger that a sum reads, and those among them that an earlier sum has counted. */
export interface Span {
  /** The entries after this id, up to `last`; null = all there are. */
  readonly after: number;
  readonly last: number | null;
  /** Entries up to this id were counted when their day was closed, where their day is `closedDay` or an earlier one. */
  readonly countedTo: number;
  /** The last closed day; null = no day is closed. */
  readonly closedDay: string | null;
  /** Entries of later days are left out; null = none are. */
  readonly upTo: string | null;
}

/** The parameters of `SUM_TABLES`, from $1. */
export const valuesOf = ({ after, last, countedTo, closedDay, upTo }: Span): unknown[] => [after, last, countedTo, closedDay, upTo];

/** SQL of the tables `scanned` (every entry of the span with its day) and `summed`. */
export const SUM_TABLES = `scanned AS MATERIALIZED (
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
