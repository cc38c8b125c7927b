/** Limits, with the platform's clock in hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { protectedPlayer } from '../support/protection/player';

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(() => ayo.close());

describe('a limit', () => {
  it('holds at once where it is lower, and names itself where it is passed', async () => {
    const ada = await protectedPlayer(ayo);
    const { data } = await ada.set('stake', 'day', 25);
    expect(data.limits).toHaveLength(9);
    expect(data.limits.find(({ kind, period }) => kind === 'stake' && period === 'day')).toMatchObject({ amount: 25, used: 0, left: 25, pending: null });
    expect((await ada.stake(10)).status).toBe(201);
    ayo.pass(5_000);
    expect((await ada.stake(10)).status).toBe(201);
    ayo.pass(5_000);
    const refused = await ada.stake(10);
    expect(refused.problem).toMatchObject({ code: 'limit-exceeded', status: 403, reason: 'stake-day' });
    expect(refused.problem?.detail).toBe('Your daily stake limit is ₦25.00: ₦5.00 is left until 22/11/2026, 00:00.');
    expect(await ada.limit('stake', 'day')).toMatchObject({ used: 20, left: 5 });
  });
});
