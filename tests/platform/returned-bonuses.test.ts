/** A bonus that ended with a withdrawal comes back where that payout is refused by people or rejected by the bank. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endRepeatedClaims } from '../../server/bonuses';
import { onDepositEnded } from '../../server/bonuses/deposit-bonuses';
import { pauseSpins } from '../../server/bonuses/pause-spins';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { WAGERING_INVARIANTS } from '../../server/bonuses/invariants';
import { transaction } from '../../server/db/transaction';
import { findViolations } from '../../server/ledger/invariants';
import { exclude } from '../../server/protection/exclude';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { readClaimHistory } from '../../server/promotions/claims';
import { listBonuses } from '../../src/core/contract/bonuses';
import { listTransactions } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import type { ExclusionLength } from '../../src/core/protection';
import { DAY_MS } from '../../src/core/time';
import { claimMatch, claimSpins, giveBonus, insertDeposit } from '../support/bonuses';
import { paramsOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { refusePayout, REJECTED_ENDING, sendPayout, takeUnplayed } from '../support/payout-ends';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { ask, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal } from '../support/withdrawals';
import type { PaidPlayer, PaidPlayerOptions } from '../support/withdrawals';

const CYCLE_MS = 6_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** In naira; every withdrawal here is larger. */
const MAX_WIN = 1_000;

let ayo: TestPlatform;
beforeAll(async () => {
  ayo = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, [...invariantsOfGivenMoney(), ...WAGERING_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
  await ayo.close();
});

const refuse = (withdrawalId: string) => refusePayout(ayo, withdrawalId);
const send = (withdrawalId: string) => sendPayout(ayo, withdrawalId);
const bonusesOf = async ({ client }: PaidPlayer) => (await client.call(listBonuses, { params: paramsOf(client), query: {} })).data.items;
const turnoverOf = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.turnover;
/** Returns the words of the timeline's step `returned`. */
const wordsOf = async (withdrawalId: string) => {
  const { rows } = await ayo.pool.query<{ detail: string | null }>(`SELECT detail FROM withdrawal_step WHERE withdrawal_id = $1 AND step = 'returned'`, [withdrawalId]);
  return rows[0]?.detail;
};
/** The rows of the player's bonuses, also where nobody is signed in. */
const rowsOf = async ({ userId }: PaidPlayer) =>
  (await ayo.pool.query<{ state: string; end_reason: string | null; expires_at: Date }>('SELECT * FROM bonus_wallet WHERE user_id = $1 ORDER BY claimed_at', [userId])).rows;
const play = ({ client }: PaidPlayer, stake: number, more: { readonly freeSpinOf?: string } = {}) => {
  ayo.pass(CYCLE_MS);
  return client.call(playRound, { params: { ...paramsOf(client), gameId: 'adire-gold' }, body: { stake, currency: 'NGN', bet: {}, ...more }, key: newKey() });
};
const protect = ({ userId }: PaidPlayer, length: ExclusionLength) =>
  transaction(ayo.pool, (tx) => exclude(tx, ayo.platform, { userId, sessionHash: '', length, device: { userAgent: 'a test', address: '' } }));

/** With an unplayed deposit of 10,000, the bonus that came with it, and ₦200 of its wagering done. */
async function withBonus(options: PaidPlayerOptions = {}): Promise<PaidPlayer> {
  const player = await paidPlayer(ayo, { naira: 10_000, isPlayed: false, ...options });
  await giveBonus(ayo.platform, player.userId, 10_000_00);
  const { data } = await play(player, 200);
  // A rare large win would be paid out before any unplayed money, and the withdrawal would end nothing.
  return data.win > MAX_WIN ? withBonus(options) : player;
}

describe('a bonus that ended with a withdrawal of unplayed money', () => {
  it.each([
    ['refused by people', '00', refuse],
    ['rejected by the bank', REJECTED_ENDING, send],
  ] as const)('is as it was when the payout is %s: money, wagering and what is unplayed', async (_, ending, end) => {
    const ada = await withBonus({ ending });
    const [before] = await bonusesOf(ada);
    const [money, turnover] = [await readMoney(ada), await turnoverOf(ada)];
    const withdrawalId = await takeUnplayed(ada, 6_000);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'forfeited', endReason: 'withdrawn', lost: 10_000, current: 0, progress: before?.progress }]);
    await end(withdrawalId);
    const [after] = await bonusesOf(ada);
    expect(after).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
    expect(after).toMatchObject({ status: 'active', progress: 200, endReason: null, endedAt: null, lost: 0, current: 10_000 });
    expect(await readMoney(ada)).toEqual(money);
    expect(await turnoverOf(ada)).toMatchObject({ left: turnover?.left, of: turnover?.of, endsBonuses: [{ walletId: before?.walletId }] });
    expect((await readWithdrawal(ada, withdrawalId)).timeline.at(-1)).toMatchObject({ step: 'returned', detail: '“Welcome bonus” is back, too.' });
  });

  it('is back in the statement with what it lost, once', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await refuse(withdrawalId);
    await expect(refuse(withdrawalId)).rejects.toMatchObject({ code: 'conflict' });
    const { items } = (await ada.client.call(listTransactions, { params: paramsOf(ada.client), query: { kind: 'bonus' } })).data;
    expect(items.map(({ amount }) => amount)).toEqual([10_000, -10_000, 10_000]);
  });

  it('can be played with again, and counts on from where it was', async () => {
    const ada = await withBonus();
    await refuse(await takeUnplayed(ada, 6_000));
    expect((await play(ada, 2_000)).problem).toMatchObject({ code: 'bonus-stake-too-high' });
    const { data } = await play(ada, 100);
    expect((await bonusesOf(ada))[0]).toMatchObject({ progress: data.win === 100 ? 200 : 300 });
  });

  it('stays ended where the payout is made', async () => {
    const ada = await withBonus();
    await send(await takeUnplayed(ada, 6_000));
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'forfeited', endReason: 'withdrawn', lost: 10_000 }]);
  });

  it('leaves what was played as played where the payout had both in it', async () => {
    const ada = await paidPlayer(ayo, { naira: 5_000 });
    await giveMoney(ayo.pool, ada.userId, kobo(10_000_00), ayo.platform.now(), { isPlayed: false });
    await giveBonus(ayo.platform, ada.userId, 10_000_00);
    const withdrawalId = await takeUnplayed(ada, 12_000);
    expect(await turnoverOf(ada)).toMatchObject({ left: 3_000, free: 0 });
    await refuse(withdrawalId);
    expect(await turnoverOf(ada)).toMatchObject({ left: 10_000, free: 5_000, endsBonuses: [{ name: 'Welcome bonus' }] });
    expect((await ask(ada, 5_001)).problem).toMatchObject({ code: 'turnover-needed' });
  });

  it('comes back with the others that ended with the same withdrawal, and each is named', async () => {
    const ada = await withBonus();
    await giveMoney(ayo.pool, ada.userId, kobo(5_000_00), ayo.platform.now(), { isPlayed: false });
    await giveBonus(ayo.platform, ada.userId, 5_000_00, { name: 'Friday bonus', validDays: 40 });
    const withdrawalId = await takeUnplayed(ada, 14_000);
    expect((await bonusesOf(ada)).map(({ status }) => status)).toEqual(['forfeited', 'forfeited']);
    await refuse(withdrawalId);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', current: 10_000 }, { status: 'active', current: 5_000 }]);
    expect(await wordsOf(withdrawalId)).toBe('“Welcome bonus” is back, too. “Friday bonus” is back, too.');
  });

  it('comes back beside a bonus that began meanwhile, also of the same promotion in another week', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await giveBonus(ayo.platform, ada.userId, 3_000_00);
    await refuse(withdrawalId);
    expect((await bonusesOf(ada)).map(({ status, current }) => [status, current]).sort()).toEqual([['active', 10_000], ['active', 3_000]]);
  });

  it('comes back though its promotion is not offered any more', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await ayo.pool.query(`UPDATE promotion SET enabled = false WHERE promotion_id = 'welcome-bonus'`);
    await refuse(withdrawalId);
    await ayo.pool.query(`UPDATE promotion SET enabled = true WHERE promotion_id = 'welcome-bonus'`);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active' }]);
  });

  it('has the time again that it had left, and no more', async () => {
    const ada = await withBonus();
    const left = 2 * HOUR_MS;
    await ayo.pool.query('UPDATE bonus_wallet SET expires_at = $2 WHERE user_id = $1', [ada.userId, new Date(ayo.platform.now().getTime() + left)]);
    const withdrawalId = await takeUnplayed(ada, 6_000);
    ayo.pass(3 * DAY_MS);
    await sweepBonuses(ayo.platform);
    await refuse(withdrawalId);
    expect(await rowsOf(ada)).toMatchObject([{ state: 'active', expires_at: new Date(ayo.platform.now().getTime() + left) }]);
    ayo.pass(left);
    await sweepBonuses(ayo.platform);
    expect(await rowsOf(ada)).toMatchObject([{ state: 'expired', lost: 1_000_000 }]);
  });
});

describe('while its player is protected', () => {
  it.each(['6-months', 'permanent'] as const)('a bonus does not come back after an exclusion (%s), and nothing is said of it', async (length) => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await protect(ada, length);
    await refuse(withdrawalId);
    expect(await wordsOf(withdrawalId)).toBeNull();
    expect(await rowsOf(ada)).toMatchObject([{ state: 'forfeited', end_reason: 'withdrawn', ended_by: null }]);
  });

  it('it does not come back after an exclusion that began while money was turned off, and is over', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await ayo.pool.query(`UPDATE money_switch SET open = false, reason = 'a test'`);
    await protect(ada, '6-months');
    await ayo.pool.query('UPDATE money_switch SET open = true, reason = NULL');
    ayo.pass(200 * DAY_MS);
    await refuse(withdrawalId);
    expect(await rowsOf(ada)).toMatchObject([{ state: 'forfeited', end_reason: 'withdrawn', ended_by: null }]);
  });

  it.each([
    ['is excluded', `protection = 'excluded', protection_since = created_at`],
    ['has become a second one', `verification = 'none', person_id = user_id`],
  ])('no bonus runs in an account that %s, however that came about', async (_, change) => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await ayo.pool.query(`UPDATE player SET ${change} WHERE user_id = $1`, [ada.userId]);
    await refuse(withdrawalId);
    await ayo.pool.query(`UPDATE player SET verification = 'verified', person_id = NULL WHERE user_id = $1`, [ada.userId]);
    expect(await wordsOf(withdrawalId)).toBe('“Welcome bonus” stays ended.');
    expect(await rowsOf(ada)).toMatchObject([{ state: 'forfeited', end_reason: 'withdrawn', ended_by: null }]);
  });

  it('a bonus comes back during a break, in which it runs as others do', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await protect(ada, '24-hours');
    await refuse(withdrawalId);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', current: 10_000 }]);
    expect((await play(ada, 100)).problem).toMatchObject({ code: 'cool-off' });
  });

  it('a bonus does not come back that an earlier account of the same person turned out to have had', async () => {
    const [ada, before] = [await withBonus(), await withBonus()];
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await transaction(ayo.pool, (tx) => endRepeatedClaims(tx, { userId: ada.userId, earlierUserIds: [before.userId] }, ayo.platform.now()));
    await refuse(withdrawalId);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'forfeited', endReason: 'withdrawn' }]);
  });
});

describe('what ended because the account was to be closed', () => {
  it('comes back when the payout is refused: bonus money, free spins, and one that waits for its deposit', async () => {
    const ada = await withBonus();
    const spins = await claimSpins(ayo.platform, ada.userId);
    const waiting = await claimMatch(ayo.platform, ada.userId, { name: 'Friday bonus' });
    const before = await bonusesOf(ada);
    const withdrawalId = await takeUnplayed(ada, 9_000, 'closing');
    ayo.pass(60_000);
    await refuse(withdrawalId);
    const after = await bonusesOf(ada);
    const later = (instant: string | null | undefined) => new Date(Date.parse(instant ?? '') + 60_000).toISOString();
    expect(after).toEqual(before.map((bonus) => ({ ...bonus, version: bonus.version + 2, expiresAt: later(bonus.expiresAt) })));
    expect((await play(ada, 20, { freeSpinOf: spins })).status).toBe(201);
    await giveBonus(ayo.platform, ada.userId, 1_000_00);
    expect((await bonusesOf(ada)).find(({ walletId }) => walletId === waiting)).toMatchObject({ status: 'active', granted: 1_000 });
  });

  it('gets the time back once in which it could not be played, though its game was closed and it was ended at the same time', async () => {
    const ada = await paidPlayer(ayo, { naira: 60_000 });
    await claimSpins(ayo.platform, ada.userId, { gameId: 'harmattan' });
    const open = async (isOpen: boolean) => {
      await ayo.pool.query(`UPDATE game SET enabled = $1 WHERE game_id = 'harmattan'`, [isOpen]);
      await pauseSpins(ayo.platform);
    };
    const end = (await rowsOf(ada))[0]?.expires_at.getTime() ?? 0;
    await open(false);
    ayo.pass(MINUTE_MS);
    const withdrawalId = await takeUnplayed(ada, 60_000, 'closing');
    ayo.pass(MINUTE_MS);
    await refuse(withdrawalId);
    await pauseSpins(ayo.platform);
    ayo.pass(MINUTE_MS);
    await open(true);
    expect(await rowsOf(ada)).toMatchObject([{ state: 'active', paused_at: null, expires_at: new Date(end + 3 * MINUTE_MS) }]);
  });

  it('comes back where all that was paid out had been played', async () => {
    const ada = await paidPlayer(ayo, { naira: 60_000 });
    await claimSpins(ayo.platform, ada.userId);
    await refuse(await takeUnplayed(ada, 60_000, 'closing'));
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', freeSpins: { left: 50 } }]);
  });

  it('waits while another payout of the closing is under way, and comes back with the last one', async () => {
    const ada = await withBonus();
    const first = await takeUnplayed(ada, 4_000, 'closing');
    ayo.pass(1_000);
    const second = await takeUnplayed(ada, 3_000, 'closing');
    await refuse(first);
    expect(await wordsOf(first)).toBe('“Welcome bonus” stays ended while your account is being closed.');
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'forfeited', endReason: 'account-closed' }]);
    await refuse(second);
    expect(await wordsOf(second)).toBe('“Welcome bonus” is back, too.');
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active', current: 10_000 }]);
  });

  it('stays ended where its own deposit is over, and can be claimed again', async () => {
    const ada = await paidPlayer(ayo, { naira: 60_000 });
    const depositId = await insertDeposit(ayo.platform, ada.userId, 1_000_00);
    const walletId = await claimMatch(ayo.platform, ada.userId, { waitsFor: { depositId } });
    const withdrawalId = await takeUnplayed(ada, 60_000, 'closing');
    await transaction(ayo.pool, (tx) => onDepositEnded(tx, { userId: ada.userId, depositId, at: ayo.platform.now() }));
    await refuse(withdrawalId);
    expect(await wordsOf(withdrawalId)).toBe('“Welcome bonus” stays ended, because its deposit is over. It can be claimed again if it is still offered.');
    expect(await bonusesOf(ada)).toMatchObject([{ walletId, status: 'forfeited' }]);
    expect((await readClaimHistory(ayo.pool, ada.userId)).claims).toEqual([]);
  });
});

describe('the table of bonuses', () => {
  const returned = `state = 'active', ended_at = NULL, end_reason = NULL, ended_by = NULL, lost = 0`;
  const change = ({ userId }: PaidPlayer, sql: string) => ayo.pool.query(`UPDATE bonus_wallet SET ${sql} WHERE user_id = $1`, [userId]);

  it('lets nothing run again while its withdrawal is under way, or once it was paid', async () => {
    const ada = await withBonus();
    const withdrawalId = await takeUnplayed(ada, 6_000);
    await expect(change(ada, returned)).rejects.toThrow('which is final');
    await send(withdrawalId);
    await expect(change(ada, returned)).rejects.toThrow('which is final');
  });

  it('lets nothing run again that ended otherwise, or that names the withdrawal of another end', async () => {
    const [ada, eve] = [await withBonus(), await withBonus()];
    await transaction(ayo.pool, async (tx) => {
      await tx.query(`UPDATE bonus_wallet SET state = 'forfeited', end_reason = 'forfeited', ended_at = $2, lost = 1000000 WHERE user_id = $1`, [ada.userId, ayo.platform.now()]);
      await expect(tx.query('SAVEPOINT s').then(() => tx.query(`UPDATE bonus_wallet SET ${returned} WHERE user_id = $1`, [ada.userId]))).rejects.toThrow('which is final');
      await tx.query('ROLLBACK TO s');
      await expect(tx.query(`UPDATE bonus_wallet SET ended_by = 'another' WHERE user_id = $1`, [ada.userId])).rejects.toThrow('which is final');
      throw new Error('undone');
    }).catch((error: unknown) => expect(String(error)).toContain('undone'));
    const withdrawalId = await takeUnplayed(eve, 6_000);
    await ayo.pool.query(`UPDATE player SET protection = 'excluded', protection_since = created_at WHERE user_id = $1`, [eve.userId]);
    await refuse(withdrawalId);
    await expect(change(eve, returned)).rejects.toThrow('which is final');
    await expect(change(eve, `ended_by = '${withdrawalId}'`)).rejects.toThrow('which is final');
  });

  it.each(['progress = requirement', 'granted = granted * 2', 'spins_left = 1', `expires_at = expires_at - interval '1 day'`, 'cap_times = NULL'])('lets it come back as it was alone: not with %s', async (more) => {
    const ada = await withBonus();
    const first = await takeUnplayed(ada, 4_000);
    const second = (await ask(ada, 4_000, newKey(), { unplayed: 'mistake' })).data.withdrawalId;
    await refuse(first);
    await expect(change(ada, `${returned}, ${more}`)).rejects.toThrow('comes back as it was');
    await refuse(second);
    expect(await bonusesOf(ada)).toMatchObject([{ status: 'active' }]);
  });
});
