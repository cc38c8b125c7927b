/** Refusals of the calls by which two admins change a promotion. */
import { confirmPromotion, listAdminPromotions, proposePromotion, withdrawProposal } from '../../../src/core/contract/promotions';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { adminInvitedBy, makeAdminWith } from './admins';
import { refusal } from './refusal';
import type { Refusal, RefusalRequest } from './refusal';
import type { AllowedChanges } from './state';

const promotionId = 'friday';
const ifMatch = (version: number): Readonly<Record<string, string>> => ({ 'if-match': `"${version}"` });

async function promotion(admin: TestClient) {
  const found = (await admin.call(listAdminPromotions, {})).data.items.find((each) => each.promotionId === promotionId);
  if (found === undefined) throw new Error(`there is no ${promotionId}`);
  return found;
}

/** Proposes a change after withdrawing an earlier proposal, because only one change can be proposed at a time. */
async function makeProposal(site: TestPlatform) {
  const admin = await site.signUpAdmin();
  const { version, proposal, name } = await promotion(admin);
  if (proposal !== null) await admin.call(withdrawProposal, { params: { promotionId, proposalId: proposal.proposalId } });
  const headers = ifMatch(version);
  const { data } = await admin.call(proposePromotion, { params: { promotionId }, body: { name: `${name} more`.slice(-40).trim() }, headers });
  return { admin, headers, params: { promotionId, proposalId: data.proposalId } as const };
}

async function confirmProposal(site: TestPlatform): Promise<RefusalRequest> {
  const { params, headers } = await makeProposal(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmPromotion, { params, headers });
  if (status !== 200) throw new Error(text);
  const client = await site.signUpAdmin();
  return { client, params, headers: ifMatch((await promotion(client)).version) };
}

const TRAIL: AllowedChanges = { why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = 'confirmation-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

/** Terms of the Friday reload, changed. */
async function termsWith(site: TestPlatform, change: Readonly<Record<string, number>>): Promise<RefusalRequest> {
  const client = await site.signUpAdmin();
  const { version, terms } = await promotion(client);
  return { client, params: { promotionId }, body: { terms: { ...terms, ...change } }, headers: ifMatch(version) };
}

export const PROPOSAL_REFUSALS: readonly Refusal[] = [
  refusal('proposePromotion', 'it asks for more wagering than any place allows', 'validation', (site) => termsWith(site, { wagering: 11 })),
  refusal('proposePromotion', 'a claim would be worth more than its budget', 'validation', (site) => termsWith(site, { budget: 100 })),
  refusal('workOutPromotionCosts', 'the terms are no terms', 'validation', async (site) => ({
    client: await site.signUpAdmin(), params: { promotionId }, body: { terms: { kind: 'draw', prizes: [] } },
  })),
  refusal('proposePromotion', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId }, headers: ifMatch(77) })),
  refusal('proposePromotion', 'it is so already', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    const { version, name } = await promotion(client);
    return { client, params: { promotionId }, body: { name }, headers: ifMatch(version) };
  }),
  refusal('proposePromotion', 'something is proposed', 'conflict', async (site) => {
    const { headers } = await makeProposal(site);
    return { client: await site.signUpAdmin(), params: { promotionId }, body: { name: 'Another name' }, headers };
  }),
  refusal('confirmPromotion', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId } })),
  refusal('confirmPromotion', 'it is their own', 'own-request', async (site) => {
    const { admin, ...sent } = await makeProposal(site);
    return { client: admin, ...sent };
  }),
  refusal('confirmPromotion', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, ...sent } = await makeProposal(site);
    return { client: await adminInvitedBy(site, admin), ...sent };
  }, TRAIL),
  refusal('confirmPromotion', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params, headers } = await makeProposal(site);
    return { client: await makeAdminWith(site, { since: site.platform.now() }), params, headers };
  }, TRAIL),
  refusal('confirmPromotion', 'it has changed since it was seen', 'version-conflict', async (site) => {
    const { params } = await makeProposal(site);
    return { client: await site.signUpAdmin(), params, headers: ifMatch(77) };
  }),
  refusal('confirmPromotion', 'it was withdrawn', 'conflict', async (site) => {
    const { admin, params, headers } = await makeProposal(site);
    await admin.call(withdrawProposal, { params });
    return { client: await site.signUpAdmin(), params, headers };
  }),
  refusal('confirmPromotion', 'somebody else did', 'conflict', confirmProposal),
  refusal('withdrawProposal', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId } })),
  refusal('withdrawProposal', 'it was confirmed', 'conflict', async (site) => ({ ...(await confirmProposal(site)), headers: {} })),
];
