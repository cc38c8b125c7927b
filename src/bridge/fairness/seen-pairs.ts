/** Reads, changes and shows what this device has seen of a player's pairs of seeds. */
import { isOwnSeed, seenAtOf } from '../../core/fairness/observe-pair';
import type { PairChange } from '../../core/fairness/observe-pair';
import { NO_SEEDS_SEEN } from '../../core/seen-seeds';
import type { SeenSeeds } from '../../core/seen-seeds';
import { changeSeenSeeds, readSeenSeeds } from '../../data/seen-seeds';
import { seedsStore } from '../../state/seeds';
import type { Bridge } from '../bridge';
import { currentIds } from '../session/ids';
import { isSignedIn } from './player-calls';

export interface SeenPairs {
  readonly read: (userId: string) => Promise<SeenSeeds>;
  /** Resolves when the change is on the device's disk, unless this browser stores nothing. */
  readonly change: (userId: string, by: (seen: SeenSeeds) => SeenSeeds) => Promise<SeenSeeds>;
  /** Shows to the pages what was seen, if its player is still signed in. */
  readonly show: (userId: string, seen: SeenSeeds, more?: { readonly change?: PairChange }) => void;
  /** Changes what this device has seen of the signed-in player, then shows it. */
  readonly noteAndShow: (by: (seen: SeenSeeds) => SeenSeeds) => Promise<void>;
}

export function createSeenPairs({ database }: Pick<Bridge, 'database'>): SeenPairs {
  /** Holds in memory what a browser that stores nothing has seen. */
  let memory: { readonly userId: string; readonly seen: SeenSeeds } | null = null;

  const inMemory = (userId: string): SeenSeeds | null => (memory?.userId === userId ? memory.seen : null);

  async function change(userId: string, by: (seen: SeenSeeds) => SeenSeeds): Promise<SeenSeeds> {
    const before = inMemory(userId);
    const stored = isSignedIn(userId) ? await changeSeenSeeds(database, userId, (seen) => by(before ?? seen)) : null;
    const seen = stored ?? by(before ?? NO_SEEDS_SEEN);
    memory = stored === null && isSignedIn(userId) ? { userId, seen } : null;
    return seen;
  }

  function show(userId: string, seen: SeenSeeds, more: { readonly change?: PairChange } = {}): void {
    if (!isSignedIn(userId)) return;
    const { current: pair, evidence } = seen;
    seedsStore.setState({ pair, evidence, seenAt: pair && seenAtOf(seen, pair.commit), isOwn: pair !== null && isOwnSeed(seen, pair), ...more });
  }

  return {
    change, show,
    read: async (userId) => inMemory(userId) ?? (await readSeenSeeds(database, userId)) ?? NO_SEEDS_SEEN,
    async noteAndShow(by) {
      const userId = currentIds()?.userId;
      if (userId !== undefined) show(userId, await change(userId, by));
    },
  };
}
