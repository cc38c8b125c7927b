/** The endpoint of each kind of polled answer. */
import type { Callable } from '../api/callable';
import { listGames } from '../core/contract/games';
import { getAccount, getBalance, getBonusWallet, getProfile } from '../core/contract/player';
import type { PolledKind } from './contract';

export const ENDPOINT_OF = {
  profile: getProfile,
  account: getAccount,
  balance: getBalance,
  bonusWallet: getBonusWallet,
  games: listGames,
} as const satisfies Record<PolledKind, Callable>;
