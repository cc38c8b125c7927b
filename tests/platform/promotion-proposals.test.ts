/** The terms of a promotion decide about money, so these tests show how little one admin alone can change. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import {
  confirmPromotion, listAdminPromotions, listPromotions, patchAdminPromotion, proposePromotion, withdrawProposal,
} from '../../src/core/contract/promotions';
import type { PromotionPatch } from '../../src/core/contract/promotions';
import { DAY_MS } from '../../src/core/time';
import { insertAdmin } from '../support/insert-admin';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const params = { promotionId: 'welcome-bonus' } as const;

let ayo: TestPlatform;
let amina: TestClient;
let bode: TestClient;
beforeAll(async () => {
  // Behind a proxy that is believed, so that admins can come from anywhere.
  ayo = await testPlatform({ config: { trustProxy: ['127.0.0.1'] } });
  [amina, bode] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
});
afterAll(() => ayo.close());

const codeOf = ({ status, problem }: { status: number; problem: { code: string; reason?: string | undefined } | null }) => [status, problem?.code];

async function now() {
  const found = (await ayo.client().call(listPromotions, {})).data.items.find(({ promotionId }) => promotionId === params.promotionId);
  if (found?.terms.kind !== 'deposit-match') throw new Error('the welcome bonus matches a deposit');
  return { ...found, terms: found.terms };
}
const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });
const from = (address?: string) => (address === undefined ? {} : { 'x-forwarded-for': address });
const propose = async (patch: PromotionPatch, admin = amina, address?: string) =>
  admin.call(proposePromotion, { params, body: patch, headers: { ...ifMatch((await now()).version), ...from(address) } });
const confirm = async (proposalId: string, admin = bode, version?: number, address?: string) =>
  admin.call(confirmPromotion, { params: { ...params, proposalId }, headers: { ...ifMatch(version ?? (await now()).version), ...from(address) } });
const withdraw = (proposalId: string, admin = amina) => admin.call(withdrawProposal, { params: { ...params, proposalId } });

it('nobody gives their friends a bonus of 200 % alone: until another person confirms it the old terms hold', async () => {
  const before = await now();
  const terms = { ...before.terms, percent: 200, wagering: 1, budget: 10_000 };
  const { data: proposal } = await propose({ terms });
  expect(proposal).toMatchObject({ isOwn: true, whyNot: null, patch: { terms } });
  expect(await now()).toEqual(before);
  expect(codeOf(await confirm(proposal.proposalId, amina))).toEqual([403, 'own-request']);
  const second = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(second)]);
  await insertAdmin(ayo.pool, userIdOf(second), { invitedBy: userIdOf(amina), isConfirmed: false });
  const refused = await confirm(proposal.proposalId, second);
  expect([...codeOf(refused), refused.problem?.reason]).toEqual([403, 'not-counted', 'unconfirmed']);
  const fresh = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(fresh)]);
  await insertAdmin(ayo.pool, userIdOf(fresh), { since: ayo.platform.now() });
  expect((await confirm(proposal.proposalId, fresh)).problem).toMatchObject({ code: 'not-counted', reason: 'new' });
  expect(ayo.logs.filter((line) => line.includes('promotion.not-counted') && line.includes('"alert":true'))).toHaveLength(2);
  expect(await now()).toEqual(before);
  const listed = (await second.call(listAdminPromotions, {})).data.items.find(({ promotionId }) => promotionId === params.promotionId);
  expect(listed?.proposal).toMatchObject({ proposalId: proposal.proposalId, isOwn: false, whyNot: refused.problem?.detail });
  expect((await confirm(proposal.proposalId)).data).toMatchObject({ terms, version: before.version + 1 });
  // The same confirmation comes again after its answer was lost.
  expect((await confirm(proposal.proposalId)).data.version).toBe(before.version + 1);
  expect(codeOf(await confirm(proposal.proposalId, await ayo.signUpAdmin()))).toEqual([409, 'conflict']);
});

it('is not confirmed beside costs that the proposer made look small: by then the games count something else', async () => {
  const { terms, version } = await now();
  const games = (await amina.call(listAdminGames, {})).data.items.filter(({ contribution }) => contribution > 0);
  const setAll = async (share: (contribution: number) => number) => {
    for (const { gameId, contribution } of games) {
      const game = (await amina.call(listAdminGames, {})).data.items.find((each) => each.gameId === gameId);
      await amina.call(patchAdminGame, { params: { gameId }, body: { contribution: share(contribution) }, headers: { 'if-match': `"${game?.version ?? NaN}"` } });
    }
  };
  await setAll(() => 0);
  const { data: proposal } = await propose({ terms: { ...terms, percent: 200, budget: 200_000, maxBonus: 15_000 } });
  expect(proposal.costs?.best).toBe(0);
  await setAll((contribution) => contribution);
  expect(codeOf(await confirm(proposal.proposalId))).toEqual([409, 'conflict']);
  expect((await now()).version).toBe(version);
  await withdraw(proposal.proposalId);
});

describe('a promotion that was switched off in need', () => {
  it('is not switched on again by one admin, nor by confirming what was proposed before', async () => {
    const { version } = await now();
    const { data: proposal } = await propose({ name: 'Welcome back' });
    expect((await bode.call(patchAdminPromotion, { params, body: { enabled: false }, headers: ifMatch(version) })).data.enabled).toBe(false);
    expect(codeOf(await confirm(proposal.proposalId, bode, version))).toEqual([412, 'version-conflict']);
    const on = await bode.request('PATCH', '/api/v1/admin/promotions/welcome-bonus', { body: { enabled: true }, headers: ifMatch(version + 1) });
    expect([on.status, on.problem?.code]).toEqual([400, 'validation']);
    expect((await confirm(proposal.proposalId)).data).toMatchObject({ name: 'Welcome back', enabled: false });
    const { data: again } = await propose({ enabled: true }, bode);
    expect((await confirm(again.proposalId, amina)).data.enabled).toBe(true);
  });
});

describe('a proposal', () => {
  it('stands alone, can be withdrawn by any admin, and is then confirmed by none', async () => {
    const { data: proposal } = await propose({ name: 'Karibu' });
    expect(codeOf(await propose({ name: 'E kaabo' }, bode))).toEqual([409, 'conflict']);
    expect((await withdraw(proposal.proposalId, bode)).status).toBe(204);
    expect((await withdraw(proposal.proposalId)).status).toBe(204);
    expect(codeOf(await confirm(proposal.proposalId))).toEqual([409, 'conflict']);
    expect(codeOf(await confirm('no-such-proposal'))).toEqual([404, 'not-found']);
    expect(codeOf(await propose({ name: (await now()).name }))).toEqual([409, 'conflict']);
  });

  it('is confirmed once, however many do it at the same moment', async () => {
    const before = await now();
    const { data: proposal } = await propose({ terms: { ...before.terms, percent: 120 } });
    const others = [bode, await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const answers = await Promise.all(others.map((admin) => confirm(proposal.proposalId, admin, before.version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await now()).version).toBe(before.version + 1);
  });

  it('is not confirmed by its proposer’s second account from the same network by waiting a day', async () => {
    const [one, two] = [await ayo.signUpAdmin(), await ayo.signUpAdmin()];
    const { data: proposal } = await propose({ name: 'Waited for' }, one, '197.210.61.4');
    ayo.pass(DAY_MS + 60_000);
    for (const admin of [amina, two]) {
      await admin.request('POST', `/api/v1/player/${userIdOf(admin)}/confirm-password`, { body: { password: PASSWORD } });
    }
    const refused = await confirm(proposal.proposalId, two, undefined, '197.210.61.4');
    expect([...codeOf(refused), refused.problem?.reason]).toEqual([403, 'not-counted', 'network']);
    const listed = (await two.call(listAdminPromotions, {})).data.items.find(({ promotionId }) => promotionId === params.promotionId);
    expect(listed?.proposal).toMatchObject({ proposalId: proposal.proposalId, whyNot: refused.problem?.detail });
    await expect(ayo.pool.query('UPDATE promotion_proposal SET network = NULL WHERE proposal_id = $1', [proposal.proposalId])).rejects.toThrow('where a yes came from stays');
    await withdraw(proposal.proposalId);
  });

  it('never changes, so that the second admin confirms exactly the terms that they saw', async () => {
    const { data: proposal } = await propose({ name: 'Another name' });
    await expect(ayo.pool.query(`UPDATE promotion_proposal SET patch = '{}' WHERE proposal_id = $1`, [proposal.proposalId])).rejects.toThrow('stays as it was made');
    await withdraw(proposal.proposalId);
  });
});
