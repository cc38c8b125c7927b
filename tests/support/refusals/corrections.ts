/** Refusals of the calls by which two people put the books right. */
import { createDeposit } from '../../../src/core/contract/cashier';
import { confirmCorrection, proposeAdjustment } from '../../../src/core/contract/corrections';
import { searchPlayers } from '../../../src/core/contract/desk-players';
import { SEARCH_LIMITS } from '../../../server/desk-players/search-limits';
import { userIdOf } from '../http-client';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { ask, paidPlayer } from '../withdrawals';
import { adminInvitedBy, makeAdminWith } from './admins';
import { newKey } from './people';
import { refusal } from './refusal';
import type { Refusal, RefusalRequest } from './refusal';
import type { AllowedChanges } from './state';

const BODY = { direction: 'credit', amount: 500, reasonCode: 'goodwill', note: 'The round was cut off.', playerText: 'Your round was cut off.' } as const;
const CASE = { note: 'The bank has mailed us.', playerText: 'Your bank sent it back.' };
const SEEN = { 'if-match': '"1"' };

/** What somebody proposes for a new player, with the money that the player has. */
async function proposing(site: TestPlatform, change: Readonly<Record<string, unknown>> = {}): Promise<RefusalRequest> {
  const { userId } = await paidPlayer(site, { naira: 1_000 });
  return { client: await site.signUpAdmin(), body: { ...BODY, userId, ...change } };
}

async function makeProposal(site: TestPlatform): Promise<{ readonly admin: TestClient; readonly params: { readonly proposalId: string } }> {
  const { userId } = await paidPlayer(site, { naira: 1_000 });
  const admin = await site.signUpAdmin();
  const { data } = await admin.call(proposeAdjustment, { body: { ...BODY, userId } });
  return { admin, params: { proposalId: data.proposalId } };
}

async function confirmed(site: TestPlatform): Promise<RefusalRequest> {
  const { params } = await makeProposal(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmCorrection, { params, headers: SEEN, key: newKey() });
  if (status !== 200) throw new Error(text);
  return { client: await site.signUpAdmin(), params };
}

const TRAIL: AllowedChanges = {
  why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action IN ('confirmation-not-counted', 'correction-not-counted')` },
  columns: { admin_audit_head: ['hash', 'length'] },
};

const MISS: AllowedChanges = {
  why: 'the trail tells of a search that found nobody', rows: { admin_audit: `action = 'player-looked-up'` },
  columns: { admin_audit_head: ['hash', 'length'] },
};

export const CORRECTION_REFUSALS: readonly Refusal[] = [
  refusal('findCorrectedPlayer', 'nobody has this name', 'not-found', async (site) => ({ client: await site.signUpAdmin() }), MISS),
  refusal('findCorrectedPlayer', 'after many searches', 'too-many-requests', async (site) => {
    const client = await site.signUpAdmin();
    for (let n = 0; n < (SEARCH_LIMITS[0]?.limit ?? 0); n += 1) await client.call(searchPlayers, { body: { term: 'ada' } });
    return { client };
  }),
  refusal('proposeAdjustment', 'there is no such player', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('proposeAdjustment', 'the balance would go below zero', 'insufficient-funds', (site) => proposing(site, { direction: 'debit', amount: 1_000.01 })),
  refusal('proposeAdjustment', 'it is more than a day may have', 'limit-exceeded', (site) => proposing(site, { amount: 100_000.01 })),
  refusal('proposeAdjustment', 'it takes nothing back that is there', 'not-found', (site) => proposing(site, { takesBack: 'proposal-of-nobody' })),
  refusal('proposeAdjustment', 'it is an account of the team', 'own-request', async (site) => ({
    client: await site.signUpAdmin(), body: { ...BODY, userId: userIdOf(await site.signUpAdmin()) },
  })),
  refusal('proposeAdjustment', 'it is for themselves', 'own-request', async (site) => {
    const client = await site.signUpAdmin();
    return { client, body: { ...BODY, userId: userIdOf(client) } };
  }, TRAIL),
  refusal('proposeAdjustment', 'one is proposed already', 'conflict', async (site) => {
    const userId = userIdOf(await site.signUp());
    const client = await site.signUpAdmin();
    await client.call(proposeAdjustment, { body: { ...BODY, userId } });
    return { client, body: { ...BODY, userId } };
  }),
  refusal('confirmCorrection', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('confirmCorrection', 'it is their own', 'own-request', async (site) => {
    const { admin: client, params } = await makeProposal(site);
    return { client, params };
  }),
  refusal('confirmCorrection', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, params } = await makeProposal(site);
    return { client: await adminInvitedBy(site, admin), params };
  }, TRAIL),
  refusal('confirmCorrection', 'by somebody who has just become an admin', 'not-counted', async (site) => ({
    client: await makeAdminWith(site, { since: site.platform.now() }), params: (await makeProposal(site)).params,
  }), TRAIL),
  refusal('confirmCorrection', 'it is not what was seen', 'version-conflict', async (site) => ({
    client: await site.signUpAdmin(), params: (await makeProposal(site)).params, headers: { 'if-match': '"77"' },
  })),
  refusal('confirmCorrection', 'somebody else did', 'conflict', confirmed),
  refusal('confirmCorrection', 'under a key of another one', 'key-reused', async (site) => {
    const [first, second] = [await makeProposal(site), await makeProposal(site)];
    const client = await site.signUpAdmin();
    const key = newKey();
    await client.call(confirmCorrection, { params: first.params, headers: SEEN, key });
    return { client, params: second.params, key };
  }),
  refusal('proposePayoutReturn', 'there is no such withdrawal', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('proposePayoutReturn', 'it was not paid', 'conflict', async (site) => {
    const player = await paidPlayer(site, { naira: 5_000 });
    const { data: { withdrawalId: reference } } = await ask(player, 2_000);
    return { client: await site.signUpAdmin(), body: { ...CASE, reference, bankReference: 'FT26112100001' } };
  }),
  refusal('proposeDepositSolution', 'there is no such deposit', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('proposeDepositSolution', 'nothing came', 'conflict', async (site) => {
    const client = await site.signUp();
    const body = { method: 'mobile-money', amount: 500, currency: 'NGN' } as const;
    const { data: { depositId } } = await client.call(createDeposit, { params: { userId: userIdOf(client) }, body, key: newKey() });
    return { client: await site.signUpAdmin(), body: { ...CASE, depositId, solution: 'credit' } };
  }),
  refusal('proposeDifference', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('uploadStatement', 'there is no such gateway', 'validation', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('withdrawCorrection', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin() })),
  refusal('withdrawCorrection', 'it was confirmed', 'conflict', confirmed),
];
