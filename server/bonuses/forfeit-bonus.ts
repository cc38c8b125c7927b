/** Lets a player give up a bonus. */
import type { PoolClient } from 'pg';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { runOperation } from '../ledger/operation';
import type { Effect } from '../ledger/operation';
import type { Platform } from '../platform';
import { endWallet } from './end-wallet';
import { lockMoney, lockRunningWallets } from './lock-wallets';
import { findBonus } from './read-bonuses';

export interface ForfeitRequest {
  readonly userId: string;
  readonly walletId: string;
  readonly key: string;
  /** The version of the bonus that the player saw. */
  readonly version: number;
}

/**
 * Forfeits a bonus with its money, at most once for a key. Throws `not-found` for a bonus that is not the player's, `conflict` with the
 * current bonus where it has changed since the player saw it, or has ended, and `round-open`. Protection never forbids it, because it is a
 * step away from play.
 */
export async function forfeitBonus(platform: Platform, { userId, walletId, key, version }: ForfeitRequest): Promise<RawAnswer> {
  const request = { userId, key, kind: 'bonus-forfeit', body: { walletId, version } };
  return runOperation(platform, request, async (tx) => {
    await lockMoney(tx, userId);
    const wallet = (await lockRunningWallets(tx, userId)).find((each) => each.wallet_id === walletId);
    const at = platform.now();
    if (wallet?.version !== version) throw await conflictProblem(tx, { userId, walletId, at });
    if (wallet.in_play > 0) throw new ProblemError('round-open', 'Some money of this bonus is in an unfinished round. Finish that round first.');
    await endWallet(tx, wallet, { reason: 'forfeited', at, operationKey: key });
    return answerWithBonus(tx, { userId, walletId, at });
  });
}

interface NamedBonus {
  readonly userId: string;
  readonly walletId: string;
  readonly at: Date;
}

async function answerWithBonus(tx: PoolClient, { userId, walletId, at }: NamedBonus): Promise<Effect> {
  const bonus = await findBonus(tx, userId, walletId, at);
  if (bonus === undefined) throw new Error('the bonus is missing');
  return { status: 200, body: bonus };
}

async function conflictProblem(tx: PoolClient, { userId, walletId, at }: NamedBonus): Promise<ProblemError> {
  const current = await findBonus(tx, userId, walletId, at);
  if (current === undefined) return new ProblemError('not-found', 'There is no such bonus.');
  return new ProblemError('conflict', 'This bonus has changed since you looked at it. Look again.', { current });
}
