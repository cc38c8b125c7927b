/**
 * Hashes rounds, a day after they were played, in parts by time. The check of everything compares the hashes, so a round that somebody changed is
 * found.
 */
import type { Pool, PoolClient } from 'pg';
import { asLeader } from '../ledger/checkpoint';
import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A part has no more rounds than this, unless they are of one second. */
const MAX_ROUNDS = 5_000;
const MIN_SPAN_MS = 1_000;
const MAX_SPAN_MS = 31 * DAY_MS;
/** A run ends after so many parts, and the next goes on. */
const MAX_PARTS = 200;

/** Hashes the rounds up to a day ago. Returns whether it is there; another process may be at it. */
export async function hashRounds(pool: Pool, now: Date): Promise<boolean> {
  for (let parts = 0; parts < MAX_PARTS; parts += 1) {
    const isDone = await asLeader(pool, (tx) => hashPart(tx, now));
    if (isDone !== false) return isDone === true;
  }
  return false;
}

interface LastPart {
  readonly last_at: Date;
  readonly span_ms: number;
  readonly rounds: number;
  /** The end of the month in Lagos in which the next part begins. */
  readonly month_end: Date;
}

/** Returns whether there is nothing more to be hashed now. */
async function hashPart(tx: PoolClient, now: Date): Promise<boolean> {
  const { rows } = await tx.query<LastPart>(
    `SELECT last_at, (extract(epoch FROM last_at - after_at) * 1000)::bigint AS span_ms, rounds,
       (date_trunc('month', last_at AT TIME ZONE 'Africa/Lagos') + interval '1 month') AT TIME ZONE 'Africa/Lagos' AS month_end
     FROM round_part ORDER BY part_no DESC LIMIT 1`,
  );
  const [last] = rows;
  if (last === undefined) throw new Error('the database has no part of rounds');
  const fromMs = last.last_at.getTime();
  const limitMs = Math.min(now.getTime() - DAY_MS, last.month_end.getTime());
  // Parts of a few minutes each would be many.
  if (limitMs - fromMs < HOUR_MS && limitMs < last.month_end.getTime()) return true;
  const isSmall = last.rounds < MAX_ROUNDS / 2;
  let spanMs = Math.min(limitMs - fromMs, MAX_SPAN_MS, last.span_ms * (isSmall ? 2 : 1));
  while (spanMs > MIN_SPAN_MS && (await hasTooMany(tx, last.last_at, new Date(fromMs + spanMs)))) {
    spanMs = Math.max(MIN_SPAN_MS, Math.floor(spanMs / 2));
  }
  await tx.query(
    `INSERT INTO round_part (after_at, last_at, rounds, staked, won, hash)
     SELECT $1, $2, count(*), coalesce(sum(stake), 0), coalesce(sum(win), 0), round_part_hash($1, $2) FROM round WHERE at > $1 AND at <= $2`,
    [last.last_at, new Date(fromMs + spanMs)],
  );
  return false;
}

async function hasTooMany(tx: PoolClient, after: Date, last: Date): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM round WHERE at > $1 AND at <= $2 LIMIT $3', [after, last, MAX_ROUNDS + 1]);
  return rowCount !== null && rowCount > MAX_ROUNDS;
}

/** Forgets the hashes, for rounds that people have looked at. */
export async function resetRoundParts(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM round_part WHERE part_no <> (SELECT min(part_no) FROM round_part)');
}

/** A violation raises an alert and closes nothing: the ledger has the money, and a wrong clock may add a round to a time that is over. */
export const ROUND_PART_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I12',
    rule: 'every part of the rounds has the rounds that it had a day after they were played',
    ...inSlices('roundPart', (isInSlice) => `SELECT 'the rounds after ' || after_at || ' up to ' || last_at AS found
      FROM round_part WHERE ${isInSlice('part_no')} AND hash <> round_part_hash(after_at, last_at)`),
  },
];
