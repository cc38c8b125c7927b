/**
 * Keeps the pair of seeds that bets are bound to. The pair is asked for before the first bet, compared with what was announced,
 * and given a client seed that this device makes after it has seen the commit. Every change is stored before it is shown.
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
import { createNameDraw } from './name-draw';
import type { NameDraw } from './name-draw';
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
  /** Names the draw that the next bet is for; see `NameDraw`. */
  readonly nameDraw: NameDraw;
  /**
   * Tests if the next bet may go out without naming a draw. It may not while the platform binds bets, nor while it is uncertain that a
   * platform that bound this player's bets has stopped. Once it has stopped, the first call on each page still returns false, so that the
   * page shows the change; later calls return true.
   */
  readonly mayGoUnbound: () => Promise<boolean>;
  /** Handles a bet that was refused because the seeds have changed. `current` is the platform's answer about the pair in use now. */
  readonly handleSeedChange: (refused: Draw, current: unknown) => Promise<void>;
  readonly noteRound: (fairness: Draw) => Promise<void>;
  readonly noteRefused: (bet: RefusedBetRecord) => Promise<void>;
  readonly noteEvidence: (evidence: SeedEvidence) => Promise<void>;
  /** Gives the pair another client seed; where rounds were drawn from it, the next pair starts with it. */
  readonly choose: (clientSeed: string) => Promise<Result<SeedPair>>;
  /** Makes the secret of the pair public, and starts the one that was announced. */
  readonly reveal: () => Promise<Result<SeedPair>>;
  /** Loads and notes the platform's answer about the pair in use. */
  readonly load: (signal?: AbortSignal) => Promise<Result<SeedPair>>;
  /** Reads what this device has seen of the signed-in player's seeds. */
  readonly read: () => Promise<SeenSeeds>;
}

function createSeeds(bridge: Bridge): Seeds {
  const pairs = createSeenPairs(bridge);
  const observed = createObservedPairs(bridge, pairs);
  const ownSeeds = createOwnSeeds(bridge, pairs, observed);
  const { ask, askOrJoin, finish, isFresh } = createPairQuestions(observed, ownSeeds);
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
      if (isSignedIn(userId) && seedsStore.getState().isOwn) seedsStore.setState({ status: 'ready' });
    }
    if (!isFresh(userId)) await askOrJoin(userId);
  }

  async function refresh(): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    await unbound.note(userId);
    if (can('fairness')) await askOrJoin(userId);
  }

  async function handleSeedChange(refused: Draw, current: unknown): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    seedsStore.setState({ status: 'unknown' });
    const answer = getFairness.answer.safeParse(current);
    const step = answer.success ? await observed.note(userId, answer.data, refused, false) : 'again';
    await ask(userId, step === 'ready' ? await ownSeeds.makeOwn(userId) : 'again');
  }

  async function mayGoUnbound(): Promise<boolean> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return true;
    await unbound.note(userId);
    if (bindsBets()) {
      await refresh();
      return false;
    }
    // An answer that is under way must not replace the change that is shown next.
    await finish();
    return unbound.mayGo(userId);
  }

  async function noteRound(fairness: Draw): Promise<void> {
    await noteAndShow((seen) => withDrawnRound(seen, fairness));
    const { status, isOwn } = seedsStore.getState();
    // While a round was open the client seed could not be set. Now it can.
    if (status === 'ready' && !isOwn && can('binding')) await refresh();
  }

  async function actOnPair(act: (userId: string, pair: PairInUse) => Promise<Result<SeedPair>>): Promise<Result<SeedPair>> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return failure('canceled');
    if (seedsStore.getState().pair === null) await askOrJoin(userId);
    const { current } = await read(userId);
    if (current === null) return failure('network');
    const reply = await act(userId, current);
    if (reply.ok) await observed.note(userId, reply.data, current, true);
    // Another pair is in use than this device knew. The player may look at it and try again.
    else if (reply.error.problem?.code === 'conflict') await askOrJoin(userId);
    return reply;
  }

  return {
    open, refresh, mayGoUnbound, handleSeedChange, noteRound,
    nameDraw: createNameDraw(pairs, unbound),
    noteRefused: (bet) => noteAndShow((seen) => withRefusedBet(seen, bet)),
    noteEvidence: (evidence) => noteAndShow((seen) => withRoundEvidence(seen, evidence)),
    choose: (clientSeed) => actOnPair((userId, pair) => ownSeeds.send(userId, pair, clientSeed)),
    reveal: () => actOnPair(ownSeeds.reveal),
    async load(signal) {
      const userId = currentIds()?.userId;
      return userId === undefined ? failure('canceled') : (await observed.loadAndNote(userId, signal)).answer;
    },
    async read() {
      const userId = currentIds()?.userId;
      return userId === undefined ? NO_SEEDS_SEEN : read(userId);
    },
  };
}

export const seedsOf = perBridge(createSeeds);
