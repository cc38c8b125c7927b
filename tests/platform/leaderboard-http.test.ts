/** The leaderboard as the app meets it: over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getLeaderboard, getLeaderboardChoice, setLeaderboardChoice } from '../../src/core/contract/leaderboard';
import { collectRounds } from '../../server/leaderboard/collect';
import { paramsOf, userIdOf } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { writeRound } from '../support/insert-rounds';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

describe('the leaderboard over HTTP', () => {
  it('is public, shows the players who chose to appear, and is sent again only when it changes', async () => {
    const player = await ayo.signUp({ firstname: 'Chidi', lastname: 'Eze' });
    const params = paramsOf(player);
    await writeRound(ayo.pool, { userId: userIdOf(player), stake: 1_000, win: 12_340, at: ayo.platform.now() });
    await collectRounds(ayo.platform);
    expect((await player.call(getLeaderboardChoice, { params })).data).toEqual({
      optedIn: false, name: 'Chidi E.', best: { gameId: 'adire-gold', multiplier: 12.34, at: ayo.platform.now().toISOString(), rank: null },
    });
    const empty = await ayo.client().call(getLeaderboard, { query: {} });
    expect(empty.data.items).toEqual([]);
    expect((await player.call(setLeaderboardChoice, { params, body: { optedIn: true } })).data.best?.rank).toBe(1);
    const etag = empty.headers.get('etag') ?? '';
    const answer = await ayo.client().request('GET', '/api/v1/leaderboard', { headers: { 'if-none-match': etag } });
    expect([answer.status, getLeaderboard.answer.parse(answer.data).items]).toEqual([200, [
      { rank: 1, name: 'Chidi E.', gameId: 'adire-gold', multiplier: 12.34, at: ayo.platform.now().toISOString() },
    ]]);
    const again = await ayo.client().request('GET', '/api/v1/leaderboard', { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect(answer.text).not.toContain(userIdOf(player));
  });

  it.each(['0000-01-01', '9999-12-31', '2026-02-31', '2026-13-01', 'today'])('has no week of %s', async (week) => {
    expect((await ayo.client().request('GET', `/api/v1/leaderboard?week=${week}`)).status).toBe(400);
  });

  it('lets nobody choose for others, nor without the cookie of the session', async () => {
    const [one, other] = [await ayo.signUp(), await ayo.signUp()];
    expect((await one.call(setLeaderboardChoice, { params: paramsOf(other), body: { optedIn: true } })).status).toBe(403);
    one.cookies.clear();
    expect((await one.call(setLeaderboardChoice, { params: paramsOf(one), body: { optedIn: true } })).status).toBe(401);
  });
});
