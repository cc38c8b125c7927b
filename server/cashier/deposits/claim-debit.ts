import type { PoolClient } from 'pg';
import { countAttempt, tooManyAttempts } from '../../rate-limits/attempts';
import type { AttemptLimit } from '../../rate-limits/attempts';
import { onDepositEnded } from '../../bonuses';
import { ProblemError } from '../../http/problem';
import { moneyTransaction } from '../../ledger/operation';
import type { Platform } from '../../platform';
import { isDecided } from './decide-deposit';
import { addStep, CLAIM_LIFETIME_MS, depositById, lockDeposit, setState } from './deposit-rows';
import type { DepositRow } from './deposit-rows';
import { reserveCheck, CHECK_INTERVAL_MS, settleDepositIfPossible } from './settle-deposit';

/** A claim makes us ask the gateway at once, and then again after this time. */
const RECHECK_DELAY_MS = 30_000;
const CLAIMS_OF_PLAYER: AttemptLimit = { kind: 'deposit-claim', limit: 10, windowMs: 60 * 60_000 };
/** A deposit can have several references, so that a player who mistyped one can correct it. */
const MAX_REFERENCES = 5;
const VISIBLE_CHARACTERS = 4;

export interface Claim {
  readonly userId: string;
  readonly depositId: string;
  readonly bankReference: string;
}

/**
 * Takes a player's claim that the bank debited them. Stores the bank's reference for the staff who investigate, asks the gateway at
 * once, and keeps asking for three days, also when the deposit has ended. A claim does not extend a pending deposit, and it
 * proves and credits nothing: only the gateway's answer does (decide-deposit.ts).
 *
 * Throws ProblemErrors: `not-found` for a deposit that is not the player's, `too-many-requests`, `money-unavailable`.
 */
export async function claimDebit(platform: Platform, claim: Claim): Promise<DepositRow> {
  const row = await depositById(platform.pool, claim.depositId);
  if (row === null || row.user_id !== claim.userId) throw new ProblemError('not-found', 'There is no such deposit.');
  // A deposit that is settled, or that staff handle already, needs no claim.
  if (isDecided(row.state)) return row;
  const wait = await countAttempt(platform.pool, CLAIMS_OF_PLAYER, claim.userId, platform.now());
  if (wait !== null) throw tooManyAttempts(wait, 'You have told us about this several times. We are checking it. Please wait a little.');
  const isFirstClaim = await moneyTransaction(platform, (tx) => storeClaim(tx, platform, claim));
  if (isFirstClaim) platform.log('deposit.claimed', { depositId: row.deposit_id, state: row.state });
  if (await reserveCheck(platform, row.deposit_id, CHECK_INTERVAL_MS)) await settleDepositIfPossible(platform, row.deposit_id, 'claim');
  return (await depositById(platform.pool, row.deposit_id)) ?? row;
}

/** Returns true for the first claim of a deposit. */
async function storeClaim(tx: PoolClient, platform: Pick<Platform, 'now'>, { depositId, bankReference }: Claim): Promise<boolean> {
  const row = await lockDeposit(tx, depositId);
  if (row === null || isDecided(row.state)) return false;
  const now = platform.now();
  // The deposit expired and no sweep has seen it yet. It must expire first, or the claim would prolong it.
  if (row.state === 'pending' && row.closes_at <= now) await expireDeposit(tx, row, now);
  await tx.query(
    `INSERT INTO deposit_claim (deposit_id, bank_reference, at)
     SELECT $1, $2, $3 WHERE (SELECT count(*) FROM deposit_claim WHERE deposit_id = $1) < ${MAX_REFERENCES}
     ON CONFLICT DO NOTHING`,
    [depositId, bankReference, now],
  );
  if (row.claimed_at !== null) return false;
  // `setState` says what the two times mean once a deposit has ended.
  await tx.query(
    `UPDATE deposit SET claimed_at = $2, updated_at = $2, closes_at = CASE WHEN state = 'pending' THEN closes_at ELSE greatest(closes_at, $3) END,
       ran_out_at = CASE WHEN state = 'expired' THEN closes_at END, checks = 0, check_after = $4
     WHERE deposit_id = $1`,
    [depositId, now, new Date(now.getTime() + CLAIM_LIFETIME_MS), new Date(now.getTime() + RECHECK_DELAY_MS)],
  );
  await addStep(tx, depositId, 'claimed', now, `The bank’s reference is ${shortenReference(bankReference)}. We are asking.`);
  return true;
}

async function expireDeposit(tx: PoolClient, { deposit_id: depositId, user_id: userId }: DepositRow, now: Date): Promise<void> {
  await setState(tx, depositId, 'expired', now, null);
  await addStep(tx, depositId, 'expired', now);
  await onDepositEnded(tx, { userId, depositId, at: now });
}

/** Shortens a reference to its last characters, which are enough for the player to recognise it. */
export function shortenReference(bankReference: string): string {
  return bankReference.length <= VISIBLE_CHARACTERS ? bankReference : `…${bankReference.slice(-VISIBLE_CHARACTERS)}`;
}
