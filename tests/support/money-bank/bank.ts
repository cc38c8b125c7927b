/** Lets accounts pay each other through the ledger, and reads what must be true of them at any moment. */
import type { Pool } from 'pg';
import { kobo } from '../../../src/core/money';
import { CommitUnknownError } from '../../../server/db/errors';
import { transaction } from '../../../server/db/transaction';
import { ProblemError } from '../../../server/http/problem';
import { runOperation } from '../../../server/ledger/operation';
import { post } from '../../../server/ledger/post';
import type { Posting } from '../../../server/ledger/post';
import { readOperation } from '../../../server/ledger/operation-rows';
import type { Platform } from '../../../server/platform';

export interface Transfer {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  /** In kobo. */
  readonly amount: number;
}

/** The platform answers `done` or `refused` (there was too little); `unknown` means that the key must be asked. */
export type TransferOutcome = 'done' | 'refused' | 'unknown';

/**
 * Posts both sides in one transaction under one key. The account with the smaller id comes first, because otherwise two opposite
 * transfers would wait for each other.
 */
export async function transfer(platform: Pick<Platform, 'pool' | 'now'>, { key, from, to, amount }: Transfer): Promise<TransferOutcome> {
  const common = { reference: key, at: platform.now() } as const;
  const debit: Posting = {
    ...common, userId: from, kind: 'adjustment', operationKey: key,
    moves: [{ kind: 'adjustment', from: 'real', to: 'house', amount: kobo(amount) }],
  };
  const credit: Posting = {
    ...common, userId: to, kind: 'adjustment', moves: [{ kind: 'adjustment', from: 'house', to: 'real', amount: kobo(amount) }],
  };
  const both = from < to ? [debit, credit] : [credit, debit];
  try {
    const { status } = await runOperation(platform, { userId: from, key, kind: 'transfer', body: { to, amount } }, async (tx) => {
      for (const side of both) await post(tx, side);
      return { status: 201, body: { moved: amount } };
    });
    return status === 201 ? 'done' : 'refused';
  } catch (error) {
    if (error instanceof ProblemError && (error.code === 'money-unavailable' || error.code === 'key-running')) return 'unknown';
    if (isCutOff(error)) return 'unknown';
    throw error;
  }
}

/** Reads the platform's answer to a key; null = the key was never used. */
export async function readTransferOutcome(pool: Pool, { from, key }: Transfer): Promise<Exclude<TransferOutcome, 'unknown'> | null> {
  const stored = await readOperation(pool, from, key);
  if (stored === null) return null;
  return stored.text.includes('"status":201') ? 'done' : 'refused';
}

const CUT_OFF = /terminating connection|Connection terminated|ECONNRESET|EPIPE|not queryable/;

export function isCutOff(error: unknown): boolean {
  if (error instanceof CommitUnknownError) return true;
  return error instanceof Error && (CUT_OFF.test(error.message) || ('code' in error && (error.code === '57P01' || error.code === 'EPIPE')));
}

export interface Balances {
  readonly total: number;
  readonly lowest: number;
  /** Accounts whose balance is not the sum of their entries. */
  readonly unbalancedAccounts: number;
}

/** Reads all accounts at one moment, while money moves. */
export async function readAll(pool: Pool, userIds: readonly string[]): Promise<Balances> {
  return transaction(
    pool,
    async (tx) => {
      const { rows: accounts } = await tx.query<{ total: number; lowest: number }>(
        `SELECT sum(balance)::bigint AS total, min(balance) AS lowest FROM ledger_account WHERE user_id = ANY($1) AND kind = 'real'`,
        [userIds],
      );
      const { rows: sums } = await tx.query<{ unbalanced: number }>(
        `SELECT count(*) AS unbalanced FROM ledger_account a
         WHERE user_id = ANY($1) AND kind = 'real' AND balance <>
           (SELECT coalesce(balance_after, 0) FROM ledger_entry e WHERE e.account_id = a.account_id ORDER BY entry_id DESC LIMIT 1)`,
        [userIds],
      );
      return { total: accounts[0]?.total ?? 0, lowest: accounts[0]?.lowest ?? 0, unbalancedAccounts: sums[0]?.unbalanced ?? 0 };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** Ends the server's side of one of a pool's connections, whatever it is doing; false when there was none. */
export async function terminateOne(pool: Pool, applicationName: string): Promise<boolean> {
  const { rows } = await pool.query<{ ended: boolean }>(
    `SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = $1 AND state <> 'idle' ORDER BY random() LIMIT 1`,
    [applicationName],
  );
  return rows[0]?.ended === true;
}
