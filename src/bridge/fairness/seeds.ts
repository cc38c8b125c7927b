/**
 * The pair of seeds that bets are bound to, on this device: asked for before the first bet, compared with what was announced, and
 * given a client seed that is made here after its commit was seen. Every change is stored before it is shown.
 */
import { getFairness } from '../../core/contract/games';
import { failure } from '../../core/errors';
import type { Result } from '../../core/errors';
import { withDrawnRound, withRefusedBet, withRoundEvidence } from '../../core/fairness/observe-pair';
import type { PairInUse } from '../../core/seed-pairs';
import { NO_SEEDS_SEEN } from '../../core/seen-seeds';
import type { RefusedBetRecord, SeedEvidence, SeenSeeds } from '../../core/seen-seeds';
import { bindsBets, can } from '../../state/catalogue';
import { seedsStore } from '../../state/seeds';
import type { Bridge } from '../bridge';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';
import { createForBet } from './bound-bets';
import type { ForBet } from './bound-bets';
import { createObservedPairs } from './observed-pairs';
import type { Draw } from './observed-pairs';
import { createOwnSeeds } from './own-seeds';
import { createPairQuestions } from './pair-questions';
import { isSignedIn } from './player-calls';
import type { SeedPair } from './revealed-pairs';
import { createSeenPairs } from './seen-pairs';
import { createUnboundBets } from './unbound-bets';

export interface Seeds {
  /** Shows the pair that the device knows, and asks the platform unless it has just been asked. Never rejects. */
  readonly open: () => Promise<void>;
  /** Asks the platform now. Never rejects. */
  readonly refresh: () => Promise<void>;
  readonly forBet: ForBet;
  /**
   * Whether the next bet may name no draw, as on a platform that has bound none of this player. False where it has: once on each page
   * after it has said that it binds none any more, and as long as that is not certain.
   */
  readonly mayGoUnbound: () => Promise<boolean>;
  /** The platform has refused a bet for other seeds, and tells those of now. */
  readonly takeOver: (refused: Draw, current: unknown) => Promise<void>;
  readonly noteRound: (fairness: Draw) => Promise<void>;
  readonly noteRefused: (bet: RefusedBetRecord) => Promise<void>;
  readonly noteEvidence: (found: SeedEvidence) => Promise<void>;
  /** Gives the pair another client seed; where rounds were drawn from it, the next pair starts with it. */
  readonly choose: (clientSeed: string) => Promise<Result<SeedPair>>;
  /** Makes the secret of the pair public, and starts the one that was announced. */
  readonly reveal: () => Promise<Result<SeedPair>>;
  /** The platform's answer about the pair in use, as it is; it is noted. */
  readonly load: (signal?: AbortSignal) => Promise<Result<SeedPair>>;
  readonly seen: () => Promise<SeenSeeds>;
}

function createSeeds(bridge: Bridge): Seeds {
  const pairs = createSeenPairs(bridge);
  const observed = createObservedPairs(bridge, pairs);
  const own = createOwnSeeds(bridge, pairs, observed);
  const { ask, askAlone, finish, isFresh } = createPairQuestions(observed, own);
  const unbound = createUnboundBets(bridge, pairs);
  const { read, show, noteAndShow } = pairs;

  async function open(): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    await unbound.note(userId);
    if (!can('fairness')) return;
    if (seedsStore.getState().pair === null) {
      const seen = await read(userId);
      show(userId, seen);
      if (isSignedIn(userId) && seedsStore.getState().isOwn) seedsStore.setState({ is: 'ready' });
    }
    if (!isFresh(userId)) await askAlone(userId);
  }

  async function refresh(): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    await unbound.note(userId);
    if (can('fairness')) await askAlone(userId);
  }

  async function takeOver(refused: Draw, current: unknown): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    seedsStore.setState({ is: 'unknown' });
    const answer = getFairness.answer.safeParse(current);
    const step = answer.success ? await observed.note(userId, answer.data, refused, false) : 'again';
    await ask(userId, step === 'ready' ? await own.makeOwn(userId) : 'again');
  }

  async function mayGoUnbound(): Promise<boolean> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return true;
    await unbound.note(userId);
    if (bindsBets()) {
      await refresh();
      return false;
    }
    // An answer that is under way must not take the place of what is told now.
    await finish();
    return unbound.mayGo(userId);
  }

  async function noteRound(fairness: Draw): Promise<void> {
    await noteAndShow((seen) => withDrawnRound(seen, fairness));
    const { is, isOwn } = seedsStore.getState();
    // A client seed that could not be set while the round was open can be set now.
    if (is === 'ready' && !isOwn && can('binding')) await refresh();
  }

  async function actOnPair(act: (userId: string, pair: PairInUse) => Promise<Result<SeedPair>>): Promise<Result<SeedPair>> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return failure('canceled');
    if (seedsStore.getState().pair === null) await askAlone(userId);
    const { current } = await read(userId);
    if (current === null) return failure('network');
    const reply = await act(userId, current);
    if (reply.ok) await observed.note(userId, reply.data, current, true);
    // The pair is another one than this device knew; the player may look at it and try again.
    else if (reply.error.problem?.code === 'conflict') await askAlone(userId);
    return reply;
  }

  return {
    open, refresh, mayGoUnbound, takeOver, noteRound,
    forBet: createForBet(pairs, unbound),
    noteRefused: (bet) => noteAndShow((seen) => withRefusedBet(seen, bet)),
    noteEvidence: (found) => noteAndShow((seen) => withRoundEvidence(seen, found)),
    choose: (clientSeed) => actOnPair((userId, pair) => own.send(userId, pair, clientSeed)),
    reveal: () => actOnPair(own.reveal),
    async load(signal) {
      const userId = currentIds()?.userId;
      return userId === undefined ? failure('canceled') : (await observed.loadAndNote(userId, signal)).answer;
    },
    async seen() {
      const userId = currentIds()?.userId;
      return userId === undefined ? NO_SEEDS_SEEN : read(userId);
    },
  };
}

export const seedsOf = perBridge(createSeeds);
