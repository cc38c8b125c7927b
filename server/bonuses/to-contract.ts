/** Translates wallets into the shapes of the contract. Pure. */
import type { Bonus } from '../../src/core/contract/bonuses';
import type { BonusWalletItem } from '../../src/core/contract/player';
import { CURRENCY } from '../../src/core/contract/primitives';
import { kobo, koboToNaira, subKobo } from '../../src/core/money';
import { CONTRIBUTION_SCALE, expectedWageringCost, maxConvertedOf } from '../../src/core/wagering';
import { isOpen } from '../catalogue';
import type { CatalogueGame } from '../catalogue';
import { contributionFor } from './plan-round';
import { PRESENT_RULES } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

const MAX_COSTS = 20;

const naira = (amount: number): number => koboToNaira(kobo(amount));
const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Makes the item of `getBonusWallet`, with its progress. */
export function toWalletItem(row: WalletRow): BonusWalletItem {
  return {
    walletId: row.wallet_id,
    status: row.state,
    name: row.name,
    currentAmount: naira(row.balance),
    currency: CURRENCY,
    totalWR: naira(row.requirement),
    progressWR: naira(row.progress),
    extension: { grantedPlayerCurrencyAmount: naira(row.granted) },
  };
}

/** Makes the full bonus. `games` is the catalogue, from whose open games the expected cost of the remaining wagering at `at` is computed. */
export function toBonus(row: WalletRow, games: readonly CatalogueGame[], at: Date): Bonus {
  return {
    walletId: row.wallet_id,
    promotionId: row.promotion_id,
    name: row.name,
    status: row.state,
    granted: naira(row.granted),
    current: naira(row.balance),
    currency: CURRENCY,
    requirement: naira(row.requirement),
    progress: naira(row.progress),
    maxStake: naira(row.max_stake),
    limitsEveryStake: row.rules === PRESENT_RULES,
    mostConverted: mostConverted(row),
    games: row.games === null ? null : [...row.games],
    freeSpins: spinsOf(row),
    match: matchOf(row),
    claimedAt: row.claimed_at.toISOString(),
    expiresAt: row.ended_at === null && row.paused_at === null ? instant(row.expires_at) : null,
    ...(row.ended_at === null && row.paused_at !== null && { isPaused: true }),
    endedAt: instant(row.ended_at),
    endReason: row.end_reason,
    converted: naira(row.converted),
    lost: naira(row.lost),
    costs: row.state === 'active' ? costsOf(row, games, at) : [],
    version: row.version,
  };
}

function mostConverted({ granted, cap_times: capTimes }: WalletRow): number | null {
  const most = maxConvertedOf(kobo(granted), capTimes);
  return most === null ? null : koboToNaira(most);
}

function spinsOf({ spin_game: gameId, spin_stake: stake, spins: count, spins_left: left }: WalletRow): Bonus['freeSpins'] {
  return gameId === null || stake === null || count === null ? null : { gameId, count, left, stake: naira(stake) };
}

function matchOf({ state, match_percent: percent, min_deposit: minDeposit, max_bonus: maxBonus }: WalletRow): Bonus['match'] {
  if (state !== 'pending' || percent === null || minDeposit === null || maxBonus === null) return null;
  return { percent, minDeposit: naira(minDeposit), maxBonus: naira(maxBonus) };
}

function costsOf(row: WalletRow, games: readonly CatalogueGame[], at: Date): Bonus['costs'] {
  const remaining = subKobo(kobo(row.requirement), kobo(row.progress));
  return games
    .filter(({ row: game }) => isOpen(game, at) && (row.games === null || row.games.includes(game.game_id)))
    .map(({ row: game, engine }) => {
      const contribution = contributionFor({ claimContributions: row.older_counts }, game.game_id, game.contribution);
      return { game, contribution, cost: expectedWageringCost(remaining, engine.rtp, contribution, CONTRIBUTION_SCALE) };
    })
    .sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity))
    .slice(0, MAX_COSTS)
    .map(({ game, contribution, cost }) => ({
      gameId: game.game_id,
      name: game.name,
      contribution: contribution / CONTRIBUTION_SCALE,
      cost: cost === null ? null : koboToNaira(cost),
    }));
}
