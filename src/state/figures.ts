/**
 * The signed-in player's figures that are no fields of the session: the account, the wallets, and for every figure its source
 * and its time. `apply-figures.ts` writes them in a file of its own, because this one is part of the first script.
 */
import { createStore } from 'zustand/vanilla';
import type { Account, BonusWalletItem } from '../core/contract/player';
import type { Kobo } from '../core/money';

export type FigureKind = 'profile' | 'account' | 'balance' | 'bonusWallet';

/**
 * `live`: the platform said so at the last try. `dated`: the last known figure. `unknown`: the platform has never sent one.
 * `unread`: the platform answers, but this part of its answer could not be read, so the last known figure is shown with its age.
 */
export type FigureSource = 'live' | 'dated' | 'unknown' | 'unread';

export interface Figure {
  readonly source: FigureSource;
  /** Epoch ms at which the platform last said so; null while it never has. */
  readonly savedAt: number | null;
}

export interface FiguresState extends Readonly<Record<FigureKind, Figure>> {
  readonly accountData: Account | null;
  /** Every bonus wallet, of any status and currency; null while not known. */
  readonly wallets: readonly BonusWalletItem[] | null;
  /** The money held for withdrawals under way, in the balance's currency; null where the platform does not say. */
  readonly heldBalance: Kobo | null;
  /**
   * The balance before the win of a round that the game waits for or is still showing, so that no figure gives the result away before
   * the game does. Null while there is no such round.
   */
  readonly balanceDuringRound: Kobo | null;
  /** The version of the real account: an answer with a lower one is late and changes nothing. */
  readonly balanceVersion: number | null;
}

const UNKNOWN: Figure = { source: 'unknown', savedAt: null };

const NOTHING: FiguresState = {
  profile: UNKNOWN,
  account: UNKNOWN,
  balance: UNKNOWN,
  bonusWallet: UNKNOWN,
  accountData: null,
  wallets: null,
  heldBalance: null,
  balanceDuringRound: null,
  balanceVersion: null,
};

export const figuresStore = createStore<FiguresState>()(() => NOTHING);

/** Calls `listener` each time a poll brings a live balance, because whatever else a page shows as old can be loaded then. */
export function onPollAnswered(listener: () => void): () => void {
  return figuresStore.subscribe(({ balance }, before) => {
    if (balance.source === 'live' && balance.savedAt !== before.balance.savedAt) listener();
  });
}

/** Returns the older of two figures, for a line that shows both. */
export function olderOf(a: Figure, b: Figure): Figure {
  if (a.savedAt === null || b.savedAt === null) return a.savedAt === null ? a : b;
  return a.savedAt <= b.savedAt ? a : b;
}
