/** The pair of seeds that the next bet is bound to, as the pages see it. */
import { createStore } from 'zustand/vanilla';
import type { PairChange } from '../core/fairness/observe-pair';
import type { PairInUse } from '../core/seed-pairs';
import type { SeedEvidence } from '../core/seen-seeds';

export interface SeedsState {
  /**
   * `unknown`: nobody has asked yet, or the answer is under way. `ready`: bets may name the pair. `failed`: the platform could
   * not be asked, or did not get the client seed of this device.
   */
  readonly status: 'unknown' | 'ready' | 'failed';
  readonly pair: PairInUse | null;
  /** Epoch ms at which this device first heard of the pair. */
  readonly seenAt: number | null;
  /** This device made the client seed. */
  readonly isOwn: boolean;
  /** How the pair differs from the one before it. */
  readonly change: PairChange;
  /** The evidence of this device, oldest first: what the platform said of the player's seeds that no honest platform says. */
  readonly evidence: readonly SeedEvidence[];
}

const NOTHING: SeedsState = { status: 'unknown', pair: null, seenAt: null, isOwn: false, change: 'none', evidence: [] };

export const seedsStore = createStore<SeedsState>()(() => NOTHING);

export function resetSeeds(): void {
  seedsStore.setState(NOTHING, true);
}
