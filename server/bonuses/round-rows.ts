/** Reads a player's active wallets before a round, and writes their changes after it. */
import type { PoolClient } from 'pg';
import { kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { accountIdOf } from '../ledger/accounts';
import { endStateOf } from './end-wallet';
import { lockRunningWallets } from './lock-wallets';
import type { Wallet, WalletChange } from './plan-round';
import { PRESENT_RULES } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

/** Locks the active wallets, in the order in which stakes use them. The caller holds the real account. */
export async function lockActiveWallets(tx: PoolClient, userId: string): Promise<Wallet[]> {
  return (await lockRunningWallets(tx, userId)).filter(({ state }) => state === 'active').flatMap(toWallets);
}

/** Turns the row into a wallet; an empty list for one that waits for its deposit. */
export function toWallets(row: WalletRow): Wallet[] {
  if (row.runs_since === null || row.expires_at === null) return [];
  const { spin_game: gameId, spin_stake: stake } = row;
  return [
    {
      walletId: row.wallet_id,
      balance: kobo(row.balance),
      granted: kobo(row.granted),
      requirement: kobo(row.requirement),
      progress: kobo(row.progress),
      wagering: row.wagering,
      maxStake: kobo(row.max_stake),
      limitsEveryStake: row.rules === PRESENT_RULES,
      capTimes: row.cap_times,
      claimContributions: row.older_counts,
      games: row.games,
      spinsLeft: row.spins_left,
      spin: gameId === null || stake === null ? null : { gameId, stake: kobo(stake) },
      runsSince: row.runs_since,
      expiresAt: row.expires_at,
      inPlay: kobo(row.in_play),
    },
  ];
}

/** Writes the wallets, the round's effect on each, and the number of active wallets, in one statement. */
const WRITE_CHANGES = `
  WITH change AS (
    SELECT * FROM unnest($4::text[], $5::bigint[], $6::bigint[], $7::bigint[], $8::integer[], $9::text[], $10::text[], $11::bigint[], $12::bigint[],
        $13::bigint[], $14::bigint[], $15::bigint[], $16::boolean[], $18::integer[])
      AS c (wallet_id, granted, requirement, progress, spins_left, state, end_reason, converted, lost, staked, won, counted, is_played, contribution)
  ), changed AS (
    UPDATE bonus_wallet w SET granted = c.granted, requirement = c.requirement, progress = c.progress, spins_left = c.spins_left,
      state = c.state, end_reason = c.end_reason, ended_at = CASE WHEN c.end_reason IS NULL THEN NULL ELSE $3::timestamptz END,
      converted = c.converted, lost = c.lost, version = w.version + 1
    FROM change c WHERE w.wallet_id = c.wallet_id
  ), counted AS (
    UPDATE ledger_account SET bonus_version = bonus_version + 1,
      bonus_wallets = bonus_wallets - (SELECT count(*) FROM change WHERE end_reason IS NOT NULL)
    WHERE account_id = $17
  )
  INSERT INTO bonus_wager (round_id, wallet_id, user_id, staked, won, counted, contribution, risked, progress, requirement)
  SELECT $1, wallet_id, $2, staked, won, counted, contribution, $19, progress, requirement FROM change WHERE is_played`;

export interface RoundChanges {
  readonly userId: string;
  readonly roundId: string;
  readonly at: Date;
  /** The part of the whole stake that the bet risked, in kobo. */
  readonly risked: Kobo;
  readonly changes: readonly WalletChange[];
}

/** Writes the changes. The statement that writes the round must be sent first. */
export async function writeChanges(tx: PoolClient, { userId, roundId, at, risked, changes }: RoundChanges): Promise<void> {
  if (changes.length === 0) return;
  const column = <T>(read: (change: WalletChange) => T): T[] => changes.map(read);
  await tx.query({
    name: 'bonus-round',
    text: WRITE_CHANGES,
    values: [
      roundId, userId, at,
      column(({ after }) => after.walletId), column(({ after }) => after.granted), column(({ after }) => after.requirement),
      column(({ after }) => after.progress), column(({ after }) => after.spinsLeft),
      column(({ end }) => (end === null ? 'active' : endStateOf(end.reason))), column(({ end }) => end?.reason ?? null),
      column(({ end }) => end?.converted ?? 0), column(({ end }) => end?.lost ?? 0),
      column(({ staked }) => staked), column(({ won }) => won), column(({ counted }) => counted), column(({ staked, end }) => staked > 0 || end?.reason !== 'expired'),
      accountIdOf(userId, 'real'), column(({ contribution }) => contribution), risked,
    ],
  });
}
