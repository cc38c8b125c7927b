/** Queues the waiters of one lane of the hasher. Accounts take turns, so that many requests for one account delay only each other. */

/** A request that waits. The queue calls exactly one of the two functions. */
export interface Waiter {
  readonly begin: () => void;
  /** The queue calls it where it gives the place to another waiter. */
  readonly refuse: () => void;
}

export interface QueueLimits {
  /** The maximum for the whole queue. */
  readonly maxWaiting: number;
  /** The maximum for one account; passwords that are being hashed do not count. */
  readonly maxPerAccount: number;
}

/** `account-full` means that this account has too many waiters; `full` that the queue has too many and no account can give one up. */
export type EnterResult = 'in' | 'account-full' | 'full';

export interface HashQueue {
  /**
   * Adds a waiter. Where the queue is full, the account with most waiters loses its last one, unless the new waiter's account would
   * then have as many.
   */
  enter(account: string, waiter: Waiter): EnterResult;
  /** Removes and returns the first waiter of the account whose turn it is. */
  next(): Waiter | undefined;
}

/** Makes an empty queue. */
export function createHashQueue({ maxWaiting, maxPerAccount }: QueueLimits): HashQueue {
  let count = 0;
  /** Accounts in the order of their turns. Each has at least one waiter. */
  const accounts = new Map<string, Waiter[]>();

  /** Refuses a waiter of the account with most, where it has at least two more than `least`; otherwise returns false. */
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
      const accountQueue = accounts.get(account);
      const before = accountQueue?.length ?? 0;
      if (before >= maxPerAccount) return 'account-full';
      if (count >= maxWaiting && !makeRoom(before)) return 'full';
      if (accountQueue === undefined) accounts.set(account, [waiter]);
      else accountQueue.push(waiter);
      count += 1;
      return 'in';
    },
    next: () => {
      const [nextAccount] = accounts;
      if (nextAccount === undefined) return undefined;
      const [account, accountQueue] = nextAccount;
      const first = accountQueue.shift();
      accounts.delete(account);
      // The account's other waiters queue behind all other accounts.
      if (accountQueue.length > 0) accounts.set(account, accountQueue);
      count -= 1;
      return first;
    },
  };
}
