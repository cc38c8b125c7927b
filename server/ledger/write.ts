/** What a posting writes: its transaction and entries, the end of the player's chain, the day's counters and the play. */
import type { PoolClient } from 'pg';
import type { DayRow } from './activity';
import type { Chained } from './chain';
import type { Leg, PostedEntry, Posting } from './plan';
import type { Play } from './play-session';

/** This and the other statements of a round have names: parsed and planned once per connection, they cost half. */
const WRITE = `
  WITH made AS (
    INSERT INTO ledger_transaction (kind, user_id, reference, operation_key, at)
    VALUES ($1, $2, $3, $4, $5) RETURNING transaction_id
  ), head AS (
    UPDATE ledger_account SET chain_hash = decode($13, 'hex'), chain_length = chain_length + $14,
      play_started_at = $15, play_last_at = $16, play_looked_at = $17, play_staked = $18, play_won = $19, play_rounds = $20
    WHERE account_id = 'real:' || $2 AND $14 > 0
  ), counted AS (
    INSERT INTO activity_day AS a (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
    SELECT $2, day, staked, won, deposited, withdrawn, rounds, played_ms
    FROM unnest($21::date[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[])
      AS more (day, staked, won, deposited, withdrawn, rounds, played_ms)
    ON CONFLICT (user_id, day) DO UPDATE SET staked = a.staked + excluded.staked, won = a.won + excluded.won,
      deposited = a.deposited + excluded.deposited, withdrawn = a.withdrawn + excluded.withdrawn,
      rounds = a.rounds + excluded.rounds, played_ms = a.played_ms + excluded.played_ms
  )
  INSERT INTO ledger_entry
    (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
  OVERRIDING SYSTEM VALUE
  SELECT leg.entry_id, made.transaction_id, leg.account_id, $2, leg.kind, leg.amount, leg.before, leg.after, $5,
    decode(leg.hash, 'hex')
  FROM made, unnest($6::bigint[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[])
    AS leg (entry_id, account_id, kind, amount, before, after, hash)
  RETURNING transaction_id`;

interface Written {
  readonly legs: readonly Leg[];
  readonly entries: readonly (PostedEntry | null)[];
  readonly entryIds: readonly number[];
  readonly chained: Chained;
  readonly days: readonly DayRow[];
  readonly play: Play | null;
}

/** Gives the id of the transaction back. The caller has locked the player's accounts. */
export async function write(tx: PoolClient, posting: Posting, { legs, entries, entryIds, chained, days, play }: Written): Promise<string> {
  const { rows } = await tx.query<{ transaction_id: number }>({
    name: 'ledger-write',
    text: WRITE,
    values: [
      posting.kind,
      posting.userId,
      posting.reference,
      posting.operationKey ?? null,
      posting.at,
      entryIds,
      legs.map((leg) => leg.accountId),
      legs.map((leg) => leg.kind),
      legs.map((leg) => leg.amount),
      entries.map((entry) => entry?.before ?? null),
      entries.map((entry) => entry?.after ?? null),
      chained.hashes,
      chained.head,
      chained.added,
      dateOf(play?.startedAt),
      dateOf(play?.lastAt),
      dateOf(play?.lookedAt),
      play?.staked ?? 0,
      play?.won ?? 0,
      play?.rounds ?? 0,
      days.map(({ day }) => day),
      days.map(({ staked }) => staked),
      days.map(({ won }) => won),
      days.map(({ deposited }) => deposited),
      days.map(({ withdrawn }) => withdrawn),
      days.map(({ rounds }) => rounds),
      days.map(({ playedMs }) => playedMs),
    ],
  });
  const id = rows[0]?.transaction_id;
  if (id === undefined) throw new Error('the ledger wrote no entries');
  return String(id);
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
