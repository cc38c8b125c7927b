/** Compares the platform's answers about the pair in use with what this device has seen, stores what follows, and shows it. */
import { getFairness } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { isSameDraw } from '../../core/fairness/bet-mismatch';
import { isBadChange, observePair } from '../../core/fairness/observe-pair';
import type { Observation, PairAnswer } from '../../core/fairness/observe-pair';
import type { PairInUse } from '../../core/seed-pairs';
import type { SeenSeeds } from '../../core/seen-seeds';
import { keepSeedPairs } from '../../data/seed-pairs';
import type { Bridge } from '../bridge';
import { callsOf } from './player-calls';
import { loadRevealedPairs, publicCommits } from './revealed-pairs';
import type { SeedPair } from './revealed-pairs';
import type { SeenPairs } from './seen-pairs';

export type Draw = Pick<PairInUse, 'commit' | 'clientSeed' | 'nonce'>;
/** The step that follows an answer: bets may name the pair, the platform has to be asked again, or it could not be asked. */
export type Step = 'ready' | 'again' | 'failed';

export interface ObservedPairs {
  /**
   * Notes an answer. `pairBefore` is the pair that the device knew when it asked. With `isOwnAct` the answer follows something
   * that this device did, so the player need not be told what has changed.
   */
  readonly note: (userId: string, answer: SeedPair, pairBefore: Draw | null, isOwnAct: boolean) => Promise<Step>;
  /** Asks the platform for the pair in use, and notes the answer. */
  readonly loadAndNote: (userId: string, signal?: AbortSignal) => Promise<{ readonly answer: Result<SeedPair>; readonly step: Step }>;
}

/** The pairs that the platform has made public, as far as they were loaded. */
type PublicCommits = Pick<PairAnswer, 'revealed' | 'isWholeList' | 'isCut'>;

export function createObservedPairs({ calls, database, clock }: Pick<Bridge, 'calls' | 'database' | 'clock'>, { read, change, show }: SeenPairs): ObservedPairs {
  /** Compares an answer with what the device knows, and stores what follows. */
  async function observe(userId: string, answer: SeedPair, pairBefore: Draw | null): Promise<Observation> {
    const { previous, ...pair } = answer;
    const at = clock.now();
    const previousCommits = publicCommits(previous === null ? [] : [previous]);
    // The device has learned nothing since it asked if it still knows the same pair.
    const isAsBefore = ({ current }: SeenSeeds) =>
      (current === null || pairBefore === null ? current === pairBefore : isSameDraw(current, pairBefore));
    const judgeWith = (publicPairs: PublicCommits, seen: SeenSeeds) => observePair(seen, { pair, at, ...publicPairs, isNewest: isAsBefore(seen) });
    let list: PublicCommits = { revealed: previousCommits, isWholeList: false };
    const before = await read(userId);
    if (judgeWith(list, before).is === 'needs-list') {
      const { commit, nextCommit = pair.commit } = before.current ?? pair;
      const soughtCommits = [commit, nextCommit].filter((each) => each !== pair.commit);
      const loaded = await loadRevealedPairs(calls, undefined, soughtCommits);
      if (!loaded.ok) return { is: 'needs-list' };
      const { items, isWhole } = loaded.data;
      list = { revealed: new Set([...previousCommits, ...publicCommits(items)]), isWholeList: isWhole, isCut: !isWhole };
    }
    const observations: Observation[] = [];
    await change(userId, (seen) => {
      const observation = judgeWith(list, seen);
      observations.push(observation);
      return observation.is === 'noted' ? observation.seen : seen;
    });
    return observations.at(-1) ?? { is: 'old' };
  }

  async function note(userId: string, answer: SeedPair, pairBefore: Draw | null, isOwnAct: boolean): Promise<Step> {
    const observation = await observe(userId, answer, pairBefore);
    if (observation.is === 'old') return 'again';
    if (observation.is === 'needs-list') return 'failed';
    const mustTellPlayer = !isOwnAct || isBadChange(observation.change);
    show(userId, observation.seen, mustTellPlayer ? { change: observation.change } : {});
    const { previous, ...current } = answer;
    // The pair is stored before the answer is returned, because a page that is closed at once must not lose a secret that is public now.
    await keepSeedPairs(database, userId, { current, revealed: previous === null ? [] : [previous] }, clock.now());
    return 'ready';
  }

  return {
    note,
    async loadAndNote(userId, signal) {
      const pairBefore = (await read(userId)).current;
      const answer = await callsOf(calls, userId).callAsPlayer(getFairness, () => ({ params: { userId }, noStore: true, ...(signal && { signal }) }));
      return { answer, step: answer.ok ? await note(userId, answer.data, pairBefore, false) : 'failed' };
    },
  };
}
