/** One window of play at a time: for a minute after a round a bet from another window is refused, unless its player asks to go on there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOpenRounds, playAction, rotateSeeds } from '../../src/core/contract/games';
import { PLAY_WINDOW_MS, minimumCycleMs } from '../../src/core/play-times';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, open, paramsOf, richPlayer, signInElsewhere } from '../support/refusals/people';
import { placeBet, readHoldings, readRefusedBets, readSeeds } from '../support/sealed-bets';
import type { TestBet } from '../support/sealed-bets';
import { seedSteppedGames } from '../support/stepped-rounds';

const CYCLE_MS = minimumCycleMs('roulette');
const [HERE, THERE] = ['a'.repeat(32), 'b'.repeat(32)];

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

/** Places a bet of ₦100 a cycle after the one before, and returns its code. `playWindow`: null = the first window of the session. */
async function betIn(client: TestClient, playWindow: string | null, bet: TestBet = {}): Promise<string> {
  const { status, problem } = await placeBet(client, { stake: 100, ...(playWindow !== null && { playWindow }), ...bet });
  site.pass(CYCLE_MS);
  return problem?.code ?? String(status);
}

describe('a bet from another window', () => {
  it('is refused within a minute of the newest round, in whichever game, and moves nothing', async () => {
    const client = await richPlayer(site);
    expect(await betIn(client, HERE)).toBe('201');
    const before = await readHoldings(site.pool, client);
    expect(await betIn(client, THERE)).toBe('playing-elsewhere');
    expect(await betIn(client, THERE, { gameId: 'dice', bet: { under: 5_000 } })).toBe('playing-elsewhere');
    expect(await readHoldings(site.pool, client)).toEqual(before);
    expect(await betIn(client, HERE)).toBe('201');
  });

  it('is played once the window before has been quiet for a minute', async () => {
    const client = await richPlayer(site);
    await betIn(client, HERE);
    site.pass(PLAY_WINDOW_MS - CYCLE_MS - 1);
    expect(await betIn(client, THERE)).toBe('playing-elsewhere');
    site.pass(1);
    expect(await betIn(client, THERE)).toBe('201');
    expect(await betIn(client, HERE)).toBe('playing-elsewhere');
  });

  it('is played where its player asks to go on there, and from then on the first window is the other one', async () => {
    const client = await richPlayer(site);
    await betIn(client, HERE);
    expect(await betIn(client, THERE, { takesOver: true })).toBe('201');
    expect(await betIn(client, HERE)).toBe('playing-elsewhere');
    expect(await betIn(client, THERE)).toBe('201');
    expect(await betIn(client, HERE, { takesOver: true })).toBe('201');
  });

  it('is refused also after another pair of seeds, which a second device starts for itself', async () => {
    const client = await richPlayer(site);
    await betIn(client, HERE);
    await client.call(rotateSeeds, { params: paramsOf(client) });
    expect(await betIn(client, THERE)).toBe('playing-elsewhere');
    expect(await betIn(client, HERE)).toBe('201');
  });

  it('is refused also where it is another session of the player, whose first window has no name either', async () => {
    const phone = await richPlayer(site);
    await betIn(phone, null);
    const laptop = await signInElsewhere(site, phone);
    expect(await betIn(laptop, null)).toBe('playing-elsewhere');
    expect(await betIn(laptop, null, { takesOver: true })).toBe('201');
    expect(await betIn(phone, null)).toBe('playing-elsewhere');
  });

  it('stays refused under its key, and stands among the refused bets where it named its draw', async () => {
    const client = await richPlayer(site);
    await betIn(client, HERE);
    const sealed = { key: newKey(), seeds: await readSeeds(client) };
    expect(await betIn(client, THERE, sealed)).toBe('playing-elsewhere');
    site.pass(PLAY_WINDOW_MS);
    expect(await betIn(client, THERE, sealed)).toBe('playing-elsewhere');
    expect(await readRefusedBets(client)).toMatchObject([{ key: sealed.key, code: 'playing-elsewhere', nonce: sealed.seeds.nonce }]);
  });

  it('begins one round when two of them come at the same moment', async () => {
    const client = await richPlayer(site);
    const answers = await Promise.all([HERE, THERE].map((window) => betIn(client, window)));
    expect(answers.filter((answer) => answer === '201')).toHaveLength(1);
    expect(answers.some((answer) => ['playing-elsewhere', 'cycle-too-short'].includes(answer))).toBe(true);
  });
});

it('an open round is finished in any window, because the player must be able to end it', async () => {
  const client = await richPlayer(site);
  expect(await betIn(client, HERE, { gameId: 'mines', bet: { mines: 3 } })).toBe('201');
  const [round] = (await client.call(listOpenRounds, { params: paramsOf(client) })).data.items;
  const { status } = await client.call(playAction, {
    params: { ...paramsOf(client), roundId: round?.roundId ?? '' }, body: { action: { ...open(0) }, step: 0 }, key: newKey(),
  });
  expect(status).toBe(201);
});
