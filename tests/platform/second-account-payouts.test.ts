/** An admin who decides on a withdrawal sees the person's other accounts, where the money comes from, and what else is asked for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { confirmPassword } from '../../src/core/contract/auth';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { paramsOf, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { checkIdentityOn, newNin } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, findInQueue, invariantsOfGivenMoney, paidPlayer } from '../support/withdrawals';
import type { PaidPlayerOptions, PaidPlayer } from '../support/withdrawals';

const WEEK_MS = 7 * 86_400_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(async () => {
  expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  await site.close();
});

const join = (dateOfBirth: string, more: PaidPlayerOptions = {}) => paidPlayer(site, { dateOfBirth, verified: false, ...more });
const verify = (player: PaidPlayer, number: string) => checkIdentityOn(site, player, number);

/** Enters this week's draw; the drawing is the caller's to wait for. */
async function enter({ client }: PaidPlayer): Promise<void> {
  await runDraws(site.platform);
  const version = (await client.call(listPromotions, {})).data.items.find(({ promotionId }) => promotionId === 'giveaway')?.version ?? 0;
  const { status, text } = await client.call(claimPromotion, { params: { ...paramsOf(client), promotionId: 'giveaway' }, body: { version }, key: newKey() });
  expect(status, text).toBe(201);
}

it('nobody’s payouts from many accounts are decided one by one in the dark: admins see the person behind all of them', async () => {
  const born = '1988-02-11';
  const [first, number] = [await join(born), newNin()];
  expect(await verify(first, number)).toBe(null);
  await enter(first);
  site.pass(WEEK_MS);
  await runDraws(site.platform);
  const [second, third, alike, admin] = [await join(born), await join(born), await join(born), await site.signUpAdmin()];
  expect([await verify(second, number), await verify(third, number)]).toEqual(['nin-in-use', 'nin-in-use']);
  const [one, two] = [(await ask(second, 30_000)).data, (await ask(third, 20_000)).data];
  expect([one.state, two.state]).toEqual(['checking', 'checking']);
  const item = await findInQueue(admin, one.withdrawalId);
  expect(item?.player).toMatchObject({ verification: 'none', isSecond: true, prizes: 0, bonuses: 0, relatedCount: 3 });
  const related = item?.player.related?.map(({ userId, relation, verification, prizes }) => ({ userId, relation, verification, prizes }));
  expect(related?.at(-1)?.relation).toBe('alike');
  expect(new Set(related)).toEqual(new Set([
    { userId: first.userId, relation: 'same-person', verification: 'verified', prizes: 100_000 },
    { userId: third.userId, relation: 'same-person', verification: 'none', prizes: 0 },
    { userId: alike.userId, relation: 'alike', verification: 'none', prizes: 0 },
  ]));
  expect(item?.otherOpen).toMatchObject([{ withdrawalId: two.withdrawalId, userId: third.userId, amount: 20_000, state: 'checking' }]);
  // A withdrawal of the account that plays shows the same, where people decide on it.
  await first.client.call(confirmPassword, { params: paramsOf(first.client), body: { password: PASSWORD } });
  const large = (await ask(first, 150_000)).data;
  expect(large.state).toBe('checking');
  const own = await findInQueue(admin, large.withdrawalId);
  expect(own?.player).toMatchObject({ verification: 'verified', isSecond: false, prizes: 100_000, relatedCount: 3 });
  expect(new Set(own?.otherOpen?.map(({ withdrawalId }) => withdrawalId))).toEqual(new Set([one.withdrawalId, two.withdrawalId]));
});

it('admins see the same of accounts that nobody has verified and that share only name and birthday, whichever way the name is written', async () => {
  const born = '1979-06-03';
  const player = await join(born, { firstname: 'Ada', lastname: 'Obi' });
  const turned = await join(born, { firstname: 'Obi', lastname: 'ADA' });
  const stranger = await site.signUp({ dateOfBirth: born, firstname: 'Bola', lastname: 'Ade' });
  const otherDay = await join('1979-06-04', { firstname: 'Ada', lastname: 'Obi' });
  expect(await verify(player, newNin())).toBe(null);
  const { data } = await ask(player, 60_000);
  expect(data.state).toBe('checking');
  const item = await findInQueue(await site.signUpAdmin(), data.withdrawalId);
  expect(item?.player.related?.map(({ userId, relation }) => [userId, relation])).toEqual([[turned.userId, 'alike']]);
  expect(item?.player.related?.some(({ userId }) => [userIdOf(stranger), otherDay.userId].includes(userId))).toBe(false);
  expect(item?.otherOpen).toEqual([]);
});
