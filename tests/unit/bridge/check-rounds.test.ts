import { IDBFactory } from 'fake-indexeddb';
import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkKeptRounds, readKeptRounds, readKeptSheets, ROUNDS_AT_ONCE } from '../../../src/bridge/money/check-rounds';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { checkSlice } from '../../../src/core/fairness/check-slice';
import { checkRefusedBets } from '../../../src/core/fairness/refused-bets';
import { commitOf, drawsFrom } from '../../../src/core/fairness/draws';
import { engines } from '../../../src/core/games/registry';
import { engineOfSheet } from '../../../src/core/games/rules/engine-of-sheet';
import { enginesWith } from '../../../src/core/games/rules/rules-engines';
import type { Intent } from '../../../src/core/intent';
import { kobo } from '../../../src/core/money';
import { RULES_VERSIONS } from '../../../src/core/games/rules/versions';
import { raiseEpoch } from '../../../src/data/fence';
import type { KeptReceipt } from '../../../src/data/schema';
import { getSeedPairs, keepSeedPairs } from '../../../src/data/seed-pairs';
import { intentsStore } from '../../../src/state/intents';
import { sessionStore } from '../../../src/state/session';
import type { CheckQuestion, CheckVerdicts } from '../../../src/worker/check-contract';
import { otherSheet } from '../../support/par-sheets';
import type { OtherSheet } from '../../support/par-sheets';
import { becomePage, freshLocks, leavePage, openBridge } from './support';

const serverSeed = 'ab'.repeat(32);
const pair = { commit: commitOf(serverSeed), serverSeed, clientSeed: 'mine' };

/** The worker as the page sees it; what it computes is what the real one computes. */
class CheckWorker extends EventTarget {
  static made: CheckWorker[] = [];
  static mood: 'works' | 'dies' | 'refused' = 'works';
  readonly slices: number[] = [];
  isTerminated = false;

  constructor() {
    super();
    if (CheckWorker.mood === 'refused') throw new Error('no workers here');
    CheckWorker.made.push(this);
  }

  postMessage({ id, pairs, receipts, refusedBets, sheets }: CheckQuestion): void {
    this.slices.push(receipts.length);
    if (CheckWorker.mood === 'dies') {
      this.dispatchEvent(new Event('error'));
      return;
    }
    const verdicts = async (): Promise<CheckVerdicts> => {
      const all = await enginesWith(webcrypto.subtle, sheets);
      return {
        receipts: await checkSlice(webcrypto.subtle, all, pairs, receipts),
        refusedBets: await checkRefusedBets(webcrypto.subtle, all, pairs, refusedBets),
      };
    };
    void verdicts().then((all) => this.dispatchEvent(new MessageEvent('message', { data: { id, verdicts: all } })));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const BET = { under: 4_950 };

function receipt(nonce: number, userId: string | null): KeptReceipt {
  const played = engines.get('dice')?.playUnchecked({ stake: kobo(10_000), bet: BET, draws: drawsFrom({ ...pair, nonce }) });
  if (!played?.ok) throw new Error('dice must play');
  const roundId = `${userId ?? 'practice'}-${String(nonce).padStart(4, '0')}`;
  return { roundId, userId, gameId: 'dice', commit: pair.commit, clientSeed: 'mine', nonce, stake: 10_000, bet: BET, outcome: played.outcome, win: played.win, at: nonce };
}

/** A device with 230 rounds of `a`, and 5 of somebody else and of practice each. */
async function device() {
  const { bridge } = openBridge();
  const { database } = bridge;
  await database.tx(['receipts'], 'readwrite', async (tx) => {
    for (let n = 0; n < 230; n += 1) await tx.objectStore('receipts').put(receipt(n, 'a'));
    for (const userId of ['b', null]) for (let n = 0; n < 5; n += 1) await tx.objectStore('receipts').put(receipt(n, userId));
  });
  sessionStore.setState({ sessionId: 's', userId: 'a' });
  return {
    database,
    checkKeptRounds: (onProgress: Parameters<typeof checkKeptRounds>[2], signal = new AbortController().signal) =>
      checkKeptRounds(bridge, { pairs: { current: null, revealed: [{ ...pair, nonce: 230 }] }, open: [] }, onProgress, signal),
    readKeptRounds: (take: Parameters<typeof readKeptRounds>[1]) => readKeptRounds(database, take, new AbortController().signal),
  };
}

let page: ReturnType<typeof becomePage>;
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  page = becomePage();
  freshLocks();
  CheckWorker.made = [];
  CheckWorker.mood = 'works';
  vi.stubGlobal('Worker', CheckWorker);
  vi.stubGlobal('window', {});
});
afterEach(leavePage);

describe('checking all kept rounds', () => {
  it('reads the player’s own rounds alone, slice by slice in a worker, reports its progress, and ends the worker', async () => {
    const { checkKeptRounds: check } = await device();
    const progress: number[] = [];
    const outcome = await check(({ checkedCount }) => progress.push(checkedCount));
    if (outcome.is !== 'checked') throw new Error(outcome.is);
    expect(outcome.rounds).toHaveLength(230);
    expect(outcome.rounds.every(({ verdict }) => verdict === 'ok')).toBe(true);
    const [worker] = CheckWorker.made;
    expect(Math.max(...(worker?.slices ?? []))).toBeLessThanOrEqual(ROUNDS_AT_ONCE);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect([progress.length, progress.at(-1), worker?.isTerminated]).toEqual([3, 230, true]);
  });

  it('leaves rounds of pairs that are not revealed, and finds the one that was changed', async () => {
    const { checkKeptRounds: check, database } = await device();
    await database.tx(['receipts'], 'readwrite', async (tx) => {
      await tx.objectStore('receipts').put({ ...receipt(7, 'a'), win: 1 });
      await tx.objectStore('receipts').put({ ...receipt(8, 'a'), commit: 'f'.repeat(64) });
    });
    const outcome = await check(() => undefined);
    const others = outcome.is === 'checked' ? outcome.rounds.filter(({ verdict }) => verdict !== 'ok') : [];
    expect(others.map(({ roundId, verdict }) => [roundId, verdict])).toEqual([['a-0007', 'differs'], ['a-0008', 'waits']]);
  });

  it.each([['dies', 1], ['refused', 0]] as const)('says so where the worker %s', async (workerState, workerCount) => {
    CheckWorker.mood = workerState;
    const { checkKeptRounds: check } = await device();
    expect(await check(() => undefined)).toEqual({ is: 'no-worker' });
    expect(CheckWorker.made.map(({ isTerminated }) => isTerminated)).toEqual(Array.from({ length: workerCount }, () => true));
  });

  it('stops when the page is left, or another player comes', async () => {
    const { checkKeptRounds: check } = await device();
    const left = new AbortController();
    expect(await check(() => left.abort(), left.signal)).toEqual({ is: 'canceled' });
    const other = check(() => sessionStore.setState({ sessionId: 't', userId: 'b' }));
    expect(await other).toEqual({ is: 'canceled' });
  });

  it('reads the same rounds for the proof', async () => {
    const { readKeptRounds: read } = await device();
    const roundIds: string[] = [];
    expect(await read((some) => roundIds.push(...some.map(({ roundId }) => roundId)))).toBe(true);
    expect(new Set(roundIds).size).toBe(230);
  });

  it('takes a round whose receipt was lost with its page from the intent for the check and for the proof', async () => {
    const { checkKeptRounds: check, readKeptRounds: read, database } = await device();
    const { roundId, gameId, commit, clientSeed, nonce, outcome, win, at } = receipt(230, 'a');
    const answer: RoundAnswer = {
      roundId, gameId, stake: 100, currency: 'NGN', outcome, win: win / 100, balance: 0, version: 1, fairness: { commit, clientSeed, nonce }, at: new Date(at).toISOString(),
    };
    const key = 'k'.repeat(32);
    const intent: Intent = {
      key, kind: 'round', userId: 'a', gameId, body: { stake: 100, currency: 'NGN', bet: BET }, state: 'confirmed', at, sentAt: at, answer, refusal: null,
    };
    intentsStore.setState({ byKey: { [key]: intent } });
    const forget = () => database.tx(['receipts'], 'readwrite', (tx) => tx.objectStore('receipts').delete(roundId));
    const checked = await check(() => undefined);
    expect(checked.is === 'checked' && checked.rounds.find((round) => round.roundId === roundId)?.verdict).toBe('ok');
    await forget();
    const roundIds: string[] = [];
    await read((some) => roundIds.push(...some.map((each) => each.roundId)));
    expect(roundIds).toContain(roundId);
  });
});

describe('rounds by rules of another version', () => {
  /** Dice that paid half of what is in the pot. */
  const older = otherSheet('dice', ({ parameters }) => (parameters['paysOver'] = 49_500_000));
  const asOf = (by: OtherSheet, nonce: number): KeptReceipt => {
    const engine = engineOfSheet(by.sheet);
    const played = engine !== null && 'playUnchecked' in engine
      ? engine.playUnchecked({ stake: kobo(10_000), bet: BET, draws: drawsFrom({ ...pair, nonce }) }) : null;
    if (!played?.ok) throw new Error('dice must play');
    // An earlier version of the app played by it, and noted it before the bet.
    const seeds = { commit: pair.commit, clientSeed: pair.clientSeed, nonce, rules: by.version };
    return { ...receipt(nonce, 'a'), outcome: played.outcome, win: played.win, rules: by.version, seeds };
  };
  const isOfSheets = (url: string) => url.includes('/par-sheets/');
  const findSheetCalls = () => page.requests.filter(({ url }) => isOfSheets(url)).map(({ url }) => url.slice(url.indexOf('/v1/')));
  const publish = (answer: () => Response) => page.network((url) => (isOfSheets(url) ? answer() : Promise.reject(new TypeError('offline'))));

  async function checkOf(...receipts: readonly KeptReceipt[]) {
    const { checkKeptRounds: check, database } = await device();
    await database.tx(['receipts'], 'readwrite', async (tx) => {
      for (const each of receipts) await tx.objectStore('receipts').put(each);
    });
    const again = async () => {
      const outcome = await check(() => undefined);
      if (outcome.is !== 'checked') throw new Error(outcome.is);
      return outcome.rounds.filter(({ nonce }) => receipts.some((each) => each.nonce === nonce)).map(({ verdict, ruleSet }) => [verdict, ruleSet]);
    };
    return { again, database };
  }

  it('load no par sheet where all of them are by the rules of this build', async () => {
    const { again } = await checkOf({ ...receipt(0, 'a'), rules: RULES_VERSIONS['dice'] }, receipt(1, 'a'));
    expect(await again()).toEqual([['ok', 'own'], ['ok', 'none']]);
    expect(findSheetCalls()).toEqual([]);
  });

  it('are checked by the sheet that the platform publishes, asked for once and kept for a check without a network', async () => {
    publish(() => Response.json(older.sheet));
    const { again, database } = await checkOf(asOf(older, 3), asOf(older, 150), { ...asOf(older, 151), win: 1 });
    const verdicts = [['ok', 'other'], ['ok', 'other'], ['differs', 'other']];
    expect(await again()).toEqual(verdicts);
    expect(findSheetCalls()).toEqual([`/v1/games/dice/par-sheets/${older.version}`]);
    page.network(() => Promise.reject(new TypeError('offline')));
    expect(await again()).toEqual(verdicts);
    expect(findSheetCalls()).toHaveLength(1);
    expect([...(await readKeptSheets(database, [older.version, 'f'.repeat(64)]))]).toEqual([[older.version, older.sheet]]);
  });

  it('do not fit where this device had not noted that version before the bet', async () => {
    publish(() => Response.json(older.sheet));
    const { seeds: _, ...unnoted } = asOf(older, 3);
    const { again } = await checkOf(unnoted);
    expect(await again()).toEqual([['unnoted-rules', 'other']]);
  });

  it('have no verdict while their rules can’t be loaded, and fit once these are on the device', async () => {
    const { again } = await checkOf(asOf(older, 3));
    expect(await again()).toEqual([['no-rules', 'other']]);
    publish(() => Response.json(older.sheet));
    expect(await again()).toEqual([['ok', 'other']]);
  });

  it.each([
    ['has no such rules', () => Response.json({ title: 'Nothing here', status: 404, code: 'not-found' }, { status: 404 })],
    ['sends others under their name', () => Response.json({ ...older.sheet, rounding: 'as we like' })],
  ])('are wrong where the platform %s', async (_what, answer) => {
    publish(answer);
    const { again, database } = await checkOf(asOf(older, 3));
    expect(await again()).toEqual([['unpublished-rules', 'other']]);
    expect((await readKeptSheets(database, [older.version])).size).toBe(0);
  });
});

describe('seeds on the device', () => {
  it('are stored from every answer that has some, for the signed-in player alone', async () => {
    const { database } = await device();
    await raiseEpoch(database, { userId: 'a' });
    const current = { commit: 'c2', clientSeed: 'mine', nonce: 0 };
    expect(await keepSeedPairs(database, 'a', { current, revealed: [{ ...pair, nonce: 3 }] }, 1_000)).toBe(true);
    expect(await keepSeedPairs(database, 'a', { current: { ...current, commit: 'c3' }, revealed: [{ ...current, serverSeed: 'x' }] }, 2_000)).toBe(true);
    expect(await keepSeedPairs(database, 'b', { current, revealed: [] }, 3_000)).toBe(false);
    const storedPairs = await getSeedPairs(database, 'a');
    expect([storedPairs?.data.current?.commit, storedPairs?.data.revealed.map(({ commit }) => commit)]).toEqual(['c3', ['c2', pair.commit]]);
    expect(await getSeedPairs(database, 'b')).toBeNull();
  });
});
