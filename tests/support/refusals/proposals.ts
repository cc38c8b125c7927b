/** Refusals of the calls by which two admins change a promotion. */
import { confirmPromotion, listAdminPromotions, proposePromotion, withdrawProposal } from '../../../src/core/contract/promotions';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { oneWith, standing } from './admins';
import { refused } from './refusal';
import type { Refusal, Sent } from './refusal';
import type { Leaves } from './state';

const promotionId = 'friday';
const seen = (version: number): Readonly<Record<string, string>> => ({ 'if-match': `"${version}"` });

async function promotion(admin: TestClient) {
  const found = (await admin.call(listAdminPromotions, {})).data.items.find((each) => each.promotionId === promotionId);
  if (found === undefined) throw new Error(`there is no ${promotionId}`);
  return found;
}

/** Whatever an earlier one left on the table is taken off it: one change can be proposed at a time. */
async function proposed(site: TestPlatform) {
  const admin = await site.signUpAdmin();
  const { version, proposal, name } = await promotion(admin);
  if (proposal !== null) await admin.call(withdrawProposal, { params: { promotionId, proposalId: proposal.proposalId } });
  const headers = seen(version);
  const { data } = await admin.call(proposePromotion, { params: { promotionId }, body: { name: `${name} more`.slice(-40).trim() }, headers });
  return { admin, headers, params: { promotionId, proposalId: data.proposalId } as const };
}

async function confirmed(site: TestPlatform): Promise<Sent> {
  const { params, headers } = await proposed(site);
  const { status, text } = await (await site.signUpAdmin()).call(confirmPromotion, { params, headers });
  if (status !== 200) throw new Error(text);
  const client = await site.signUpAdmin();
  return { client, params, headers: seen((await promotion(client)).version) };
}

const TRAIL: Leaves = { why: 'the trail tells of a yes that does not count', rows: { admin_audit: `action = 'confirmation-not-counted'` }, columns: { admin_audit_head: ['hash', 'length'] } };

export const PROPOSAL_REFUSALS: readonly Refusal[] = [
  refused('proposePromotion', 'somebody else changed it', 'version-conflict', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId }, headers: seen(77) })),
  refused('proposePromotion', 'it is so already', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    const { version, name } = await promotion(client);
    return { client, params: { promotionId }, body: { name }, headers: seen(version) };
  }),
  refused('proposePromotion', 'something is proposed', 'conflict', async (site) => {
    const { headers } = await proposed(site);
    return { client: await site.signUpAdmin(), params: { promotionId }, body: { name: 'Another name' }, headers };
  }),
  refused('confirmPromotion', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId } })),
  refused('confirmPromotion', 'it is their own', 'own-request', async (site) => {
    const { admin, ...sent } = await proposed(site);
    return { client: admin, ...sent };
  }),
  refused('confirmPromotion', 'by somebody whom the same person let in', 'not-counted', async (site) => {
    const { admin, ...sent } = await proposed(site);
    return { client: await oneWith(site, admin), ...sent };
  }, TRAIL),
  refused('confirmPromotion', 'by somebody who has just become an admin', 'not-counted', async (site) => {
    const { params, headers } = await proposed(site);
    return { client: await standing(site, { since: site.platform.now() }), params, headers };
  }, TRAIL),
  refused('confirmPromotion', 'it has changed since it was seen', 'version-conflict', async (site) => {
    const { params } = await proposed(site);
    return { client: await site.signUpAdmin(), params, headers: seen(77) };
  }),
  refused('confirmPromotion', 'it was withdrawn', 'conflict', async (site) => {
    const { admin, params, headers } = await proposed(site);
    await admin.call(withdrawProposal, { params });
    return { client: await site.signUpAdmin(), params, headers };
  }),
  refused('confirmPromotion', 'somebody else did', 'conflict', confirmed),
  refused('withdrawProposal', 'there is none', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { promotionId } })),
  refused('withdrawProposal', 'it was confirmed', 'conflict', async (site) => ({ ...(await confirmed(site)), headers: {} })),
];
