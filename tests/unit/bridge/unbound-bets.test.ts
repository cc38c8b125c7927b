/** A platform that bound bets to their draws and then says that it binds none: its player has to see that before the next bet. */
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playRound } from '../../../src/bridge/actions/rounds';
import type { Capability, HostConfig } from '../../../src/core/contract/platform';
import { applyHost } from '../../../src/state/apply-catalogue';
import { bindsBets } from '../../../src/state/catalogue';
import { seedsStore } from '../../../src/state/seeds';
import { SeedDouble } from '../../support/seed-double';
import { json } from '../api/support';
import { moneyOf } from '../../../src/bridge/money/intents';
import { leavePage, whenIdle } from './support';
import { answerOf, load } from './seed-pages';

type Page = Awaited<ReturnType<typeof load>>;

/** The page that the player sees: its bridge stands in for the one that a module makes for the life of a page. */
const shown = vi.hoisted(() => ({ bridge: null as Page['bridge'] | null }));
const ofPage = () => {
  if (shown.bridge === null) throw new Error('no page is open');
  return shown.bridge;
};
vi.mock('../../../src/bridge/index', () => ({
  get bridge() {
    return ofPage();
  },
  callAsPlayer: () => Promise.reject(new Error('no other call is made')),
}));
vi.mock('../../../src/bridge/page/play-window', () => ({ playWindowOf: () => ({ betMembers: async () => ({}), noteRound: () => undefined }) }));
vi.mock('../../../src/bridge/actions/intents', () => ({
  submitIntent: (...wish: Parameters<ReturnType<typeof moneyOf>['submit']>) => moneyOf(ofPage()).submit(...wish),
  refuseIntent: (...wish: Parameters<ReturnType<typeof moneyOf>['refuse']>) => moneyOf(ofPage()).refuse(...wish),
}));

const BINDS: readonly Capability[] = ['sign-in', 'rounds', 'fairness', 'binding'];
const UNBOUND = BINDS.filter((each) => each !== 'binding');
const RED = { gameId: 'roulette', stake: 100, bet: { bets: [{ spot: 'red', stake: 10_000 }] } };
const DROPPED = { kind: 'binding-dropped', expected: '/config.json fairness binding', answered: '/config.json fairness' };

const config = (capabilities: readonly Capability[], isProvisional = false): HostConfig =>
  ({ capabilities: [...capabilities], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1', ...(isProvisional && { provisional: true }) });

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

/** A page whose host says at the start what `at` has, and says it again when it is asked, or nothing where that is null. */
async function open(double: SeedDouble, at: { host: HostConfig | null }, old?: Page['page']) {
  const playerPage = await load(double, old);
  const { page, seeds } = playerPage;
  shown.bridge = playerPage.bridge;
  const calls = answerOf(double);
  page.network((url, init) => {
    if (!url.endsWith('/config.json')) return calls(url, init);
    return at.host === null ? Promise.reject(new TypeError('offline')) : Promise.resolve(json(at.host));
  });
  if (at.host !== null) applyHost(at.host);
  await seeds.open();
  /** Presses the button, as the page of a game does. */
  const press = async () => {
    const outcome = await playRound(RED, bindsBets() ? seedsStore.getState().pair : null);
    await whenIdle();
    return outcome;
  };
  return { ...playerPage, press };
}

const evidence = () => seedsStore.getState().evidence.map(({ kind, expected, answered }) => ({ kind, expected, answered }));
const REFUSED = { state: 'refused', problem: { code: 'seed-changed' } };

describe('a platform that bound bets and binds none any more', () => {
  it.each([
    ['binding', '/config.json fairness'], ['fairness', '/config.json binding'],
  ] as const)('gets no bet before the player has seen the change, and leaves evidence: without %s', async (gone, answered) => {
    const double = new SeedDouble('honest');
    const at = { host: config(BINDS) };
    const { press, seeds } = await open(double, at);
    expect(await press()).toMatchObject({ state: 'confirmed' });
    at.host = config(BINDS.filter((each) => each !== gone));
    applyHost(at.host);
    expect(await press()).toMatchObject(REFUSED);
    expect(seedsStore.getState().change).toBe('binding-dropped');
    expect(evidence()).toEqual([{ ...DROPPED, answered }]);
    expect(double.sent).toHaveLength(1);
    expect(await press()).toMatchObject({ state: 'confirmed' });
    expect(double.sent[1]?.seeds).toBeUndefined();
    expect((await seeds.read()).evidence).toHaveLength(1);
  });

  it('is shown to do so as soon as a game is opened after a reload, and gets no bet on that page before the player has seen it', async () => {
    const double = new SeedDouble('honest');
    const at = { host: config(BINDS) };
    const { press, page } = await open(double, at);
    await press();
    at.host = config(UNBOUND);
    for (let visits = 0; visits < 2; visits += 1) {
      const again = await open(double, at, page);
      expect(evidence()).toEqual([DROPPED]);
      expect(await again.press()).toMatchObject(REFUSED);
      expect(seedsStore.getState().change).toBe('binding-dropped');
    }
    expect(double.sent).toHaveLength(1);
  });

  it('is known from a bet whose answer this device never stored, because its page was closed', async () => {
    const double = new SeedDouble('honest');
    const at = { host: config(BINDS) };
    const { seeds, page } = await open(double, at);
    const { pair } = seedsStore.getState();
    if (pair === null) throw new Error('no pair is shown');
    expect(await seeds.nameDraw(pair)).not.toBeNull();
    at.host = config(UNBOUND);
    await open(double, at, page);
    expect(evidence()).toEqual([DROPPED]);
  });

  it('leaves evidence again where it has bound a bet meanwhile', async () => {
    const double = new SeedDouble('honest');
    const at = { host: config(BINDS) };
    const { press } = await open(double, at);
    for (const each of [UNBOUND, UNBOUND, BINDS, UNBOUND]) {
      await press();
      at.host = config(each);
      applyHost(at.host);
    }
    expect(await press()).toMatchObject(REFUSED);
    expect(evidence()).toEqual([DROPPED, DROPPED]);
  });
});

describe('a platform of which it is not certain that it binds none any more', () => {
  it.each([['can’t be asked', null], ['could not ask its platform', config(UNBOUND, true)]] as const)('leaves no evidence and gets no bet: its host %s', async (_, host) => {
    const double = new SeedDouble('honest');
    const at: { host: HostConfig | null } = { host: config(BINDS) };
    const { press, page } = await open(double, at);
    await press();
    at.host = host;
    const again = await open(double, at, page);
    applyHost(config(UNBOUND, host !== null));
    for (let presses = 0; presses < 2; presses += 1) expect(await again.press()).toMatchObject(REFUSED);
    expect([evidence(), double.sent.length]).toEqual([[], 1]);
  });

  it('is asked first, because another tab may have bound the bets since this one asked', async () => {
    const double = new SeedDouble('honest');
    const at = { host: config(BINDS) };
    const { press } = await open(double, at);
    await press();
    // This tab read its configuration before the platform bound bets.
    applyHost(config(UNBOUND));
    expect(await press()).toMatchObject(REFUSED);
    expect([evidence(), bindsBets()]).toEqual([[], true]);
    expect(await press()).toMatchObject({ state: 'confirmed' });
    expect(double.sent[1]?.seeds).toMatchObject({ commit: double.active.commit, nonce: 1 });
  });
});

describe('a platform that never bound bets', () => {
  it('is played as before: no bet waits, and nothing is said', async () => {
    const double = new SeedDouble('honest');
    const { press } = await open(double, { host: config(UNBOUND) });
    for (let n = 0; n < 3; n += 1) expect(await press()).toMatchObject({ state: 'confirmed' });
    expect(double.sent.map(({ seeds }) => seeds)).toEqual([undefined, undefined, undefined]);
    expect(evidence()).toEqual([]);
  });

  it('is not taken for one that did because a bet named its draw before the host’s configuration was known', async () => {
    const double = new SeedDouble('honest');
    const at: { host: HostConfig | null } = { host: null };
    const { press } = await open(double, at);
    expect(await press()).toMatchObject({ state: 'confirmed' });
    expect(double.sent[0]?.seeds).toMatchObject({ nonce: 0 });
    at.host = config(UNBOUND);
    applyHost(at.host);
    expect(await press()).toMatchObject({ state: 'confirmed' });
    expect(evidence()).toEqual([]);
  });
});
