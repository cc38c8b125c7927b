/** Each bet is written down with the version of the rules that the player is shown, and names it where the platform takes it. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { moneyOf } from '../../../src/bridge/money/intents';
import type { RoundSeeds } from '../../../src/core/contract/games';
import { engines } from '../../../src/core/games/registry';
import { seedsStore } from '../../../src/state/seeds';
import { SeedDouble } from '../../support/seed-double';
import type { Conduct } from '../../support/seed-double';
import { leavePage, whenIdle } from './support';
import { load } from './seed-pages';

const SHOWN = 'a'.repeat(64);
const OTHER = 'b'.repeat(64);
const RED = { gameId: 'roulette', stake: 100, bet: { bets: [{ spot: 'red', stake: 10_000 }] } };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

/** A page that shows one version, on a platform whose rounds name another, or none. */
async function playing(answered: string | null, conduct: Conduct, takesRules = true) {
  const double = new SeedDouble(conduct);
  const engine = engines.get('roulette');
  if (engine === undefined) throw new Error('roulette is a game');
  double.rules = answered === null ? null : { version: answered, engine };
  double.takesRules = takesRules;
  const playerPage = await load(double);
  await playerPage.seeds.open();
  const bet = async () => {
    const { pair } = seedsStore.getState();
    const seeds: RoundSeeds | null = pair && (await playerPage.seeds.nameDraw(pair, SHOWN));
    if (seeds === null) throw new Error('there is no pair to bind a bet to');
    const { gameId, stake, bet: placed } = RED;
    const body = { stake, bet: placed, currency: 'NGN' as const, seeds, ...(seeds.rules === undefined && { rules: SHOWN }) };
    const outcome = await moneyOf(playerPage.bridge).submit({ kind: 'round', gameId, body });
    await whenIdle();
    return outcome;
  };
  return { double, ...playerPage, bet };
}

describe('a bet', () => {
  it('names the version that the player is shown, and its receipt has it', async () => {
    const { double, bet, receipts } = await playing(SHOWN, 'honest');
    expect(await bet()).toMatchObject({ state: 'confirmed' });
    expect(double.sent).toMatchObject([{ seeds: { rules: SHOWN } }]);
    expect(await receipts()).toMatchObject([{ rules: SHOWN, seeds: { rules: SHOWN } }]);
    expect((await receipts())[0]).not.toHaveProperty('broke');
  });

  it.each([[SHOWN], [null]])('is written down with it, and not sent with it, on a platform that takes none; rounds name %s', async (answered) => {
    const { double, bet, receipts } = await playing(answered, 'honest', false);
    await bet();
    expect(double.sent).toHaveLength(1);
    expect(JSON.stringify(double.sent)).not.toContain(SHOWN);
    const [receipt] = await receipts();
    expect(receipt?.seeds?.rules).toBe(answered ?? undefined);
    expect(receipt).not.toHaveProperty('broke');
  });

  it.each([[true], [false]])('that was answered with a round by others leaves evidence; the platform takes versions: %s', async (takesRules) => {
    const { bet, receipts } = await playing(OTHER, 'picks-rules', takesRules);
    await bet();
    await vi.waitFor(() => expect(seedsStore.getState().evidence).toMatchObject([{ kind: 'other-rules', expected: SHOWN, answered: OTHER }]));
    expect(await receipts()).toMatchObject([{ rules: OTHER, seeds: { rules: SHOWN }, broke: 'rules' }]);
  });

  it('that was answered with a round by others leaves its evidence before its end is stored, so that closing the page loses neither', async () => {
    const { bet, bridge, seeds } = await playing(OTHER, 'picks-rules');
    const { intentRecords } = bridge;
    const put = intentRecords.put.bind(intentRecords);
    const kindsAtEnd: string[][] = [];
    vi.spyOn(intentRecords, 'put').mockImplementation(async (intent) => {
      if (intent.state === 'confirmed') kindsAtEnd.push((await seeds.read()).evidence.map(({ kind }) => kind));
      return put(intent);
    });
    await bet();
    expect(kindsAtEnd).toEqual([['other-rules']]);
  });

  it('that is refused for other rules stays on the device like any that named its draw, with its version', async () => {
    const { double, bet, seeds } = await playing(OTHER, 'honest');
    const { commit } = double.active;
    expect(await bet()).toMatchObject({ state: 'refused', problem: { code: 'rules-changed' } });
    expect((await seeds.read()).refusedBets).toMatchObject([{ code: 'rules-changed', rules: SHOWN, commit, nonce: 0, stake: 10_000 }]);
    expect(seedsStore.getState().evidence).toEqual([]);
  });
});
