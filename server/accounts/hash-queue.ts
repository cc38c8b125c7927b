/** Who waits in a lane of the hasher, in turns of the accounts: whoever asks about one account a lot waits for themselves. */

/** Somebody who waits: is called exactly one of the two. */
export interface Waiter {
  readonly begin: () => void;
  /** Somebody else gets the place in the queue. */
  readonly refuse: () => void;
}

export interface QueueLimits {
  /** In the whole queue. */
  readonly waiting: number;
  /** About one account, beside those that are being hashed. */
  readonly ofAccount: number;
}

/** `account-full`: too many wait for this account. `full`: too many wait at all, and no account has more of them than this one. */
export type Entry = 'in' | 'account-full' | 'full';

export interface HashQueue {
  /** A full queue makes room by refusing the last of the account that has most, unless the newcomer's would then have as many. */
  enter(account: string, waiter: Waiter): Entry;
  /** Takes out the first of the account whose turn it is. */
  next(): Waiter | undefined;
}

/** An empty queue. */
export function createHashQueue({ waiting, ofAccount }: QueueLimits): HashQueue {
  let count = 0;
  /** In the order of their turns. No account is here without somebody who waits. */
  const accounts = new Map<string, Waiter[]>();

  /** Refuses somebody of an account that has at least two more than `least`; false where there is none. */
  function makeRoom(least: number): boolean {
    let longest: readonly [string, Waiter[]] | undefined;
    for (const entry of accounts) if (entry[1].length > (longest?.[1].length ?? 0)) longest = entry;
    if (longest === undefined || longest[1].length < least + 2) return false;
    longest[1].pop()?.refuse();
    count -= 1;
    return true;
  }

  return {
    enter: (account, waiter) => {
      const own = accounts.get(account);
      const before = own?.length ?? 0;
      if (before >= ofAccount) return 'account-full';
      if (count >= waiting && !makeRoom(before)) return 'full';
      if (own === undefined) accounts.set(account, [waiter]);
      else own.push(waiter);
      count += 1;
      return 'in';
    },
    next: () => {
      const [turn] = accounts;
      if (turn === undefined) return undefined;
      const [account, own] = turn;
      const first = own.shift();
      accounts.delete(account);
      // What is left of the account waits behind all others.
      if (own.length > 0) accounts.set(account, own);
      count -= 1;
      return first;
    },
  };
}
