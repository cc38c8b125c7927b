import type { PoolClient } from 'pg';
import { addKobo, kobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import { openAccount } from './accounts';
import { assertMayMove, purposeOf } from './guards';
import { planPosting } from './plan';
import type { AccountChange, EntryKind, Leg, Plan, Posting } from './plan';

export type { Move, Posting } from './plan';

/** An entry of one of the player's accounts. */
export interface PostedEntry {
  readonly accountId: string;
  readonly kind: EntryKind;
  /** Kobo, signed. */
  readonly amount: Kobo;
  readonly before: Kobo;
  readonly after: Kobo;
}

export interface Posted {
  readonly transactionId: string;
  /** The player's real account after it. */
  readonly real: { readonly balance: Kobo; readonly version: number };
  /** Those of the player, in the order of the moves. */
  readonly entries: readonly PostedEntry[];
}

interface Changed {
  /** Kobo, after the posting. */
  readonly balance: Kobo;
  readonly version: number;
}

/**
 * The only writer of money: checks the guards, locks the player's accounts in a fixed order, changes their balances and
 * writes the entries, all in the caller's transaction.
 *
 * Throws a ProblemError `insufficient-funds` when a move takes more than is there, those of the guards (guards.ts), and
 * a RangeError for a posting that makes no sense. After a throw the caller must roll back, at least to a savepoint.
 */
export async function post(tx: PoolClient, posting: Posting): Promise<Posted> {
  const plan = planPosting(posting);
  await assertMayMove(tx, posting.userId, posting.moves.map(purposeOf), posting.at);

  const changed = new Map<string, Changed>();
  for (const change of plan.changes) changed.set(change.accountId, await applyChange(tx, posting.userId, change));

  const entries = playerEntries(plan, changed);
  const transactionId = await write(tx, posting, plan.legs, entries);
  const real = changed.get(plan.changes[0]?.accountId ?? '');
  if (real === undefined) throw new Error('every posting changes the real account');
  return { transactionId, real, entries: entries.filter((entry) => entry !== null) };
}

async function applyChange(tx: PoolClient, userId: string, change: AccountChange): Promise<Changed> {
  const changed = await tryChange(tx, change);
  if (changed !== null) return changed;
  // Nothing was updated: too little is there, or the account is not there yet.
  if (change.needed === 0) {
    await openAccount(tx, userId, change.ref);
    const opened = await tryChange(tx, change);
    if (opened !== null) return opened;
  }
  throw new ProblemError('insufficient-funds', 'You do not have enough for this.');
}

/** One conditional update: the check, the lock and the change are the same moment. */
async function tryChange(tx: PoolClient, { accountId, delta, needed }: AccountChange): Promise<Changed | null> {
  const { rows } = await tx.query<{ balance: number; version: number }>({
    name: 'ledger-change',
    text: `UPDATE ledger_account SET balance = balance + $2, version = version + 1
           WHERE account_id = $1 AND balance >= $3 RETURNING balance, version`,
    values: [accountId, delta, needed],
  });
  const row = rows[0];
  return row === undefined ? null : { balance: kobo(row.balance), version: row.version };
}

/** Balances before and after each leg; null for the house's side. */
function playerEntries(plan: Plan, changed: ReadonlyMap<string, Changed>): (PostedEntry | null)[] {
  const running = new Map<string, Kobo>();
  for (const { accountId, delta } of plan.changes) {
    const after = changed.get(accountId)?.balance;
    if (after !== undefined) running.set(accountId, subKobo(after, delta));
  }
  return plan.legs.map(({ accountId, kind, amount }) => {
    const before = running.get(accountId);
    if (before === undefined) return null;
    const after = addKobo(before, amount);
    running.set(accountId, after);
    return { accountId, kind, amount, before, after };
  });
}

/** This and the other statements of a round have names: parsed and planned once per connection, they cost half. */
const WRITE = `
  WITH made AS (
    INSERT INTO ledger_transaction (kind, user_id, reference, operation_key, at)
    VALUES ($1, $2, $3, $4, $5) RETURNING transaction_id
  )
  INSERT INTO ledger_entry (transaction_id, account_id, user_id, kind, amount, balance_before, balance_after, at)
  SELECT made.transaction_id, leg.account_id, $2, leg.kind, leg.amount, leg.before, leg.after, $5
  FROM made, unnest($6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[])
    WITH ORDINALITY AS leg (account_id, kind, amount, before, after, place)
  ORDER BY leg.place
  RETURNING transaction_id`;

async function write(
  tx: PoolClient,
  posting: Posting,
  legs: readonly Leg[],
  entries: readonly (PostedEntry | null)[],
): Promise<string> {
  const { rows } = await tx.query<{ transaction_id: number }>({
    name: 'ledger-write',
    text: WRITE,
    values: [
      posting.kind,
      posting.userId,
      posting.reference,
      posting.operationKey ?? null,
      posting.at,
      legs.map((leg) => leg.accountId),
      legs.map((leg) => leg.kind),
      legs.map((leg) => leg.amount),
      entries.map((entry) => entry?.before ?? null),
      entries.map((entry) => entry?.after ?? null),
    ],
  });
  const id = rows[0]?.transaction_id;
  if (id === undefined) throw new Error('the ledger wrote no entries');
  return String(id);
}
