/** Promotions as the app and the admins meet them: over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAdminGames } from '../../src/core/contract/admin';
import { listBonuses } from '../../src/core/contract/bonuses';
import { createDeposit } from '../../src/core/contract/cashier';
import { verifyIdentity } from '../../src/core/contract/identity';
import { getDrawProof, listDraws } from '../../src/core/contract/draws';
import {
  claimPromotion, confirmPromotion, listAdminPromotions, listClaimable, listPromotions, patchAdminPromotion,
  proposePromotion, withdrawProposal,
} from '../../src/core/contract/promotions';
import type { PromotionPatch, PromotionTerms } from '../../src/core/contract/promotions';
import type { PromotionId } from '../../src/core/promotions';
import { pauseSpins } from '../../server/bonuses/pause-spins';
import { sweepBonuses } from '../../server/bonuses/sweep-bonuses';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

/** A Wednesday. */
const WEDNESDAY = Date.parse('2026-11-25T10:00:00.000Z');

let ayo: TestPlatform;
let admin: TestClient;
let second: TestClient;
beforeAll(async () => {
  ayo = await testPlatform({ startMs: WEDNESDAY });
  [admin, second] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(() => ayo.close());

const offered = async () => (await ayo.client().call(listPromotions, {})).data.items;
const one = async (promotionId: string) => {
  const found = (await offered()).find((promotion) => promotion.promotionId === promotionId);
  if (found === undefined) throw new Error(`no ${promotionId}`);
  return found;
};
const claim = async (client: TestClient, promotionId: PromotionId, key = newKey()) =>
  client.call(claimPromotion, { params: { ...paramsOf(client), promotionId }, body: { version: (await one(promotionId)).version }, key });
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });
const switchOff = (promotionId: PromotionId, version: number, client = admin) =>
  client.call(patchAdminPromotion, { params: { promotionId }, body: { enabled: false }, headers: ifMatch(version) });
const propose = (promotionId: PromotionId, body: PromotionPatch, version: number, client = admin) =>
  client.call(proposePromotion, { params: { promotionId }, body, headers: ifMatch(version) });
const confirm = (promotionId: PromotionId, proposalId: string, version: number, client = second) =>
  client.call(confirmPromotion, { params: { promotionId, proposalId }, headers: ifMatch(version) });
const withdraw = (promotionId: PromotionId, proposalId: string, client = admin) =>
  client.call(withdrawProposal, { params: { promotionId, proposalId } });
const verify = (client: TestClient, number: string) =>
  client.call(verifyIdentity, { params: paramsOf(client), body: { number, consent: true, wordingVersion: '1' } });
/** Proposed by one, confirmed by another. */
async function change(promotionId: PromotionId, body: PromotionPatch, version: number) {
  const { data } = await propose(promotionId, body, version);
  return confirm(promotionId, data.proposalId, version);
}
const audit = async () =>
  (await ayo.pool.query<Record<string, unknown>>(`SELECT user_id, action, subject, before, after FROM admin_audit WHERE action = 'promotion-changed' ORDER BY audit_id`)).rows;

describe('what is offered', () => {
  it('can be read by everybody, with an ETag that changes with the terms', async () => {
    const first = await ayo.client().call(listPromotions, {});
    expect(first.data.items.map(({ promotionId }) => promotionId)).toEqual(['welcome-bonus', 'free-spins', 'friday', 'giveaway']);
    const etag = first.headers.get('etag') ?? '';
    expect((await ayo.client().request('GET', '/api/v1/promotions', { headers: { 'if-none-match': etag } })).status).toBe(304);
    const { version } = await one('giveaway');
    await change('giveaway', { name: 'Sunday giveaway' }, version);
    expect((await ayo.client().request('GET', '/api/v1/promotions', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('is listed for a player with what can be claimed, is claimed, and is listed again', async () => {
    const player = await ayo.signUp();
    const listClaimables = async () => (await player.call(listClaimable, { params: paramsOf(player) })).data.items;
    expect((await listClaimables()).map(({ promotionId, canClaim, reason }) => [promotionId, canClaim, reason])).toEqual([
      ['welcome-bonus', true, null], ['free-spins', false, 'nin-needed'], ['friday', false, 'not-today'], ['giveaway', false, 'not-today'],
    ]);
    const unverified = await claim(player, 'free-spins');
    expect([unverified.status, unverified.problem?.code, unverified.problem?.reason]).toEqual([409, 'not-claimable', 'nin-needed']);
    expect((await verify(player, '20304050690')).status).toBe(200);
    expect((await listClaimables()).map(({ promotionId, canClaim, reason }) => [promotionId, canClaim, reason])).toEqual([
      ['welcome-bonus', true, null], ['free-spins', true, null], ['friday', false, 'not-today'], ['giveaway', false, 'not-today'],
    ]);
    const key = newKey();
    const answer = await claim(player, 'free-spins', key);
    expect(answer.data).toMatchObject({ promotionId: 'free-spins', entry: null, bonus: { status: 'active', freeSpins: { count: 50, left: 50 } } });
    expect((await claim(player, 'free-spins', key)).text).toBe(answer.text);
    expect((await listClaimables())[1]).toEqual({
      promotionId: 'free-spins', canClaim: false, reason: 'claimed', from: null, walletId: answer.data.bonus?.walletId, entryIds: [],
    });
    const again = await claim(player, 'free-spins');
    expect([again.status, again.problem?.code, again.problem?.reason]).toEqual([409, 'not-claimable', 'claimed']);
  });

  it('is claimed with a deposit, which is one call and one key', async () => {
    const player = await ayo.signUp();
    const promotion = { promotionId: 'welcome-bonus' as const, version: (await one('welcome-bonus')).version };
    const options = { params: paramsOf(player), body: { method: 'mobile-money' as const, amount: 2_000, currency: 'NGN' as const, promotion }, key: newKey() };
    expect((await player.call(createDeposit, options)).status).toBe(201);
    const { rows } = await ayo.pool.query('SELECT state FROM bonus_wallet WHERE user_id = $1', [userIdOf(player)]);
    expect(rows).toEqual([{ state: 'pending' }]);
  });
});

describe('one person with two accounts', () => {
  it('is found out when the second one gives the NIN of the first', async () => {
    const [first, second] = [await ayo.signUp(), await ayo.signUp()];
    expect((await verify(first, '40506070890')).status).toBe(200);
    expect((await claim(first, 'welcome-bonus')).status).toBe(201);
    expect((await verify(second, '40506070890')).problem?.code).toBe('nin-in-use');
    const refused = await claim(second, 'welcome-bonus');
    expect([refused.problem?.code, refused.problem?.reason]).toEqual(['nin-in-use', 'second-account']);
    expect((await claim(second, 'free-spins')).problem?.code).toBe('nin-in-use');
    expect((await claim(first, 'free-spins')).status).toBe(201);
  });
});

describe('a promotion whose game is hidden', () => {
  it('is in no public list, and can’t be claimed; the others are there', async () => {
    const list = async () => (await ayo.client().call(listPromotions, {})).data.items.map(({ promotionId }) => promotionId);
    const before = await list();
    const player = await ayo.signUp();
    await ayo.pool.query(
      `UPDATE game SET hidden_until = $1 WHERE game_id = (SELECT game_id FROM promotion WHERE promotion_id = 'free-spins')`, [new Date(ayo.platform.now().getTime() + 60_000)],
    );
    expect(await list()).toEqual(before.filter((each) => each !== 'free-spins'));
    const { data } = await player.call(listClaimable, { params: paramsOf(player) });
    expect(data.items.find(({ promotionId }) => promotionId === 'free-spins')).toMatchObject({ canClaim: false, reason: 'switched-off' });
    const late = await player.call(claimPromotion, { params: { ...paramsOf(player), promotionId: 'free-spins' }, body: { version: 999 }, key: newKey() });
    expect([late.problem?.code, late.problem?.reason, late.problem?.current]).toEqual(['not-claimable', 'switched-off', undefined]);
    await ayo.pool.query('UPDATE game SET hidden_until = NULL');
    expect(await list()).toEqual(before);
  });
});

describe('the draw', () => {
  it('is there with its commit, is entered, and shows its proof when it is over', async () => {
    await runDraws(ayo.platform);
    const player = await ayo.signUp();
    const refused = await claim(player, 'giveaway');
    expect([refused.status, refused.problem?.code, refused.problem?.reason]).toEqual([409, 'not-claimable', 'nin-needed']);
    expect((await verify(player, '50607080990')).status).toBe(200);
    const { data } = await claim(player, 'giveaway');
    const { items } = (await ayo.client().call(listDraws, {})).data;
    expect(items).toMatchObject([{ drawId: data.entry?.drawId, entries: 1, drawnAt: null }]);
    const proofOf = (drawId: string) => ayo.client().call(getDrawProof, { params: { drawId } });
    expect((await proofOf(items[0]?.drawId ?? '')).status).toBe(404);
    expect((await ayo.client().request('GET', '/api/v1/draws?cursor=2026-02-31')).status).toBe(400);
  });
});

describe('an admin who changes a promotion', () => {
  it('starts from the version that they saw, and gets the current one where somebody was quicker', async () => {
    const { version } = await one('friday');
    const changed = await switchOff('friday', version);
    expect([changed.data.version, changed.data.enabled, changed.headers.get('etag')]).toEqual([version + 1, false, `"${version + 1}"`]);
    const late = await propose('friday', { name: 'Mine' }, version);
    expect([late.status, late.problem?.code, late.problem?.current]).toEqual([412, 'version-conflict', changed.data]);
    expect((await change('friday', { enabled: true }, version + 1)).data.enabled).toBe(true);
    expect((await admin.request('PATCH', '/api/v1/admin/promotions/friday', { body: { enabled: false } })).status).toBe(400);
  });

  it('is the only one of many at the same moment who succeeds', async () => {
    const { version } = await one('friday');
    const answers = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((name) => propose('friday', { name }, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const created = answers.find(({ status }) => status === 201);
    expect((await withdraw('friday', created?.data.proposalId ?? '')).status).toBe(204);
  });

  it('leaves a line in the audit trail for each change, and none where nothing is different', async () => {
    const before = await audit();
    const { version, terms, name, enabled } = await one('welcome-bonus');
    if (terms.kind !== 'deposit-match') throw new Error('it is a match');
    const same = await propose('welcome-bonus', { terms, name, enabled }, version);
    expect([same.status, same.problem?.code, await audit()]).toEqual([409, 'conflict', before]);
    const wanted: PromotionTerms = { ...terms, validDays: terms.validDays + 1, weekdays: [6, 1, 6] };
    const { data } = await change('welcome-bonus', { terms: wanted }, version);
    expect(data.terms).toEqual({ ...wanted, weekdays: [1, 6] });
    expect((await audit()).slice(before.length)).toEqual([
      {
        user_id: userIdOf(second), action: 'promotion-changed', subject: 'welcome-bonus',
        before: { name, enabled, approvalNumber: 'TEST/0001', terms }, after: { name, enabled, approvalNumber: 'TEST/0001', terms: data.terms, proposedBy: userIdOf(admin) },
      },
    ]);
    await change('welcome-bonus', { terms }, version + 1);
  });

  it('makes nothing public without the approval number of its advertising, which players then read', async () => {
    const withoutNumber = () => ayo.pool.query(`UPDATE promotion SET approval_number = NULL WHERE promotion_id = 'friday'`);
    await withoutNumber();
    const { version, name } = await one('friday');
    const refused = await propose('friday', { name: 'Friday for all' }, version);
    expect([refused.status, refused.problem?.errors?.map(({ field }) => field)]).toEqual([400, ['approvalNumber']]);
    expect((await propose('friday', { name, approvalNumber: ' x ' }, version)).status).toBe(400);
    const { data } = await change('friday', { approvalNumber: 'ARCON/2026/0117' }, version);
    expect(data.approvalNumber).toBe('ARCON/2026/0117');
    // What is off may change without a number, and can't be switched on.
    await admin.call(patchAdminPromotion, { params: { promotionId: 'friday' }, body: { enabled: false }, headers: ifMatch(version + 1) });
    await withoutNumber();
    await change('friday', { name: 'Friday reload, once more' }, version + 2);
    expect((await propose('friday', { enabled: true }, version + 3)).status).toBe(400);
    await change('friday', { enabled: true, name, approvalNumber: 'TEST/0001' }, version + 3);
  });

  it.each<[PromotionId, PromotionTerms, string]>([
    ['friday', { kind: 'draw', prizes: [1_000] }, 'terms.kind'],
    ['free-spins', { kind: 'free-spins', gameId: 'no-such-game', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7 }, 'terms.gameId'],
    ['free-spins', { kind: 'free-spins', gameId: 'dice', spins: 50, stake: 20, wagering: 10, maxStake: 1_000, validDays: 7 }, 'terms.gameId'],
    ['free-spins', { kind: 'free-spins', gameId: 'adire-gold', spins: 50, stake: 1, wagering: 10, maxStake: 1_000, validDays: 7 }, 'terms.stake'],
  ])('gets an error at the field where %s is invalid: %o', async (promotionId, terms, field) => {
    const { version } = await one(promotionId);
    const { status, problem } = await propose(promotionId, { terms }, version);
    expect([status, problem?.code, problem?.errors?.map((error) => error.field)]).toEqual([400, 'validation', [field]]);
  });

  it.each([0, -1, 0.001, 1e21, '100', null])('can’t write %j as an amount', async (amount) => {
    const { version, terms } = await one('giveaway');
    const sent = await admin.request('POST', '/api/v1/admin/promotions/giveaway/proposals', {
      body: { terms: { ...terms, prizes: [amount] } }, headers: { 'if-match': `"${version}"` },
    });
    expect([sent.status, sent.problem?.code]).toEqual([400, 'validation']);
  });

  it('sees what each has cost, and who changed it last', async () => {
    const { items } = (await admin.call(listAdminPromotions, {})).data;
    expect(items.map(({ promotionId, claims }) => [promotionId, claims])).toEqual([['welcome-bonus', 2], ['free-spins', 2], ['friday', 0], ['giveaway', 1]]);
    expect(items.map(({ granted, converted, lost }) => [granted, converted, lost])).toEqual([[0, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]);
    expect(items[0]?.updatedBy).not.toBeNull();
  });

  it('must be an admin', async () => {
    const player = await ayo.signUp();
    expect((await player.call(listAdminPromotions, {})).status).toBe(403);
    expect((await switchOff('friday', 1, player)).status).toBe(403);
  });

  it('must have a fresh session', async () => {
    const other = await ayo.signUpAdmin();
    const { version } = await one('friday');
    ayo.pass(31 * 60_000);
    expect((await switchOff('friday', version, other)).problem?.code).toBe('password-needed');
  });
});

describe('free spins in a game that is closed', () => {
  it('keep their time, and the desk names who needs the game', async () => {
    const player = await ayo.signUp();
    await verify(player, '60708090990');
    expect((await claim(player, 'free-spins')).status).toBe(201);
    const bonusNow = async () => (await player.call(listBonuses, { params: paramsOf(player) })).data.items[0];
    const end = Date.parse((await bonusNow())?.expiresAt ?? '');
    const gameId = (await bonusNow())?.freeSpins?.gameId ?? '';
    const game = (await admin.call(listAdminGames, {})).data.items.find((each) => each.gameId === gameId);
    expect(game?.uses).toMatchObject({ promotions: [expect.stringMatching(/spins/i)], players: expect.any(Number) as number });
    const setEnabled = async (enabled: boolean) => {
      await ayo.pool.query('UPDATE game SET enabled = $2 WHERE game_id = $1', [gameId, enabled]);
      await pauseSpins(ayo.platform);
    };
    await setEnabled(false);
    const paused = ayo.platform.now().getTime();
    ayo.pass(end - paused + 86_400_000);
    await sweepBonuses(ayo.platform);
    expect(await bonusNow()).toMatchObject({ status: 'active', isPaused: true, expiresAt: null });
    await setEnabled(true);
    const reopened = ayo.platform.now().getTime();
    const after = await bonusNow();
    expect([after?.status, after?.isPaused, Date.parse(after?.expiresAt ?? '')]).toEqual(['active', undefined, end + reopened - paused]);
    ayo.pass(end - paused);
    await sweepBonuses(ayo.platform);
    expect(await bonusNow()).toMatchObject({ status: 'expired', endReason: 'expired' });
    expect(await pauseSpins(ayo.platform)).toBe(0);
  });
});
