/** Client seeds that this device makes, or that its player chooses, and how they come to the platform. */
import type { BodyOf } from '../../core/contract/endpoint';
import { listOpenRounds, rotateSeeds, setClientSeed } from '../../core/contract/games';
import type { CallError, Result } from '../../core/errors';
import { hexOf } from '../../core/fairness/ascii';
import { isOwnSeed, withOwnSeed } from '../../core/fairness/observe-pair';
import type { PairInUse } from '../../core/seed-pairs';
import { can } from '../../state/catalogue';
import { seedsStore } from '../../state/seeds';
import type { Bridge } from '../bridge';
import type { ObservedPairs, Step } from './observed-pairs';
import { callsOf } from './player-calls';
import type { SeedPair } from './revealed-pairs';
import type { SeenPairs } from './seen-pairs';

const PART_BYTES = 16;

/** A client seed for a pair, or the part of one bet. */
export function newPart(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(PART_BYTES)));
}

export interface OwnSeeds {
  /** Gives the pair a client seed of this device where it has none. */
  readonly makeOwn: (userId: string) => Promise<Step>;
  /** Gives the pair this client seed; where rounds were drawn from it, the next pair starts with it. */
  readonly send: (userId: string, pair: PairInUse, clientSeed: string) => Promise<Result<SeedPair>>;
  /** Makes the secret of the pair public, and starts the one that was announced. */
  readonly reveal: (userId: string, pair: PairInUse) => Promise<Result<SeedPair>>;
}

/** The platform has decided, so asking the same once more changes nothing. */
const isConclusive = ({ code, problem }: CallError) => code === 'bad-request' && problem !== undefined && problem.code !== 'too-many-requests';

export function createOwnSeeds({ calls }: Pick<Bridge, 'calls'>, { read, change }: SeenPairs, { note }: ObservedPairs): OwnSeeds {
  function set(userId: string, clientSeed: string, commit: string): Promise<Result<SeedPair>> {
    return callsOf(calls, userId).callAsPlayer(setClientSeed, () => ({ params: { userId }, body: { clientSeed, commit } }));
  }

  function rotate(userId: string, body: BodyOf<typeof rotateSeeds>): Promise<Result<SeedPair>> {
    return callsOf(calls, userId).callAsPlayer(rotateSeeds, () => ({ params: { userId }, ...(body && { body }) }));
  }

  /** The client seed is written down before it is sent, so that a lost answer makes it nobody else's. */
  async function send(userId: string, pair: PairInUse, clientSeed: string): Promise<Result<SeedPair>> {
    const commit = pair.nonce === 0 ? pair.commit : pair.nextCommit;
    if (commit === undefined || !can('binding')) return set(userId, clientSeed, pair.commit);
    await change(userId, (seen) => withOwnSeed(seen, commit, clientSeed));
    return pair.nonce === 0 ? set(userId, clientSeed, commit) : rotate(userId, { clientSeed, commit });
  }

  /** The pair keeps its client seed while a round is open. The platform has to show that round, or it could keep its own seed for ever. */
  async function whileRoundOpen(userId: string): Promise<Step> {
    const answer = await callsOf(calls, userId).callAsPlayer(listOpenRounds, () => ({ params: { userId }, noStore: true }));
    if (!answer.ok) return 'failed';
    return answer.data.items.length > 0 ? 'ready' : 'again';
  }

  return {
    send,
    async makeOwn(userId) {
      const seen = await read(userId);
      const { current: pair } = seen;
      if (pair === null || !can('binding') || isOwnSeed(seen, pair) || (pair.nonce > 0 && pair.nextCommit === undefined)) return 'ready';
      const reply = await send(userId, pair, newPart());
      if (reply.ok) {
        const step = await note(userId, reply.data, pair, true);
        return step === 'ready' && !seedsStore.getState().isOwn ? 'again' : step;
      }
      const code = reply.error.problem?.code;
      if (code === 'conflict') return 'again';
      if (code === 'round-open') return whileRoundOpen(userId);
      // This account may not: the pair stays with the client seed that it has, and that is shown.
      return isConclusive(reply.error) ? 'ready' : 'failed';
    },
    async reveal(userId, { nextCommit: commit }) {
      if (commit === undefined || !can('binding')) return rotate(userId, undefined);
      const clientSeed = newPart();
      await change(userId, (seen) => withOwnSeed(seen, commit, clientSeed));
      return rotate(userId, { clientSeed, commit });
    },
  };
}
