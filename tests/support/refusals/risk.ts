/** Refusals of what people do with cases. */
import { assignRiskCase, decideRiskCase } from '../../../src/core/contract/risk';
import type { RiskCase } from '../../../src/core/contract/risk';
import { transaction } from '../../../server/db/transaction';
import { raiseFlag } from '../../../server/risk/flags';
import { ruleInForce } from '../../../src/core/risk-rules';
import type { TestPlatform } from '../platform';
import { userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import type { AllowedChanges } from './state';

const ACTS = ['assignRiskCase', 'decideRiskCase', 'closeRiskCase', 'releaseRiskHold'];
const REASON = 'The player has explained it to me.';

const OWN: AllowedChanges = {
  why: 'the trail tells of an act that was refused', rows: { admin_audit: `action = 'risk-case-refused'` }, columns: { admin_audit_head: ['hash', 'length'] },
};

/** A case about a new player. */
async function newCase(site: TestPlatform): Promise<{ readonly caseId: string; readonly playerId: string }> {
  const playerId = userIdOf(await site.signUp());
  await transaction(site.pool, (tx) => raiseFlag(tx, site.platform, {
    inForce: ruleInForce('night-play', {}), figures: { user_id: playerId, period: '2026-11-16', nights: 3 }, at: site.platform.now(),
  }));
  const { rows: [row] } = await site.pool.query<{ case_id: string }>('SELECT case_id FROM risk_case WHERE user_id = $1', [playerId]);
  return { caseId: row?.case_id ?? '', playerId };
}

async function taken(site: TestPlatform) {
  const client = await site.signUpAdmin();
  const { caseId } = await newCase(site);
  const { data }: { readonly data: RiskCase } = await client.call(assignRiskCase, { params: { caseId }, body: { to: 'me' } });
  return { client, params: { caseId }, seen: data.seen };
}

async function decided(site: TestPlatform) {
  const { client, params, seen } = await taken(site);
  await client.call(decideRiskCase, { params, body: { outcome: 'watch', reason: REASON, seen } });
  return { client, params };
}

export const RISK_REFUSALS: readonly Refusal[] = [
  ...['openRiskCase', ...ACTS].map((call) => refusal(call, 'there is no such case', 'not-found', async (site) => ({ client: await site.signUpAdmin() }))),
  ...ACTS.map((call) => refusal(call, 'its player seems to be the admin', 'own-request', async (site) => {
    const client = await site.signUpAdmin();
    const { caseId, playerId } = await newCase(site);
    await site.pool.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4)', [userIdOf(client), playerId, 'phone', site.platform.now()]);
    return { client, params: { caseId } };
  }, OWN)),
  refusal('assignRiskCase', 'it is decided', 'conflict', decided),
  refusal('decideRiskCase', 'nobody has taken it', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: { caseId: (await newCase(site)).caseId } })),
  refusal('decideRiskCase', 'something has happened meanwhile', 'conflict', async (site) => {
    const { client, params } = await taken(site);
    return { client, params, body: { outcome: 'watch', reason: REASON, seen: '1' } };
  }),
  refusal('decideRiskCase', 'the outcome does not fit', 'validation', async (site) => {
    const { client, params, seen } = await taken(site);
    return { client, params, body: { outcome: 'called', reason: REASON, seen } };
  }),
  refusal('closeRiskCase', 'nobody has decided', 'conflict', async (site) => {
    const { client, params } = await taken(site);
    return { client, params };
  }),
  refusal('releaseRiskHold', 'nothing is held', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: { caseId: (await newCase(site)).caseId } })),
];
