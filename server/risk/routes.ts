/** Registers the calls about flags, cases and rules. */
import * as contract from '../../src/core/contract/risk';
import type { RiskCase } from '../../src/core/contract/risk';
import { RISK_RULES, RISK_RULE_IDS, ruleInForce } from '../../src/core/risk-rules';
import type { RuleSpec } from '../../src/core/risk-rules';
import { DAY_MS, MINUTE_MS } from '../../src/core/time';
import { readDevice } from '../accounts';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { readAudited } from '../desk-players';
import { requireRole } from '../four-eyes';
import { invalidCursor } from '../http/cursor';
import type { Router } from '../http/router';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { countWaiting, listCases, toCaseItem } from './case-rows';
import type { CasePosition } from './case-rows';
import { readFlagsOf } from './player-flags';
import { assignCase, closeCase, decideCase, releasePayouts } from './decide';
import { readCase } from './read-case';

const DEFAULT_PAGE = 30;
/** Somebody who looks at the same case again within this time reads on, and leaves no second line. */
const SAME_LOOK_MS = 10 * MINUTE_MS;
const FIRES_DAYS = 30;

export function registerRisk(router: Router, platform: Platform): void {
  const { readPool, now } = platform;

  router.on(contract.listRiskCases, async ({ query, caller }) => {
    const state = query.state ?? 'waiting';
    const { rows, hasMore } = await listCases(readPool, {
      state, kind: query.kind, adminId: caller.userId, after: parseCursor(query.cursor), limit: query.limit ?? DEFAULT_PAGE,
    });
    const last = rows.at(-1);
    const key = state === 'waiting' || state === 'mine' ? last?.due_at : last?.opened_at;
    return {
      items: rows.map((row) => toCaseItem(row, { adminId: caller.userId, now: now() })),
      next: hasMore && last !== undefined && key !== undefined ? `${key.getTime()}.${last.case_id}` : null,
      ...(await countWaiting(readPool, now())),
    };
  });

  router.on(contract.openRiskCase, ({ params, caller }) => openCase(platform, { ...params, adminId: caller.userId }));

  router.on(contract.assignRiskCase, ({ params, body, caller, request }) =>
    assignCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body.to));
  router.on(contract.decideRiskCase, ({ params, body, caller, request }) =>
    decideCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body));
  router.on(contract.closeRiskCase, ({ params, caller, request }) =>
    closeCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }));
  router.on(contract.releaseRiskHold, ({ params, body, caller, request }) =>
    releasePayouts(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body.reason));

  router.on(contract.readPlayerFlags, ({ params: { playerId }, caller: { userId: adminId, roles } }) =>
    readAudited(platform, { adminId, playerId, part: 'flags', roles: ['support', 'payments', 'risk', 'owner'] }, (tx) =>
      readFlagsOf(tx, { playerId, roles, now: now() })));

  router.on(contract.listRiskRules, async () => ({ items: await readRules(readPool, platform) }));
}

/** Reads a case together with the line in the audit trail that says so. */
function openCase({ pool, now }: Platform, { adminId, caseId }: { readonly adminId: string; readonly caseId: string }): Promise<RiskCase> {
  const at = now();
  return transaction(pool, async (tx) => {
    await requireRole(tx, adminId, 'risk', 'owner');
    const answer = await readCase(tx, caseId, { adminId, now: at });
    const { rowCount } = await tx.query(
      `SELECT FROM admin_audit WHERE subject = $1 AND user_id = $2 AND action = 'risk-case-read' AND at > $3 AND at <= $4 LIMIT 1`,
      [caseId, adminId, new Date(at.getTime() - SAME_LOOK_MS), at],
    );
    if (rowCount === 0) await writeAudit(tx, { at, userId: adminId, action: 'risk-case-read', subject: caseId, before: null, after: { player: answer.playerId } });
    return answer;
  });
}

async function readRules(db: Db, { config, now }: Platform): Promise<contract.RiskRuleState[]> {
  const { rows } = await db.query<{ rule: string; ran_at: Date | null; fires: number }>(
    `SELECT r.rule, r.ran_at, (SELECT count(*) FROM risk_flag f WHERE f.rule = r.rule AND f.at > $1)::int AS fires FROM risk_rule_run r`,
    [new Date(now().getTime() - FIRES_DAYS * DAY_MS)],
  );
  const runOf = new Map(rows.map((row) => [row.rule, row]));
  return RISK_RULE_IDS.map((rule) => {
    const { version, kind, level, holds, isOn, thresholds } = ruleInForce(rule, config.riskRules);
    const defaults: RuleSpec['thresholds'] = RISK_RULES[rule].thresholds;
    const run = runOf.get(rule);
    return {
      rule, version, kind, level, holds, isOn, lastRun: run?.ran_at?.toISOString() ?? null, fires: run?.fires ?? 0,
      thresholds: Object.entries(thresholds).map(([name, value]) => ({ name, value, isChanged: value !== defaults[name] })),
    };
  });
}

function parseCursor(cursor: string | undefined): CasePosition | null {
  if (cursor === undefined) return null;
  const [, ms, caseId] = /^(\d{1,15})\.([0-9A-Za-z_-]{1,64})$/.exec(cursor) ?? [];
  if (ms === undefined || caseId === undefined) throw invalidCursor();
  return { at: new Date(Number(ms)), caseId };
}
