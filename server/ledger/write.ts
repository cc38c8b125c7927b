/**
 * The third step of a posting: one statement writes its transaction and entries, the balances, the head of the player's chain, the
 * counters of the day and the play.
 */
import type { PoolClient } from 'pg';
import type { Plan } from './plan';

/**
 * Makes the statement, with `extraPart` in it. Like all statements of a round it has a name, so that each connection parses and plans
 * it only once, which halves its cost.
 */
const writeStatement = (extraPart: string): string => `
  WITH new_transaction AS (
    INSERT INTO ledger_transaction (transaction_id, kind, user_id, reference, operation_key, at)
    OVERRIDING SYSTEM VALUE VALUES ($28, $1, $2, $3, $4, $5)
  ), changed_account AS (
    UPDATE ledger_account SET balance = $29, version = version + 1, chain_hash = decode($13, 'hex'), chain_length = chain_length + $14,
      play_started_at = $15, play_last_at = $16, play_looked_at = $17, play_staked = $18, play_won = $19, play_rounds = $20, unplayed = $31, unplayed_of = $32
    WHERE account_id = 'real:' || $2 AND version = $30 RETURNING account_id
  )${extraPart}, counted_day AS (
    INSERT INTO activity_day AS a (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
    SELECT $2, day, staked, won, deposited, withdrawn, rounds, played_ms
    FROM unnest($21::date[], $22::bigint[], $23::bigint[], $24::bigint[], $25::bigint[], $26::bigint[], $27::bigint[])
      AS added (day, staked, won, deposited, withdrawn, rounds, played_ms)
    ON CONFLICT (user_id, day) DO UPDATE SET staked = a.staked + excluded.staked, won = a.won + excluded.won,
      deposited = a.deposited + excluded.deposited, withdrawn = a.withdrawn + excluded.withdrawn,
      rounds = a.rounds + excluded.rounds, played_ms = a.played_ms + excluded.played_ms
  )
  INSERT INTO ledger_entry
    (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
  OVERRIDING SYSTEM VALUE
  SELECT leg.entry_id, $28, leg.account_id, $2, leg.kind, leg.amount, leg.before, leg.after, $5,
    decode(leg.hash, 'hex')
  FROM changed_account, unnest($6::bigint[], $7::text[], $8::text[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[])
    AS leg (entry_id, account_id, kind, amount, before, after, hash)`;

const WRITE = writeStatement('');
/** The accounts beside the real one are changed in the same statement, so they cost no trip of their own. */
const WRITE_OTHERS = writeStatement(`, others AS (
    UPDATE ledger_account a SET balance = a.balance + other.delta, version = a.version + 1
    FROM unnest($33::text[], $34::bigint[]) AS other (account_id, delta) WHERE a.account_id = other.account_id
  )`);

/** Writes a plan. The caller holds the locks on everything from which the plan was made. */
export async function writePosting(tx: PoolClient, plan: Plan): Promise<void> {
  const { posting, real, others, legs, entries, chain, dayRows: days, play } = plan;
  const hasOthers = others.length > 0;
  const { rowCount } = await tx.query({
    name: hasOthers ? 'ledger-write-others' : 'ledger-write',
    text: hasOthers ? WRITE_OTHERS : WRITE,
    values: [
      posting.kind,
      posting.userId,
      posting.reference,
      posting.operationKey ?? null,
      posting.at,
      plan.entryIds,
      legs.map((leg) => leg.accountId),
      legs.map((leg) => leg.kind),
      legs.map((leg) => leg.amount),
      entries.map((entry) => entry?.before ?? null),
      entries.map((entry) => entry?.after ?? null),
      chain.hashes,
      chain.head,
      chain.entryCount,
      dateOf(play?.startedAt),
      dateOf(play?.lastStakeAt),
      dateOf(play?.lastCheckAt),
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
      plan.transactionId,
      real.balance,
      real.version,
      real.unplayed.left,
      real.unplayed.total,
      ...(hasOthers ? [others.map(({ accountId }) => accountId), others.map(({ delta }) => delta)] : []),
    ],
  });
  if (rowCount !== legs.length) throw new Error('the ledger wrote a different number of entries than was planned');
}

const dateOf = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
