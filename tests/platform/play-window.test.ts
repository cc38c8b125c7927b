/** One window of play at a time: for a minute after a round a bet from another window is refused, unless its player asks to go on there. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { minimumCycleMs } from '../../server/games/pace';
import { getFairness, listOpenRounds, playAction, playRound, rotateSeeds } from '../../src/core/contract/games';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import { PLAY_WINDOW_MS } from '../../src/core/play-window';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { newKey, open, paramsOf, richPlayer, userIdOf } from '../support/refusals/people';
import { seedSteppedGames } from '../support/stepped-rounds';

const CYCLE_MS = minimumCycleMs('roulette');
const [HERE, THERE] = ['a'.repeat(32), 'b'.repeat(32)];

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
  await seedSteppedGames(site.pool, site.platform.now());
});
afterAll(() => site.close());

interface Bet {
  readonly gameId?: string;
  readonly bet?: Readonly<Record<string, unknown>>;
  readonly takesOver?: boolean;
  readonly key?: string;
  readonly seeds?: { readonly commit: string; readonly clientSeed: string; readonly nonce: number };
}

/** A bet of ₦100, a cycle after the one before. `playWindow`: null = the first window of the session. */
async function bet(client: TestClient, playWindow: string | null, { gameId = 'adire-gold', bet: placed = {}, key = newKey(), ...more }: Bet = {}): Promise<string> {
  const body = { stake: 100, currency: 'NGN' as const, bet: { ...placed }, ...(playWindow !== null && { playWindow }), ...more };
  const { status, problem } = await client.call(playRound, { params: { ...paramsOf(client), gameId }, body, key });
  site.pass(CYCLE_MS);
  return problem?.code ?? String(status);
}

async function standingOf(client: TestClient): Promise<unknown> {
  const { rows } = await site.pool.query(
    `SELECT (SELECT json_agg(a ORDER BY account_id) FROM ledger_account a WHERE user_id = $1) AS money, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds`,
    [userIdOf(client)],
  );
  return rows[0];
}

describe('a bet from another window', () => {
  it('is refused within a minute of the newest round, in whichever game, and moves nothing', async () => {
    const client = await richPlayer(site);
    expect(await bet(client, HERE)).toBe('201');
    const before = await standingOf(client);
    expect(await bet(client, THERE)).toBe('playing-elsewhere');
    expect(await bet(client, THERE, { gameId: 'dice', bet: { under: 5_000 } })).toBe('playing-elsewhere');
    expect(await standingOf(client)).toEqual(before);
    expect(await bet(client, HERE)).toBe('201');
  });

  it('is played once the window before has been quiet for a minute', async () => {
    const client = await richPlayer(site);
    await bet(client, HERE);
    site.pass(PLAY_WINDOW_MS - CYCLE_MS - 1);
    expect(await bet(client, THERE)).toBe('playing-elsewhere');
    site.pass(1);
    expect(await bet(client, THERE)).toBe('201');
    expect(await bet(client, HERE)).toBe('playing-elsewhere');
  });

  it('is played where its player asks to go on there, and from then on the first window is the other one', async () => {
    const client = await richPlayer(site);
    await bet(client, HERE);
    expect(await bet(client, THERE, { takesOver: true })).toBe('201');
    expect(await bet(client, HERE)).toBe('playing-elsewhere');
    expect(await bet(client, THERE)).toBe('201');
    expect(await bet(client, HERE, { takesOver: true })).toBe('201');
  });

  it('is refused also after another pair of seeds, which a second device starts for itself', async () => {
    const client = await richPlayer(site);
    await bet(client, HERE);
    await client.call(rotateSeeds, { params: paramsOf(client) });
    expect(await bet(client, THERE)).toBe('playing-elsewhere');
    expect(await bet(client, HERE)).toBe('201');
  });

  it('is refused also where it is another session of the player, whose first window has no name either', async () => {
    const phone = await richPlayer(site);
    await bet(phone, null);
    const { rows: [player] } = await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(phone)]);
    const laptop = await site.signIn(player?.username ?? '');
    expect(await bet(laptop, null)).toBe('playing-elsewhere');
    expect(await bet(laptop, null, { takesOver: true })).toBe('201');
    expect(await bet(phone, null)).toBe('playing-elsewhere');
  });

  it('stays refused under its key, and stands among the refused bets where it named its draw', async () => {
    const client = await richPlayer(site);
    await bet(client, HERE);
    const { commit, clientSeed, nonce } = (await client.call(getFairness, { params: paramsOf(client) })).data;
    const sealed = { key: newKey(), seeds: { commit, clientSeed, nonce } };
    expect(await bet(client, THERE, sealed)).toBe('playing-elsewhere');
    site.pass(PLAY_WINDOW_MS);
    expect(await bet(client, THERE, sealed)).toBe('playing-elsewhere');
    const { data } = await client.call(listRefusedBets, { params: paramsOf(client) });
    expect(data.items).toMatchObject([{ key: sealed.key, code: 'playing-elsewhere', nonce }]);
  });

  it('of two that come at the same moment one begins a round', async () => {
    const client = await richPlayer(site);
    const answers = await Promise.all([HERE, THERE].map((window) => bet(client, window)));
    expect(answers.filter((answer) => answer === '201')).toHaveLength(1);
    expect(answers.some((answer) => ['playing-elsewhere', 'cycle-too-short'].includes(answer))).toBe(true);
  });
});

it('an open round is finished in any window, because the player must be able to end it', async () => {
  const client = await richPlayer(site);
  expect(await bet(client, HERE, { gameId: 'mines', bet: { mines: 3 } })).toBe('201');
  const [round] = (await client.call(listOpenRounds, { params: paramsOf(client) })).data.items;
  const { status } = await client.call(playAction, {
    params: { ...paramsOf(client), roundId: round?.roundId ?? '' }, body: { action: { ...open(0) }, step: 0 }, key: newKey(),
  });
  expect(status).toBe(201);
});
