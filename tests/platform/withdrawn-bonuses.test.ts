/** A withdrawal ends those bonuses alone whose end the player has seen and agreed to. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { listBonuses } from '../../src/core/contract/bonuses';
import { playAction, playRound } from '../../src/core/contract/games';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { drawsFrom } from '../../src/core/fairness/draws';
import { kobo } from '../../src/core/money';
import { claimMatch, claimSpins, giveBonus } from '../support/bonuses';
import { paramsOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { CLIENT_SEED, givePair, safeUnder, seedWhere } from '../support/stepped-rounds';
import { MINES_SEED } from '../support/stepped-stage';
import { acceptBonusEnds, ask, invariantsOfGivenMoney, paidPlayer, readMoney } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const CYCLE_MS = 6_000;
/** The next two rolls of a die lose what was put on a number below 5,000. */
const ROLLS_LOST = seedWhere((serverSeed) =>
  [0, 1].every((nonce) => drawsFrom({ serverSeed, clientSeed: CLIENT_SEED, nonce }).below(10_000) >= 5_000));

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney())).toEqual([]);
  await ayo.close();
});

const bonusesOf = async ({ client }: PaidPlayer) => (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data.items;
const turnoverOf = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.turnover;
const payIn = (player: PaidPlayer, naira: number) => giveMoney(ayo.pool, player.userId, kobo(naira * 100), ayo.platform.now(), { isPlayed: false });

function play({ client }: PaidPlayer, gameId: string, stake: number, bet: Readonly<Record<string, unknown>> = {}) {
  ayo.pass(CYCLE_MS);
  return client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake, currency: 'NGN', bet }, key: newKey() });
}

/** With an unplayed deposit of 10,000 and the bonus that came with it. */
async function withBonus(): Promise<PaidPlayer> {
  const player = await paidPlayer(ayo, { naira: 10_000, isPlayed: false });
  await giveBonus(ayo.platform, player.userId, 10_000_00);
  return player;
}

describe('the end of a bonus', () => {
  it('is agreed to by naming the bonus: one that began meanwhile does not end unseen', async () => {
    const ada = await withBonus();
    const agreedEnds = await acceptBonusEnds(ada);
    await payIn(ada, 10_000);
    await giveBonus(ayo.platform, ada.userId, 5_000_00, { name: 'Friday bonus', validDays: 40 });
    const refused = await ask(ada, 4_000, newKey(), { unplayed: 'mistake', endsBonuses: agreedEnds });
    expect(refused.problem).toMatchObject({ status: 409, code: 'bonus-would-end', current: [{ name: 'Welcome bonus', current: 10_000 }, { name: 'Friday bonus', current: 5_000 }] });
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active' }, { status: 'active' }]);
    expect((await ask(ada, 4_000, newKey(), { unplayed: 'mistake', endsBonuses: await acceptBonusEnds(ada) })).data.state).toBe('checking');
    expect(await bonusesOf(ada)).toMatchObject([{ endReason: 'withdrawn' }, { endReason: 'withdrawn' }]);
  });

  it('is agreed to for the bonus as it was shown: one that changed meanwhile is shown again', async () => {
    const ada = await withBonus();
    const agreedEnds = await acceptBonusEnds(ada);
    expect((await play(ada, 'lagos-nights', 100)).status).toBe(201);
    expect((await ask(ada, 4_000, newKey(), { unplayed: 'mistake', endsBonuses: agreedEnds })).problem).toMatchObject({ status: 409, code: 'bonus-would-end' });
    expect((await ask(ada, 4_000, newKey(), { unplayed: 'mistake', endsBonuses: await acceptBonusEnds(ada) })).status).toBe(201);
  });

  it('is not agreed to by a request that names nothing', async () => {
    const ada = await withBonus();
    expect((await ask(ada, 4_000, newKey(), { unplayed: 'mistake', endsBonuses: [] })).problem).toMatchObject({ status: 409, code: 'bonus-would-end', current: [{ current: 10_000 }] });
    expect((await ask(ada, 4_000, newKey(), { unplayed: 'closing' })).problem).toMatchObject({ status: 409, code: 'bonus-would-end' });
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active' }]);
    expect(await readMoney(ada)).toEqual({ real: 10_000, held: 0 });
  });

  it.each(['mistake', 'closing'] as const)('waits for the round in which its money is (%s)', async (unplayed) => {
    const ada = await paidPlayer(ayo, { naira: 100, isPlayed: false });
    await giveBonus(ayo.platform, ada.userId, 600_00);
    await givePair(ayo.pool, ada.userId, MINES_SEED, ayo.platform.now());
    const { data: round } = await play(ada, 'mines', 600, { mines: 8 });
    await payIn(ada, 2_000);
    const request = async () => ask(ada, 2_000, newKey(), { unplayed, endsBonuses: await acceptBonusEnds(ada, unplayed === 'closing') });
    expect((await request()).problem).toMatchObject({ status: 409, code: 'round-open' });
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', current: 100 }]);
    const act = (action: Readonly<Record<string, unknown>>, step: number) =>
      ada.client.call(playAction, { params: { ...paramsOf(ada.client), roundId: round.roundId }, body: { action, step }, key: newKey() });
    const [safe = 0] = safeUnder(MINES_SEED, 8);
    await act({ kind: 'open', cell: safe }, 0);
    expect((await act({ kind: 'cash-out' }, 1)).data).toMatchObject({ state: 'ended' });
    expect((await request()).data).toMatchObject({ state: 'checking' });
  });

  it('is shown of every bonus where the account is to be closed: free spins, and one that waits for its deposit', async () => {
    const ada = await paidPlayer(ayo, { naira: 3_000, isPlayed: false });
    await claimSpins(ayo.platform, ada.userId);
    await claimMatch(ayo.platform, ada.userId);
    expect(await turnoverOf(ada)).toMatchObject({
      endsBonuses: [],
      closingEnds: [{ name: 'Free spins', current: 0, spinsLeft: 50 }, { name: 'Welcome bonus', current: 0, waits: true }],
    });
    expect((await ask(ada, 1_000, newKey(), { unplayed: 'closing' })).problem).toMatchObject({
      status: 409, code: 'bonus-would-end', current: [{ name: 'Free spins', spinsLeft: 50 }, { waits: true }],
    });
    expect((await ask(ada, 1_000, newKey(), { unplayed: 'closing', endsBonuses: await acceptBonusEnds(ada, true) })).status).toBe(201);
    expect((await bonusesOf(ada)).map(({ endReason }) => endReason)).toEqual(['account-closed', 'account-closed']);
  });

  it('does not follow from another deposit: a bonus whose own one is played goes on', async () => {
    const ada = await paidPlayer(ayo, { naira: 1_000, isPlayed: false });
    await giveBonus(ayo.platform, ada.userId, 1_000_00);
    await givePair(ayo.pool, ada.userId, ROLLS_LOST, ayo.platform.now());
    expect((await play(ada, 'dice', 400, { under: 5_000 })).data.win).toBe(0);
    await payIn(ada, 5_000);
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_600, endsBonuses: [{ name: 'Welcome bonus' }] });
    expect((await play(ada, 'dice', 600, { under: 5_000 })).data.win).toBe(0);
    expect(await turnoverOf(ada)).toMatchObject({ left: 5_000, endsBonuses: [] });
    expect((await ask(ada, 3_000, newKey(), { unplayed: 'mistake' })).data.state).toBe('checking');
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', current: 1_000 }]);
    // A payment after that counts as another deposit, too.
    await payIn(ada, 1_000);
    expect(await turnoverOf(ada)).toMatchObject({ left: 3_000, endsBonuses: [] });
  });

  it('is not avoided by a stake that comes back when another deposit was withdrawn in its place', async () => {
    const ada = await paidPlayer(ayo, { naira: 1_000, isPlayed: false });
    await giveBonus(ayo.platform, ada.userId, 1_000_00);
    await givePair(ayo.pool, ada.userId, MINES_SEED, ayo.platform.now());
    await play(ada, 'mines', 1_000, { mines: 3 });
    await payIn(ada, 1_000);
    expect(await turnoverOf(ada)).toMatchObject({ left: 1_000, endsBonuses: [{ name: 'Welcome bonus' }] });
    expect((await ask(ada, 1_000, newKey(), { unplayed: 'mistake' })).problem).toMatchObject({ code: 'bonus-would-end' });
  });
});
