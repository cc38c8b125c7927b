/** Two accounts that look alike, of which one has shown a NIN: what counts once for a person counts once. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn } from '../../src/core/contract/auth';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { closeAccount } from '../../src/core/contract/sessions';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { makeLookalikes, NO_REFUSALS, IDENTITY_REFUSALS } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, verify, payIn, play, readRefusals } = makeLookalikes(() => site);
const WELCOME = 'welcome-bonus' as const;
const NO_MONEY = kobo(0);

/** Why the welcome bonus can't be claimed; null where it is claimed. */
async function claim(client: TestClient): Promise<string | null> {
  const { data } = await client.call(listPromotions, {});
  const version = data.items.find(({ promotionId }) => promotionId === WELCOME)?.version ?? 0;
  const params = { ...paramsOf(client), promotionId: WELCOME };
  const { problem } = await client.call(claimPromotion, { params, key: randomUUID(), body: { version } });
  return problem === null ? null : problem['reason'] ?? problem.code;
}

/** Claims the welcome bonus, which is then active, or has become money. */
async function useBonus(client: TestClient, converted = 0): Promise<void> {
  expect(await claim(client)).toBe(null);
  await site.pool.query(
    `UPDATE bonus_wallet SET state = 'completed', end_reason = 'met', activated_at = $2, ended_at = $2, granted = greatest(granted, $3),
       requirement = 1, progress = 1, converted = $3 WHERE user_id = $1`,
    [paramsOf(client).userId, site.platform.now(), converted],
  );
}
const close = async (client: TestClient) =>
  expect((await client.call(closeAccount, { params: paramsOf(client), body: { password: PASSWORD } })).status).toBe(204);
const automaticUpTo = async (client: TestClient) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.automaticUpTo;

describe('nobody has two limits and two bonuses by showing the NIN with the newer account alone: the older one', () => {
  it('is asked, too, before money comes in, and what it holds can be played with', async () => {
    const person = newPerson();
    const older = await join(person);
    const newer = await join(person);
    expect(await readRefusals(older)).toEqual(NO_REFUSALS);
    expect(await verify(newer)).toBe(null);
    expect(await readRefusals(newer)).toEqual(NO_REFUSALS);
    expect([await payIn(older), await claim(older), await play(older)]).toEqual(['identity-needed', 'identity-needed', null]);
    expect(await verify(older)).toBe(null);
    expect(await readRefusals(older)).toEqual(NO_REFUSALS);
  });

  it('is asked for everything where it never held money, also after it has signed in again', async () => {
    const person = newPerson();
    const username = `older${randomUUID().slice(0, 8)}`;
    const older = await join({ ...person, username }, site.client(), NO_MONEY);
    expect(await verify(await join(person))).toBe(null);
    expect(await readRefusals(older)).toEqual(IDENTITY_REFUSALS);
    expect(await readRefusals(await site.signIn(username))).toEqual(IDENTITY_REFUSALS);
  });

  it('is asked where the two look alike only after the NIN', async () => {
    const person = newPerson();
    const username = `older${randomUUID().slice(0, 8)}`;
    await join({ ...person, username });
    const browser = await join({ ...person, phone: newPhone() });
    expect(await verify(browser)).toBe(null);
    browser.session = null;
    const { data } = await browser.call(signIn, { body: { username, password: PASSWORD } });
    browser.session = { sessionId: data.sessionId, userId: data.userId };
    expect(await payIn(browser)).toBe('identity-needed');
  });
});

describe('nobody is given a bonus twice who uses it up with an account that never shows a NIN', () => {
  it.each([['closes it', true], ['leaves it', false]])('%s, and claims it again in the same browser', async (_, closes) => {
    const person = newPerson();
    const browser = await join(person, site.client(), NO_MONEY);
    await useBonus(browser);
    if (closes) await close(browser);
    const next = await join({ ...person, phone: newPhone() }, browser);
    expect(await verify(next)).toBe(null);
    expect(await claim(next)).toBe('identity-used');
  });

  it.each([['closes it', true], ['leaves it', false]])('%s, and claims it again with the same phone: people decide on the payout', async (_, closes) => {
    const person = newPerson();
    const first = await join(person, site.client(), NO_MONEY);
    await useBonus(first);
    if (closes) await close(first);
    const next = await join(person);
    expect(await verify(next)).toBe(null);
    expect(await automaticUpTo(next)).toBe(50_000);
    await useBonus(next, 100_00);
    expect(await automaticUpTo(next)).toBe(0);
  });
});

describe('a stranger who writes a player’s name, birthday and phone into an account and uses the bonus up there', () => {
  it('takes neither the bonus nor the quick payout from that player', async () => {
    const person = newPerson();
    const player = await join(person);
    expect(await verify(player)).toBe(null);
    const stranger = await join({ ...person, phone: newPhone() }, site.client(), NO_MONEY);
    await useBonus(stranger);
    const { pool } = site;
    await pool.query('UPDATE player SET phone = (SELECT phone FROM player WHERE user_id = $2) WHERE user_id = $1', [paramsOf(stranger).userId, paramsOf(player).userId]);
    await site.signIn((await pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [paramsOf(stranger).userId])).rows[0]?.username ?? '');
    const { rows } = await pool.query('SELECT kind FROM person_hint WHERE user_id = $1 AND other_id = $2', [paramsOf(stranger).userId, paramsOf(player).userId]);
    expect(rows).toEqual([{ kind: 'phone' }]);
    await useBonus(player, 100_00);
    expect(await automaticUpTo(player)).toBe(50_000);
  });
});
