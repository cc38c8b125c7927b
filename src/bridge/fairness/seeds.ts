/**
 * The pair of seeds that bets are bound to, on this device: asked for before the first bet, compared with what was announced, and
 * given a client seed that is made here after its commit was seen. Every change is stored before it is shown.
 */
import type { BodyOf } from '../../core/contract/endpoint';
import { getFairness, listOpenRounds, rotateSeeds, setClientSeed } from '../../core/contract/games';
import type { RoundSeeds } from '../../core/contract/games';
import { failure } from '../../core/errors';
import type { CallError, Result } from '../../core/errors';
import { hexOf } from '../../core/fairness/ascii';
import { isSameDraw } from '../../core/fairness/binding';
import {
  hasDroppedParts, isBadChange, isOwnSeed, observePair, seenAtOf, withDrawnRound, withOwnSeed, withRefusedBet, withRoundEvidence,
} from '../../core/fairness/observe-pair';
import type { Observation, PairAnswer, PairChange } from '../../core/fairness/observe-pair';
import type { PairInUse } from '../../core/seed-pairs';
import { NO_SEEDS_SEEN } from '../../core/seen-seeds';
import type { RefusedBetRecord, SeedEvidence, SeenSeeds } from '../../core/seen-seeds';
import { keepSeedPairs } from '../../data/seed-pairs';
import { changeSeenSeeds, readSeenSeeds } from '../../data/seen-seeds';
import { bindsBets, can } from '../../state/catalogue';
import { seedsStore } from '../../state/seeds';
import type { Bridge } from '../bridge';
import type { Calls } from '../platform/calls';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';
import { createUnbound } from './unbound-bets';
import { loadRevealedPairs, publicCommits } from './revealed-pairs';
import type { SeedPair } from './revealed-pairs';

const PART_BYTES = 16;
/** Another tab or device may change the pair again and again; after so many questions the player may try again. */
const MOST_QUESTIONS = 4;
/** A pair that was asked for this recently is not asked for again by the next page. */
const FRESH_MS = 60_000;

type Draw = Pick<PairInUse, 'commit' | 'clientSeed' | 'nonce'>;
type Step = 'ready' | 'again' | 'failed';

export interface Seeds {
  /** Shows the pair that the device knows, and asks the platform unless it has just been asked. Never rejects. */
  readonly open: () => Promise<void>;
  /** Asks the platform now. Never rejects. */
  readonly refresh: () => Promise<void>;
  /**
   * The draw that the next bet names, with a part that is made for it now, so that nobody knows the draw before the bet is sent, and
   * with the version of the rules where the platform takes it. Null where it is not of the pair that the player was shown: then the
   * other pair is shown. Null once for each pair whose bets bring no part although earlier ones did, so that nobody plays on without
   * having seen that.
   */
  readonly forBet: (shown: PairInUse, rules?: string) => Promise<RoundSeeds | null>;
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

/** A client seed for a pair, or the part of one bet. */
function newPart(): string {
  return hexOf(crypto.getRandomValues(new Uint8Array(PART_BYTES)));
}

/** The platform has decided, so asking the same once more changes nothing. */
const isConclusive = ({ code, problem }: CallError) => code === 'bad-request' && problem !== undefined && problem.code !== 'too-many-requests';

function createSeeds({ calls, database, clock, host }: Bridge): Seeds {
  /** Holds what could not be stored, in a browser that keeps nothing. */
  let memory: { readonly userId: string; readonly seen: SeenSeeds } | null = null;
  /** `performance.now()` at which the platform last answered. */
  let answeredAt: { readonly userId: string; readonly at: number } | null = null;

  const isCurrent = (userId: string) => currentIds()?.userId === userId;
  const inMemory = (userId: string): SeenSeeds | null => (memory?.userId === userId ? memory.seen : null);

  async function read(userId: string): Promise<SeenSeeds> {
    return inMemory(userId) ?? (await readSeenSeeds(database, userId)) ?? NO_SEEDS_SEEN;
  }

  function show(userId: string, seen: SeenSeeds, more: { readonly change?: PairChange } = {}): void {
    if (!isCurrent(userId)) return;
    const { current: pair, evidence } = seen;
    seedsStore.setState({ pair, evidence, seenAt: pair && seenAtOf(seen, pair.commit), isOwn: pair !== null && isOwnSeed(seen, pair), ...more });
  }

  async function change(userId: string, by: (seen: SeenSeeds) => SeenSeeds): Promise<SeenSeeds> {
    const before = inMemory(userId);
    const stored = isCurrent(userId) ? await changeSeenSeeds(database, userId, (seen) => by(before ?? seen)) : null;
    const seen = stored ?? by(before ?? NO_SEEDS_SEEN);
    memory = stored === null && isCurrent(userId) ? { userId, seen } : null;
    return seen;
  }

  /** Compares an answer with what the device knows, and stores what follows. `pairBefore`: the pair that it knew when it asked. */
  async function observe(userId: string, answer: SeedPair, pairBefore: Draw | null): Promise<Observation> {
    const { previous, ...pair } = answer;
    const base = { pair, at: clock.now() };
    const previousCommits = publicCommits(previous === null ? [] : [previous]);
    const isStill = ({ current }: SeenSeeds) => (current === null || pairBefore === null ? current === pairBefore : isSameDraw(current, pairBefore));
    const judge = (seen: SeenSeeds, list: Pick<PairAnswer, 'revealed' | 'isWholeList' | 'isCut'>) =>
      observePair(seen, { ...base, ...list, isNewest: isStill(seen) });
    let list: Pick<PairAnswer, 'revealed' | 'isWholeList' | 'isCut'> = { revealed: previousCommits, isWholeList: false };
    const before = await read(userId);
    if (judge(before, list).is === 'needs-list') {
      const { commit, nextCommit = pair.commit } = before.current ?? pair;
      const sought = [commit, nextCommit].filter((each) => each !== pair.commit);
      const loaded = await loadRevealedPairs(calls, undefined, sought);
      if (!loaded.ok) return { is: 'needs-list' };
      const { items, isWhole } = loaded.data;
      list = { revealed: new Set([...previousCommits, ...publicCommits(items)]), isWholeList: isWhole, isCut: !isWhole };
    }
    const observations: Observation[] = [];
    await change(userId, (seen) => {
      const observation = judge(seen, list);
      observations.push(observation);
      return observation.is === 'noted' ? observation.seen : seen;
    });
    return observations.at(-1) ?? { is: 'old' };
  }

  /** Notes an answer. `isOwnAct`: it answers something that this device did, so the player need not be told what has changed. */
  async function note(userId: string, answer: SeedPair, pairBefore: Draw | null, isOwnAct: boolean): Promise<Step> {
    const observation = await observe(userId, answer, pairBefore);
    if (observation.is === 'old') return 'again';
    if (observation.is === 'needs-list') return 'failed';
    const isToTell = !isOwnAct || isBadChange(observation.change);
    show(userId, observation.seen, isToTell ? { change: observation.change } : {});
    const { previous, ...current } = answer;
    // Stored before the answer is returned, because a page that is closed at once must not lose a secret that is public now.
    await keepSeedPairs(database, userId, { current, revealed: previous === null ? [] : [previous] }, clock.now());
    return 'ready';
  }

  /** The client seed is written down before it is sent, so that a lost answer makes it nobody else's. */
  async function send(userId: string, pair: PairInUse, clientSeed: string): Promise<Result<SeedPair>> {
    const commit = pair.nonce === 0 ? pair.commit : pair.nextCommit;
    if (commit === undefined || !can('binding')) {
      return ofPlayer(userId).callAsPlayer(setClientSeed, () => ({ params: { userId }, body: { clientSeed, commit: pair.commit } }));
    }
    await change(userId, (seen) => withOwnSeed(seen, commit, clientSeed));
    if (pair.nonce === 0) return ofPlayer(userId).callAsPlayer(setClientSeed, () => ({ params: { userId }, body: { clientSeed, commit } }));
    return rotate(userId, { clientSeed, commit });
  }

  function rotate(userId: string, body: BodyOf<typeof rotateSeeds>): Promise<Result<SeedPair>> {
    return ofPlayer(userId).callAsPlayer(rotateSeeds, () => ({ params: { userId }, ...(body && { body }) }));
  }

  /** Gives the pair a client seed of this device where it has none. */
  async function makeOwn(userId: string): Promise<Step> {
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
  }

  /** The pair keeps its client seed while a round is open. The platform has to show that round, or it could keep its own seed for ever. */
  async function whileRoundOpen(userId: string): Promise<Step> {
    const answer = await ofPlayer(userId).callAsPlayer(listOpenRounds, () => ({ params: { userId }, noStore: true }));
    if (!answer.ok) return 'failed';
    return answer.data.items.length > 0 ? 'ready' : 'again';
  }

  /** Makes calls for a player, and none once they are not signed in any more. */
  const ofPlayer = (userId: string): Pick<Calls, 'callAsPlayer'> => (isCurrent(userId) ? calls : { callAsPlayer: () => Promise.resolve(failure('canceled')) });

  async function loadAndNote(userId: string, signal?: AbortSignal): Promise<{ readonly answer: Result<SeedPair>; readonly step: Step }> {
    const pairBefore = (await read(userId)).current;
    const answer = await ofPlayer(userId).callAsPlayer(getFairness, () => ({ params: { userId }, noStore: true, ...(signal && { signal }) }));
    return { answer, step: answer.ok ? await note(userId, answer.data, pairBefore, false) : 'failed' };
  }

  async function askOnce(userId: string): Promise<Step> {
    const { step } = await loadAndNote(userId);
    return step === 'ready' ? makeOwn(userId) : step;
  }

  async function ask(userId: string, first: Step = 'again'): Promise<void> {
    let step = first;
    for (let questions = 0; step === 'again' && questions < MOST_QUESTIONS && isCurrent(userId); questions += 1) step = await askOnce(userId);
    if (!isCurrent(userId)) return;
    if (step === 'ready') answeredAt = { userId, at: performance.now() };
    const { pair, isOwn } = seedsStore.getState();
    // Without an answer the pair that the device knows may still be the one: the platform refuses a bet on another.
    seedsStore.setState({ is: step === 'ready' || (pair !== null && isOwn) ? 'ready' : 'failed' });
  }

  const unbound = createUnbound({ host, clock, read, change, show });

  let running: { readonly userId: string; readonly end: Promise<void> } | null = null;

  /** Asks one question at a time. */
  function askAlone(userId: string): Promise<void> {
    if (running?.userId === userId) return running.end;
    const end = ask(userId).finally(() => (running = null));
    running = { userId, end };
    return end;
  }

  async function open(): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    await unbound.note(userId);
    if (!can('fairness')) return;
    if (seedsStore.getState().pair === null) {
      const seen = await read(userId);
      show(userId, seen);
      if (isCurrent(userId) && seedsStore.getState().isOwn) seedsStore.setState({ is: 'ready' });
    }
    const isFresh = answeredAt?.userId === userId && performance.now() - answeredAt.at < FRESH_MS;
    if (!isFresh) await askAlone(userId);
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
    const step = answer.success ? await note(userId, answer.data, refused, false) : 'again';
    await ask(userId, step === 'ready' ? await makeOwn(userId) : 'again');
  }

  /** The pair without parts that the player was told of. */
  let toldOf: string | null = null;

  /** True where the player has not been told on this page that bets bring no part any more. */
  function tellDropped(seen: SeenSeeds): boolean {
    const dropped = hasDroppedParts(seen) ? (seen.current?.commit ?? null) : null;
    const isToTell = dropped !== null && dropped !== toldOf;
    toldOf = dropped;
    return isToTell;
  }

  async function forBet(shown: PairInUse, rules?: string): Promise<RoundSeeds | null> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return null;
    const seen = await read(userId);
    const { current } = seen;
    if (tellDropped(seen)) {
      show(userId, seen, { change: 'parts-dropped' });
      return null;
    }
    if (current?.commit === shown.commit && current.clientSeed === shown.clientSeed) {
      const { commit, clientSeed, nonce, takesParts, takesRules } = current;
      await unbound.noteBound(userId, seen);
      const named = takesRules === true && rules !== undefined && { rules };
      return { commit, clientSeed, nonce, ...(takesParts === true && { part: newPart() }), ...named };
    }
    // Another tab has gone on to another pair, or to another client seed.
    const isReplaced = seen.evidence.some(({ answered }) => answered === current?.commit);
    const isNext = shown.nextCommit === current?.commit;
    show(userId, seen, { change: isReplaced ? 'replaced' : current?.commit === shown.commit ? 'client-seed' : isNext ? 'next' : 'later' });
    return null;
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
    await running?.end;
    return unbound.mayGo(userId);
  }

  /** Notes something, and shows what follows from it. */
  async function noteAndShow(by: (seen: SeenSeeds) => SeenSeeds): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId !== undefined) show(userId, await change(userId, by));
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
    if (reply.ok) await note(userId, reply.data, current, true);
    // The pair is another one than this device knew; the player may look at it and try again.
    else if (reply.error.problem?.code === 'conflict') await askAlone(userId);
    return reply;
  }

  return {
    open, refresh, forBet, mayGoUnbound, takeOver, noteRound,
    noteRefused: (bet) => noteAndShow((seen) => withRefusedBet(seen, bet)),
    noteEvidence: (found) => noteAndShow((seen) => withRoundEvidence(seen, found)),
    choose: (clientSeed) => actOnPair((userId, pair) => send(userId, pair, clientSeed)),
    reveal: () => actOnPair(async (userId, pair) => {
      if (pair.nextCommit === undefined || !can('binding')) return rotate(userId, undefined);
      const body = { clientSeed: newPart(), commit: pair.nextCommit };
      await change(userId, (seen) => withOwnSeed(seen, body.commit, body.clientSeed));
      return rotate(userId, body);
    }),
    async load(signal) {
      const userId = currentIds()?.userId;
      return userId === undefined ? failure('canceled') : (await loadAndNote(userId, signal)).answer;
    },
    async seen() {
      const userId = currentIds()?.userId;
      return userId === undefined ? NO_SEEDS_SEEN : read(userId);
    },
  };
}

export const seedsOf = perBridge(createSeeds);
