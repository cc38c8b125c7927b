/** One person, one account that plays: what somebody gains with a second one, or with somebody else's NIN. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { giveConsents } from '../../server/accounts/consents';
import { applyChoice } from '../../server/cashier/held-deposits/deposit-choice';
import { requestWithdrawal } from '../../server/cashier/withdrawals/request-withdrawal';
import { readRequestedSince } from '../../server/cashier/withdrawals/withdrawal-rows';
import { transaction } from '../../server/db/transaction';
import { playRound } from '../../server/games/play-round';
import { ProblemError } from '../../server/http/problem';
import { findViolations, LEDGER_INVARIANTS } from '../../server/ledger/invariants';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { PROTECTION_INVARIANTS } from '../../server/protection/invariants';
import { kobo } from '../../src/core/money';
import { HERE, SESSION_HASH } from '../support/caller-places';
import { newKey } from '../support/keys';
import { refusalOf } from '../support/money';
import { openBankAccount } from '../support/payable-players';
import { checkIdentity, makeOnePerson, newNin } from '../support/persons';
import { promotionStage } from '../support/promotions';
import type { PromotionStage } from '../support/promotions';
import { makeStage } from '../support/protection/stage';
import type { Stage, StagePlayer } from '../support/protection/stage';

const DAY_MS = 86_400_000;
/** In Lagos: Monday 23 November 2026 0:00, and Sunday 29 November 20:00, when the draw closes. */
const MONDAY = '2026-11-22T23:00:00.000Z';
const CLOSES = '2026-11-29T19:00:00.000Z';

let promotions: PromotionStage;
let stage: Stage;
let pool: PromotionStage['database']['pool'];
const logged: { event: string; alert: boolean }[] = [];
beforeAll(async () => {
  promotions = await promotionStage();
  ({ pool } = promotions.database);
  const staged = makeStage(pool, { cashier: promotions.cashier });
  stage = { ...staged, platform: { ...staged.platform, log: (event, details) => logged.push({ event, alert: details?.['alert'] === true }) } };
});
afterAll(async () => {
  expect(await findViolations(pool, [...LEDGER_INVARIANTS, ...PROTECTION_INVARIANTS])).toEqual([]);
  await promotions.database.close();
});
beforeEach(() => promotions.at(MONDAY));

const verify = ({ userId }: StagePlayer, number: string) => checkIdentity(stage.platform, userId, number);
const start = (player: StagePlayer, naira: number) => promotions.cashier.start(player.userId, naira);
async function pay(reference: string): Promise<void> {
  await promotions.cashier.choose(reference, 'paid');
  await promotions.cashier.notify(promotions.cashier.notificationBody(reference));
}
const tryPayIn = async ({ userId }: StagePlayer, naira: number): Promise<string | null> => {
  const { status, text } = await promotions.cashier.tryStart(userId, naira, newKey());
  return status === 201 ? null : (JSON.parse(text) as { code: string }).code;
};
const codeOfBet = async (player: StagePlayer, stake = 10): Promise<string | null> => {
  try {
    await player.bet(stake);
    return null;
  } catch (error) {
    if (error instanceof ProblemError) return error.code;
    throw error;
  }
};
const close = ({ userId }: StagePlayer) => pool.query('UPDATE player SET closed_at = $2 WHERE user_id = $1', [userId, stage.platform.now()]);
const personOf = async ({ userId }: StagePlayer) =>
  (await pool.query<{ person_id: string | null; verification: string; is_second: boolean }>(
    'SELECT person_id, verification, is_second FROM player WHERE user_id = $1', [userId])).rows[0];

/** One that is verified, and a second one. */
async function twoAccounts(naira = 10_000): Promise<readonly [StagePlayer, StagePlayer, string]> {
  const [first, second] = [await stage.player(naira), await stage.player(naira)];
  const number = newNin();
  expect([await verify(first, number), await verify(second, number)]).toEqual([null, 'nin-in-use']);
  return [first, second, number];
}

describe('bonuses', () => {
  it('are for one account: four that claim welcome, show one NIN and would pay in are given one', async () => {
    const four = await Promise.all(Array.from({ length: 4 }, () => stage.player(0)));
    for (const { userId } of four) expect((await promotions.claim(userId, 'welcome-bonus')).status).toBe(201);
    const [first, ...others] = four.map(({ userId }) => userId);
    await makeOnePerson(stage.platform, first ?? '', ...others);
    expect(await Promise.all(four.map((each) => tryPayIn(each, 50_000)))).toEqual([null, 'nin-in-use', 'nin-in-use', 'nin-in-use']);
    const given = await Promise.all(four.map(({ userId }) => promotions.wallets(userId, 'welcome-bonus')));
    expect(given.flat().map(({ state, end_reason: why }) => why ?? state)).toEqual(['pending', 'second-account', 'second-account', 'second-account']);
    expect((await promotions.claim(others[0] ?? '', 'welcome-bonus')).code).toBe('nin-in-use');
    expect(await promotions.claimable(others[0] ?? '', 'welcome-bonus')).toMatchObject({ canClaim: false, reason: 'second-account' });
  });

  it('of a second account end, and its free spins can’t be played on', async () => {
    const [first, second] = [await stage.player(0), await stage.player(0)];
    const freeSpinOf = await promotions.giveSpins(second.userId);
    await makeOnePerson(stage.platform, first.userId, second.userId);
    const { status, text } = await playRound(stage.platform, {
      userId: second.userId, gameId: 'adire-gold', key: newKey(), place: HERE, sessionHash: SESSION_HASH, body: { stake: 20, currency: 'NGN', bet: {}, freeSpinOf },
    });
    expect([status, (JSON.parse(text) as { code?: string }).code]).toEqual([409, 'nin-in-use']);
    expect((await promotions.wallets(second.userId, 'free-spins')).map(({ end_reason: why }) => why)).toEqual(['second-account']);
  });
});

describe('a stranger who knows somebody’s name, birthday and NIN', () => {
  it('learns nothing of that player’s deposits, stakes, losses and limits', async () => {
    const [victim, stranger] = await twoAccounts();
    await victim.set('loss', 'week', 700);
    await victim.bet(300);
    expect(await tryPayIn(victim, 900)).toBe(null);
    const protection = await stranger.protection();
    expect(protection.limits.map(({ amount, used }) => [amount, used])).toEqual(Array.from({ length: 9 }, () => [null, 0]));
  });

  it('and makes an account that shows it reads there neither that player’s break, from before or after, nor hears of it in a refusal or a mail', async () => {
    const [victim, number] = [await stage.player(), newNin()];
    await verify(victim, number);
    await victim.exclude('6-months');
    const stranger = await stage.player();
    expect(await verify(stranger, number)).toBe('nin-in-use');
    await victim.exclude('permanent');
    expect(await stranger.protection()).toMatchObject({ state: 'none', since: null, until: null });
    expect(await stranger.protection()).not.toHaveProperty('otherAccount');
    expect([await codeOfBet(stranger), await tryPayIn(stranger, 500)]).toEqual(['nin-in-use', 'nin-in-use']);
    expect(await promotions.claimable(stranger.userId, 'free-spins')).toMatchObject({ reason: 'second-account', from: null });
    const { rows } = await pool.query('SELECT subject FROM mail WHERE user_id = $1', [stranger.userId]);
    expect(rows).toEqual([]);
  });

  it('can’t learn from the rest of the day’s automatic amount what that player has withdrawn', async () => {
    const [victim, stranger] = await twoAccounts();
    const bankAccountId = await openBankAccount(pool, victim.userId);
    const withdrawal = await requestWithdrawal(stage.platform, { userId: victim.userId, key: newKey(), bankAccountId, amount: kobo(200_000), sessionHash: '', place: HERE });
    expect(withdrawal.status).toBe(201);
    const since = new Date(Date.parse(MONDAY) - DAY_MS);
    expect((await readRequestedSince(pool, stranger.userId, since)).total).toBe(0);
    expect((await readRequestedSince(pool, victim.userId, since)).total).toBe(200_000);
  });

  it('gets no marketing with it: what was agreed to on a second account holds no more', async () => {
    const [victim, stranger, number] = [await stage.player(), await stage.player(), newNin()];
    await transaction(pool, (tx) => giveConsents(tx, stranger.userId, [{ tag: 'emailmarketing', at: stage.platform.now() }], 'app'));
    await verify(victim, number);
    await verify(stranger, number);
    const { rows } = await pool.query('SELECT given, channel FROM consent WHERE user_id = $1 ORDER BY consent_id', [stranger.userId]);
    expect(rows).toEqual([{ given: true, channel: 'app' }, { given: false, channel: 'second-account' }]);
  });

  it('does not limit that player', async () => {
    const [victim, stranger] = await twoAccounts();
    await stranger.set('stake', 'day', 100);
    await victim.bet(500);
    expect(await victim.limit('stake', 'day')).toMatchObject({ amount: null, used: 500 });
  });

  it('does not exclude that player for ever: play is stopped until people have looked, and no session ends', async () => {
    const [victim, stranger] = await twoAccounts();
    await stranger.exclude('permanent');
    expect((await victim.protection()).state).toBe('none');
    expect(await codeOfBet(victim)).toBe('identity-needed');
    expect(await codeOfBet(stranger)).toBe('self-excluded');
    const { rows } = await pool.query('SELECT kind FROM person_hint WHERE user_id = $1 AND other_id = $2', [stranger.userId, victim.userId]);
    expect(rows).toEqual([{ kind: 'nin' }]);
  });

  it('does not flood the team: after three accounts in 30 days a break on a further one asks nothing, and people hear of it once', async () => {
    const [victim, number] = [await stage.player(), newNin()];
    await verify(victim, number);
    logged.length = 0;
    const more = await Promise.all(Array.from({ length: 5 }, () => stage.player(0)));
    const codes = [];
    for (const each of more) codes.push(await verify(each, number));
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'nin-in-use'));
    expect(logged.filter(({ event, alert }) => alert && event === 'identity.many-accounts')).toHaveLength(1);
    const [, , third, fourth, fifth] = more;
    for (const each of [fourth, fifth]) await each?.exclude('permanent');
    expect(await codeOfBet(victim)).toBe(null);
    await third?.exclude('permanent');
    expect(await codeOfBet(victim)).toBe('identity-needed');
  });

  it('does not keep the owner out by being quicker with many accounts: the next one becomes a second one, which people can give the identity', async () => {
    const [first, owner, number] = [await stage.player(), await stage.player(), newNin()];
    await verify(first, number);
    for (let n = 0; n < 3; n += 1) await verify(await stage.player(0), number);
    expect(await verify(owner, number)).toBe('nin-in-use');
    expect(await personOf(owner)).toMatchObject({ is_second: true });
    await owner.exclude('permanent');
    expect(await codeOfBet(first)).toBe('identity-needed');
  });

  it('makes no two verified strangers one person by showing the NIN of the one after that of the other', async () => {
    const [one, x] = await twoAccounts();
    const other = await stage.player();
    const number = newNin();
    await verify(other, number);
    const before = await Promise.all([one, x, other].map(personOf));
    logged.length = 0;
    expect(await verify(x, number)).toBe('nin-in-use');
    expect(await verify(x, newNin())).toBe('nin-in-use');
    expect(await Promise.all([one, x, other].map(personOf))).toEqual(before);
    expect(before[0]?.person_id).not.toBe(before[2]?.person_id);
    expect(logged.filter(({ event, alert }) => alert && event === 'identity.second-of-another')).toHaveLength(2);
    await other.exclude('permanent');
    expect(await codeOfBet(one)).toBe(null);
  });
});

describe('whoever is excluded', () => {
  it('does not play on with the account that has the identity by excluding the second one alone, nor with another one after closing it', async () => {
    const [first, second, number] = await twoAccounts();
    await second.exclude('6-months');
    expect([await codeOfBet(first), await tryPayIn(first, 500)]).toEqual(['identity-needed', 'identity-needed']);
    await close(first);
    const next = await stage.player();
    expect(await verify(next, number)).toBe(null);
    expect([await codeOfBet(next), await tryPayIn(next, 500)]).toEqual(['identity-needed', 'identity-needed']);
  });

  it('and closes the account is excluded on the second one that takes its place, to the same end', async () => {
    const [first, second, number] = await twoAccounts();
    await first.exclude('1-year');
    await close(first);
    expect(await verify(second, number)).toBe(null);
    expect(await second.protection()).toMatchObject({ state: 'excluded', until: '2027-11-22T23:00:00.000Z', otherAccount: true });
    expect(await codeOfBet(second)).toBe('self-excluded');
  });

  it('and closes the account is excluded on the one that follows it, to the same end', async () => {
    const [first, , number] = await twoAccounts();
    await first.exclude('1-year');
    await close(first);
    const next = await stage.player();
    expect(await verify(next, number)).toBe(null);
    expect(await next.protection()).toMatchObject({ state: 'excluded', until: '2027-11-22T23:00:00.000Z' });
    expect(await codeOfBet(next)).toBe('self-excluded');
  });
});

describe('a closed account', () => {
  it('is followed by one with its limits, which are raised there after 24 hours', async () => {
    const [first, number] = [await stage.player(), newNin()];
    await verify(first, number);
    await first.set('stake', 'day', 100);
    await first.set('loss', 'month', 400);
    await first.bet(60);
    await close(first);
    const next = await stage.player();
    // Otherwise a higher limit that waited on the new account would lift the carried one at once.
    await next.set('stake', 'day', 50);
    await next.set('stake', 'day', 9_000);
    stage.pass(DAY_MS - 1);
    await next.set('loss', 'month', 9_000);
    await next.set('loss', 'month', 10_000);
    stage.pass(1);
    expect(await verify(next, number)).toBe(null);
    expect(await personOf(next)).toMatchObject({ verification: 'verified', is_second: false });
    expect((await refusalOf(next.confirm('stake', 'day', 9_000))).code).toBe('conflict');
    expect(await next.limit('stake', 'day')).toMatchObject({ amount: 50 });
    expect(await next.limit('loss', 'month')).toMatchObject({ amount: 400, used: 60, left: 340 });
    await next.set('loss', 'month', 10_000);
    stage.pass(DAY_MS);
    await next.confirm('loss', 'month', 10_000);
    expect(await next.limit('loss', 'month')).toMatchObject({ amount: 10_000 });
  });

  it('gives no second day’s limit: what was used there is used on the one that follows it', async () => {
    const [first, number] = [await stage.player(), newNin()];
    await verify(first, number);
    await first.set('stake', 'day', 100);
    await first.bet(60);
    await close(first);
    const next = await stage.player();
    await verify(next, number);
    expect(await codeOfBet(next, 41)).toBe('limit-exceeded');
    expect(await codeOfBet(next, 40)).toBe(null);
  });

  it('gives nothing twice: what was claimed there and again on the one that follows it ends', async () => {
    const [first, number] = [await stage.player(), newNin()];
    await verify(first, number);
    expect((await promotions.claim(first.userId, 'free-spins')).status).toBe(201);
    await close(first);
    const next = await stage.player();
    await promotions.giveSpins(next.userId);
    expect(await verify(next, number)).toBe(null);
    const { rows } = await pool.query('SELECT state, end_reason FROM bonus_wallet WHERE user_id = $1', [next.userId]);
    expect(rows).toEqual([{ state: 'forfeited', end_reason: 'second-account' }]);
  });

  it('gives nothing twice through an empty account in between: what was claimed two accounts before ends, too', async () => {
    const [first, number] = [await stage.player(), newNin()];
    await verify(first, number);
    expect((await promotions.claim(first.userId, 'free-spins')).status).toBe(201);
    await close(first);
    const [empty, next] = [await stage.player(), await stage.player()];
    expect(await verify(empty, number)).toBe(null);
    await close(empty);
    await promotions.giveSpins(next.userId);
    expect(await verify(next, number)).toBe(null);
    expect((await pool.query('SELECT end_reason FROM bonus_wallet WHERE user_id = $1', [next.userId])).rows).toEqual([{ end_reason: 'second-account' }]);
  });

  it('lets its second account take its place once the NIN is shown there again', async () => {
    const [first, second, number] = await twoAccounts();
    expect(await codeOfBet(second)).toBe('nin-in-use');
    await close(first);
    expect(await verify(second, number)).toBe(null);
    expect([await codeOfBet(second), await tryPayIn(second, 500)]).toEqual([null, null]);
  });
});

it('a lower limit holds at once on the account it is set on, whatever was set on another one', async () => {
  const [first, second] = [await stage.player(), await stage.player()];
  await second.set('stake', 'day', 100);
  await makeOnePerson(stage.platform, first.userId, second.userId);
  await first.set('stake', 'day', 5_000);
  await second.set('stake', 'day', 90);
  expect([(await first.limit('stake', 'day')).amount, (await second.limit('stake', 'day')).amount]).toEqual([5_000, 90]);
  await first.set('stake', 'day', 1_000);
  expect(await codeOfBet(first, 1_001)).toBe('limit-exceeded');
});

it('an entry is once for a person over a closed account and the next one, and that of the closed one is passed over', async () => {
  await runDraws(promotions.cashier.platform);
  const [first, second] = [await stage.player(0), await stage.player(0)];
  const number = newNin();
  expect(await verify(first, number)).toBe(null);
  expect((await promotions.claim(first.userId, 'giveaway')).status).toBe(201);
  expect(await verify(second, number)).toBe('nin-in-use');
  expect(await promotions.claimable(second.userId, 'giveaway')).toMatchObject({ reason: 'second-account' });
  await close(first);
  expect(await verify(second, number)).toBe(null);
  expect(await promotions.claimable(second.userId, 'giveaway')).toMatchObject({ reason: 'identity-used' });
  promotions.at(CLOSES);
  await runDraws(promotions.cashier.platform);
  const { rows } = await pool.query('SELECT user_id, bar FROM draw_entry WHERE user_id = ANY($1)', [[first.userId, second.userId]]);
  expect(rows).toEqual([{ user_id: first.userId, bar: 'closed' }]);
});

it('a deposit that was under way when the account became a second one is held, and passes no limit: it can go back', async () => {
  const [first, second] = [await stage.player(0), await stage.player(0)];
  await first.set('deposit', 'day', 1_000);
  await pay((await start(first, 1_000)).reference);
  const { reference, depositId } = await start(second, 50_000);
  await makeOnePerson(stage.platform, first.userId, second.userId);
  await pay(reference);
  expect(await promotions.cashier.readReal(second.userId)).toBe(0);
  expect(await promotions.cashier.deposit(depositId)).toMatchObject({ state: 'held', heldBecause: 'nin-in-use' });
  const choiceRequest = { userId: second.userId, depositId, place: HERE };
  expect(JSON.parse((await applyChoice(stage.platform, { ...choiceRequest, key: newKey(), choice: 'credit' })).text)).toMatchObject({ code: 'nin-in-use' });
  expect((await applyChoice(stage.platform, { ...choiceRequest, key: newKey(), choice: 'send-back' })).status).toBe(200);
});
