/** Makes client seeds on this device, or takes those that its player chooses, and sends them to the platform. */
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

const SEED_BYTES = 16;

/** Makes random characters for a client seed, or for the part of one bet. */
export function newRandomSeed(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
}

export interface OwnSeeds {
  /** Gives the pair a client seed that this device makes, unless it has one already. */
  readonly makeOwn: (userId: string) => Promise<Step>;
  /** Gives the pair this client seed; where rounds were drawn from it, the next pair starts with it. */
  readonly send: (userId: string, pair: PairInUse, clientSeed: string) => Promise<Result<SeedPair>>;
  /** Makes the secret of the pair public, and starts the one that was announced. */
  readonly reveal: (userId: string, pair: PairInUse) => Promise<Result<SeedPair>>;
}

/** The platform has decided, so the same request would be refused again. */
const isConclusive = ({ code, problem }: CallError) => code === 'bad-request' && problem !== undefined && problem.code !== 'too-many-requests';

export function createOwnSeeds({ calls }: Pick<Bridge, 'calls'>, { read, change }: SeenPairs, { note }: ObservedPairs): OwnSeeds {
  function set(userId: string, clientSeed: string, commit: string): Promise<Result<SeedPair>> {
    return callsOf(calls, userId).callAsPlayer(setClientSeed, () => ({ params: { userId }, body: { clientSeed, commit } }));
  }

  function rotate(userId: string, body: BodyOf<typeof rotateSeeds>): Promise<Result<SeedPair>> {
    return callsOf(calls, userId).callAsPlayer(rotateSeeds, () => ({ params: { userId }, ...(body && { body }) }));
  }

  /** Sends a client seed. It is written down before, so that this device still knows it as its own if the answer is lost. */
  async function send(userId: string, pair: PairInUse, clientSeed: string): Promise<Result<SeedPair>> {
    const commit = pair.nonce === 0 ? pair.commit : pair.nextCommit;
    if (commit === undefined || !can('binding')) return set(userId, clientSeed, pair.commit);
    await change(userId, (seen) => withOwnSeed(seen, commit, clientSeed));
    return pair.nonce === 0 ? set(userId, clientSeed, commit) : rotate(userId, { clientSeed, commit });
  }

  /**
   * Handles the refusal that a round is open, during which the pair keeps its client seed. The platform has to show that round,
   * because otherwise it could keep its own seed for ever.
   */
  async function stepWhileRoundIsOpen(userId: string): Promise<Step> {
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
      const reply = await send(userId, pair, newRandomSeed());
      if (reply.ok) {
        const step = await note(userId, reply.data, pair, true);
        return step === 'ready' && !seedsStore.getState().isOwn ? 'again' : step;
      }
      const code = reply.error.problem?.code;
      if (code === 'conflict') return 'again';
      if (code === 'round-open') return stepWhileRoundIsOpen(userId);
      // The platform takes no client seed from this account, so the pair keeps the one that it has, and the page shows that.
      return isConclusive(reply.error) ? 'ready' : 'failed';
    },
    async reveal(userId, { nextCommit: commit }) {
      if (commit === undefined || !can('binding')) return rotate(userId, undefined);
      const clientSeed = newRandomSeed();
      await change(userId, (seen) => withOwnSeed(seen, commit, clientSeed));
      return rotate(userId, { clientSeed, commit });
    },
  };
}
