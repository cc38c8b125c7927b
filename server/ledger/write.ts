/**
 * The third step of a posting: one statement writes its transaction and entries, the balances, the head of the player's chain, the
 * counters of the day and the play.
 */
import type { PoolClient } from 'pg';
import { recordChange } from '../db/changes';
import { namedStatement } from '../db/statement';
import type { Plan } from './plan';

/**
 * Makes the SQL, with `extraPart` in it. Parameters in the plural are lists, one item for each leg, day or account. Where the balance is not
 * the planned one any more, the entries have no transaction, which the table refuses: COMMIT may follow before anybody looks at the answer.
 */
const writeStatement = (extraPart: string): string => `
  WITH new_transaction AS (
    INSERT INTO ledger_transaction (transaction_id, kind, user_id, reference, operation_key, at)
    OVERRIDING SYSTEM VALUE VALUES ($transactionId, $kind, $userId, $reference, $operationKey, $at)
  ), changed_account AS (
    UPDATE ledger_account SET balance = $balance, version = version + 1,
      chain_hash = decode($chainHead, 'hex'), chain_length = chain_length + $chainedEntryCount,
      play_started_at = $playStartedAt, play_last_at = $playLastStakeAt, play_looked_at = $playLastCheckAt,
      play_staked = $playStaked, play_won = $playWon, play_rounds = $playRounds,
      unplayed = $unplayedLeft, unplayed_of = $unplayedTotal
    WHERE account_id = 'real:' || $userId AND version = $versionBefore RETURNING account_id
  )${extraPart}, counted_day AS (
    INSERT INTO activity_day AS a (user_id, day, staked, won, deposited, withdrawn, rounds, played_ms)
    SELECT $userId, day, staked, won, deposited, withdrawn, rounds, played_ms
    FROM unnest($days::date[], $dayStakes::bigint[], $dayWins::bigint[], $dayDeposits::bigint[], $dayWithdrawals::bigint[],
        $dayRounds::bigint[], $dayPlayedMs::bigint[])
      AS added (day, staked, won, deposited, withdrawn, rounds, played_ms)
    ON CONFLICT (user_id, day) DO UPDATE SET staked = a.staked + excluded.staked, won = a.won + excluded.won,
      deposited = a.deposited + excluded.deposited, withdrawn = a.withdrawn + excluded.withdrawn,
      rounds = a.rounds + excluded.rounds, played_ms = a.played_ms + excluded.played_ms
  )
  INSERT INTO ledger_entry
    (entry_id, transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at, hash)
  OVERRIDING SYSTEM VALUE
  SELECT leg.entry_id, CASE WHEN changed.account_id IS NOT NULL THEN $transactionId::bigint END,
    leg.account_id, $userId, leg.kind, leg.amount, leg.before, leg.after, $at, decode(leg.hash, 'hex')
  FROM changed_account changed RIGHT JOIN unnest($entryIds::bigint[], $legAccountIds::text[], $legKinds::text[], $legAmounts::bigint[],
      $legBalancesBefore::bigint[], $legBalancesAfter::bigint[], $legHashes::text[])
    AS leg (entry_id, account_id, kind, amount, before, after, hash) ON true`;

/** Like all statements of a round these two have names, which halves their cost. */
const writeRealAccount = namedStatement('ledger-write', writeStatement(''));
/** The accounts beside the real one are changed in the same statement, so they cost no trip of their own. */
const writeAllAccounts = namedStatement('ledger-write-others', writeStatement(`, others AS (
    UPDATE ledger_account a SET balance = a.balance + other.delta, version = a.version + 1
    FROM unnest($otherAccountIds::text[], $otherDeltas::bigint[]) AS other (account_id, delta) WHERE a.account_id = other.account_id
  )`));

/** Writes a plan. The caller holds the locks on everything from which the plan was made. */
export async function writePosting(tx: PoolClient, plan: Plan): Promise<void> {
  recordChange(tx, plan.posting.userId);
  const write = plan.others.length > 0 ? writeAllAccounts : writeRealAccount;
  const { rowCount } = await tx.query(write({
    ...transactionValues(plan), ...realAccountValues(plan), ...otherAccountValues(plan), ...dayValues(plan), ...entryValues(plan),
  }));
  if (rowCount !== plan.legs.length) throw new Error('the ledger wrote a different number of entries than was planned');
}

const transactionValues = ({ transactionId, posting }: Plan) => ({
  transactionId,
  kind: posting.kind,
  userId: posting.userId,
  reference: posting.reference,
  operationKey: posting.operationKey ?? null,
  at: posting.at,
});

const realAccountValues = ({ real, chain, play }: Plan) => ({
  balance: real.balanceAfter,
  versionBefore: real.versionBefore,
  chainHead: chain.head,
  chainedEntryCount: chain.entryCount,
  playStartedAt: toDate(play?.startedAt),
  playLastStakeAt: toDate(play?.lastStakeAt),
  playLastCheckAt: toDate(play?.lastCheckAt),
  playStaked: play?.staked ?? 0,
  playWon: play?.won ?? 0,
  playRounds: play?.rounds ?? 0,
  unplayedLeft: real.unplayedAfter.left,
  unplayedTotal: real.unplayedAfter.total,
});

const otherAccountValues = ({ others }: Plan) => ({
  otherAccountIds: others.map(({ accountId }) => accountId),
  otherDeltas: others.map(({ delta }) => delta),
});

const dayValues = ({ dayRows }: Plan) => ({
  days: dayRows.map(({ day }) => day),
  dayStakes: dayRows.map(({ staked }) => staked),
  dayWins: dayRows.map(({ won }) => won),
  dayDeposits: dayRows.map(({ deposited }) => deposited),
  dayWithdrawals: dayRows.map(({ withdrawn }) => withdrawn),
  dayRounds: dayRows.map(({ rounds }) => rounds),
  dayPlayedMs: dayRows.map(({ playedMs }) => playedMs),
});

const entryValues = ({ entryIds, legs, entries, chain }: Plan) => ({
  entryIds,
  legAccountIds: legs.map(({ accountId }) => accountId),
  legKinds: legs.map(({ kind }) => kind),
  legAmounts: legs.map(({ amount }) => amount),
  legBalancesBefore: entries.map((entry) => entry?.before ?? null),
  legBalancesAfter: entries.map((entry) => entry?.after ?? null),
  legHashes: chain.hashes,
});

const toDate = (ms: number | undefined): Date | null => (ms === undefined ? null : new Date(ms));
