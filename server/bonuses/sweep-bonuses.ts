/**
 * Ends bonuses that have expired, and those of excluded players, closed accounts and second accounts. Several processes may sweep at once;
 * only one of them handles each player. A round that comes before the sweep ends expired bonuses itself.
 */
import type { PoolClient } from 'pg';
import { alertFor } from '../alert-for';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { isUnavailable } from '../db/errors';
import { transaction } from '../db/transaction';
import { ProblemError } from '../http/problem';
import { readMoneySwitch } from '../ledger/money-switch';
import type { Platform } from '../platform';
import { endOrConvert, endWallet } from './end-wallet';
import { lockMoney, lockRunningWallets } from './lock-wallets';
import { pauseSpins, pauseSpinsOf } from './pause-spins';
import { isWalletOver, PLAYER_CANNOT_HAVE_BONUSES, WALLET_IS_OVER } from './wallet-rows';
import type { EndReason, WalletRow } from './wallet-rows';

const SWEEP_INTERVAL_MS = 15_000;
/** The number of players that one round of the sweep handles. */
const BATCH = 50;

type Deps = Pick<Platform, 'pool' | 'now' | 'log'>;

/** Runs one round of the sweep and returns how many bonuses it ended. While money is turned off nothing ends, because that would move money. */
export async function sweepBonuses(platform: Deps): Promise<number> {
  if (!(await readMoneySwitch(platform.pool)).isOpen) return 0;
  const triedPlayers = new Set<string>();
  let endedCount = 0;
  while (triedPlayers.size < BATCH) {
    const count = await endForNextPlayer(platform, triedPlayers);
    if (count === null) break;
    endedCount += count;
  }
  return endedCount;
}

/**
 * Returns null when no player is left, or other processes have all of them. An error with one player is logged and does not stop the
 * others.
 */
async function endForNextPlayer(platform: Deps, triedPlayers: Set<string>): Promise<number | null> {
  const before = triedPlayers.size;
  try {
    return await transaction(platform.pool, async (tx) => {
      const userId = await lockNextPlayer(tx, platform.now(), [...triedPlayers]);
      if (userId === null) return null;
      triedPlayers.add(userId);
      return endOverdueWallets(tx, userId, platform.now());
    });
  } catch (error) {
    // Where no id was added, the search for the next player failed, so the error is not about one player.
    if (isUnavailable(error) || triedPlayers.size === before) throw error;
    platform.log('bonus.sweep-failed', { code: error instanceof ProblemError ? error.code : String(error), ...alertFor(error) });
    return 0;
  }
}

/** Locks the player's row first, as postings do. A player who is playing at this moment is left for the next round. */
async function lockNextPlayer(tx: PoolClient, now: Date, triedPlayers: readonly string[]): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT p.user_id FROM bonus_wallet w JOIN player p USING (user_id)
     WHERE w.state IN ('pending', 'active') AND (${WALLET_IS_OVER} OR ${PLAYER_CANNOT_HAVE_BONUSES}) AND p.user_id <> ALL($2)
     ORDER BY w.expires_at LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED`,
    [now, triedPlayers],
  );
  return rows[0]?.user_id ?? null;
}

async function endOverdueWallets(tx: PoolClient, userId: string, at: Date): Promise<number> {
  await lockMoney(tx, userId);
  // It comes first, so that no bonus ends whose free spins can't be played.
  await pauseSpinsOf(tx, userId, at);
  const { rows } = await tx.query<{ is_closed: boolean; is_second: boolean; cannot_have_bonuses: boolean }>(
    `SELECT p.closed_at IS NOT NULL AS is_closed, p.is_second, ${PLAYER_CANNOT_HAVE_BONUSES} AS cannot_have_bonuses FROM player p WHERE user_id = $2`,
    [at, userId],
  );
  const { is_closed: isClosed = false, is_second: isSecondAccount = false, cannot_have_bonuses: cannotHaveBonuses = false } = rows[0] ?? {};
  const reasonOf = (wallet: WalletRow): Exclude<EndReason, 'met'> | null => {
    if (cannotHaveBonuses) return isClosed ? 'account-closed' : isSecondAccount ? 'second-account' : 'excluded';
    return isWalletOver(wallet, at) ? 'expired' : null;
  };
  let endedCount = 0;
  for (const wallet of await lockRunningWallets(tx, userId)) {
    const reason = reasonOf(wallet);
    if (reason === null) continue;
    await (reason === 'expired' || reason === 'excluded' ? endOrConvert(tx, wallet, { reason, at }) : endWallet(tx, wallet, { reason, at }));
    endedCount += 1;
  }
  return endedCount;
}

/** Sweeps until the returned function is called. */
export function startBonusSweep(platform: Deps): StopJob {
  return startSweep(platform, { failureEvent: 'bonus.sweep-failed', intervalMs: SWEEP_INTERVAL_MS, run: async () => {
    await pauseSpins(platform);
    return sweepBonuses(platform);
  } });
}
