/** Ends bonuses with a withdrawal: those of a deposit that is paid out unplayed, and every one where the account is to be closed. */
import type { PoolClient } from 'pg';
import type { EndingBonus } from '../../src/core/contract/withdrawals';
import { koboToNaira, kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import { endWallet } from './end-wallet';
import { readUnplayedBonusIds } from './unplayed-deposits';
import { lockMoney, lockRunningWallets } from './lock-wallets';
import { PRESENT_RULES, WALLET_COLUMNS, WALLET_FROM } from './wallet-rows';
import type { WalletRow } from './wallet-rows';

/** The bonuses to whose end the player has agreed, in the versions that the page has shown. */
export type AcceptedBonusEnds = readonly { readonly walletId: string; readonly version: number }[];

/** Returns true for a bonus that a withdrawal of its unplayed deposit ends. Bonuses under earlier rules go on. */
const endsWithWithdrawal = ({ state, rules, match_percent: percent }: WalletRow): boolean =>
  state === 'active' && rules === PRESENT_RULES && percent !== null;

const toEndingBonus = ({ wallet_id: walletId, name, balance, version, spins_left: spinsLeft, state }: WalletRow): EndingBonus => ({
  walletId, name, current: koboToNaira(kobo(balance)), version, ...(spinsLeft > 0 && { spinsLeft }), ...(state === 'pending' && { waits: true }),
});

export interface EndingBonuses {
  readonly withdrawalEnds: EndingBonus[];
  readonly closingEnds: EndingBonus[];
}

/** Reads the bonuses that a withdrawal ends if it takes some of the `unplayed` kobo of the balance, and those that closing the account ends. */
export async function readEndingBonuses(db: Db, userId: string, unplayed: Kobo): Promise<EndingBonuses> {
  const { rows } = await db.query<WalletRow>(
    `SELECT ${WALLET_COLUMNS} FROM ${WALLET_FROM} WHERE w.user_id = $1 AND w.state IN ('pending', 'active')
     ORDER BY w.state, w.expires_at, w.wallet_id COLLATE "C"`,
    [userId],
  );
  const withdrawalEnds = await filterUnplayed(db, userId, rows.filter(endsWithWithdrawal), unplayed);
  return { withdrawalEnds: withdrawalEnds.map(toEndingBonus), closingEnds: rows.map(toEndingBonus) };
}

/** Returns the wallets whose own deposit is not played in full. */
async function filterUnplayed(db: Db, userId: string, wallets: readonly WalletRow[], unplayed: Kobo): Promise<readonly WalletRow[]> {
  if (wallets.length === 0) return [];
  const ids = await readUnplayedBonusIds(db, userId, unplayed);
  return wallets.filter(({ wallet_id: walletId }) => ids.has(walletId));
}

/** A withdrawal by which bonuses may end. */
export interface EndingWithdrawal {
  readonly isClosing: boolean;
  /** Unplayed kobo of the balance before the withdrawal. */
  readonly unplayed: Kobo;
  readonly acceptedEnds: AcceptedBonusEnds | undefined;
  readonly withdrawalId: string;
  readonly at: Date;
}

/**
 * Ends the bonuses that a withdrawal ends. If its payout is not made, they come back (returned-bonuses.ts). The caller holds the player's row
 * and real account, and then stores the withdrawal. Throws `round-open` where money of one is in an open round, because its player can't know
 * then what is lost, and `bonus-would-end` where the player has not agreed to the end of each as it is now.
 */
export async function endWithWithdrawal(tx: PoolClient, userId: string, withdrawal: EndingWithdrawal): Promise<void> {
  const { isClosing, unplayed, acceptedEnds, withdrawalId, at } = withdrawal;
  await lockMoney(tx, userId);
  const running = await lockRunningWallets(tx, userId);
  const unplayedWallets = await filterUnplayed(tx, userId, running.filter(endsWithWithdrawal), unplayed);
  const endingWallets = isClosing ? running : unplayedWallets;
  if (endingWallets.some(({ in_play: inPlay }) => inPlay > 0)) {
    throw new ProblemError('round-open', 'Some money of your bonus is in an unfinished round. Finish that round first.');
  }
  const acceptedVersions = new Map((acceptedEnds ?? []).map(({ walletId, version }) => [walletId, version]));
  if (endingWallets.some(({ wallet_id: walletId, version }) => acceptedVersions.get(walletId) !== version)) throw wouldEndProblem(endingWallets);
  for (const wallet of endingWallets) {
    const reason = isClosing ? 'account-closed' : 'withdrawn';
    await endWallet(tx, wallet, { reason, at, endedBy: withdrawalId, isUnplayed: unplayedWallets.includes(wallet) });
  }
}

function wouldEndProblem(endingWallets: readonly WalletRow[]): ProblemError {
  const names = endingWallets.map(({ name }) => name).join(', ');
  const detail = `This ends ${names}, with the bonus money in it. Check what you lose, and confirm that first.`;
  return new ProblemError('bonus-would-end', 'This would end your bonus', { detail, current: endingWallets.map(toEndingBonus) });
}
