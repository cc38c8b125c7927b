/** Registers the calls about flags, cases and rules. */
import * as contract from '../../src/core/contract/risk';
import { RISK_RULES, RISK_RULE_IDS, ruleInForce } from '../../src/core/risk-rules';
import type { RuleSpec } from '../../src/core/risk-rules';
import { DAY_MS } from '../../src/core/time';
import { readDevice } from '../accounts';
import { readAudited } from '../desk-players';
import { createDecisionContext, findOwnPlayers } from '../four-eyes';
import { parseTimeCursor } from '../http/cursor';
import type { Router } from '../http/router';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { listCases, readWaiting, toCaseItem } from './case-rows';
import { alertWhereNobodySees } from './hidden-cases';
import { readFlagsOf } from './player-flags';
import { assignCase, closeCase, decideCase, openCase, releasePayouts } from './decide';

const FLAG_READERS = ['support', 'payments', 'risk', 'owner'] as const;
const DEFAULT_PAGE = 30;
const FIRES_DAYS = 30;

export function registerRisk(router: Router, platform: Platform): void {
  const { readPool, now } = platform;

  router.on(contract.listRiskCases, async ({ query, caller, request }) => {
    const state = query.state ?? 'waiting';
    const { userId: adminId } = caller;
    const findOwn = (playerIds: readonly string[]) =>
      findOwnPlayers(readPool, createDecisionContext(platform, adminId), { playerIds, deviceCookie: readDevice(request).cookie ?? null });
    // Nobody reads in a list that they are looked at, nor in its number of cases, nor where a page ends.
    const waiting = await readWaiting(readPool);
    const own = new Set(await findOwn(waiting.map(({ userId }) => userId)));
    await alertWhereNobodySees(platform, [...own]);
    const readPage = () => listCases(readPool, {
      state, kind: query.kind, adminId, without: [...own], after: parseTimeCursor(query.cursor), limit: query.limit ?? DEFAULT_PAGE,
    });
    let page = await readPage();
    for (let found = await findOwn(page.rows.map((row) => row.user_id)); found.size > 0; found = await findOwn(page.rows.map((row) => row.user_id))) {
      for (const userId of found) own.add(userId);
      page = await readPage();
    }
    const last = page.rows.at(-1);
    const key = state === 'waiting' || state === 'mine' ? last?.due_at : last?.opened_at;
    const others = waiting.filter(({ userId }) => !own.has(userId));
    return {
      items: page.rows.map((row) => toCaseItem(row, { adminId, now: now() })),
      next: page.hasMore && last !== undefined && key !== undefined ? `${key.getTime()}.${last.case_id}` : null,
      waiting: others.length, overdue: others.filter(({ dueAt }) => dueAt < now()).length,
    };
  });

  router.on(contract.openRiskCase, ({ params, caller, request }) =>
    openCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }));

  router.on(contract.assignRiskCase, ({ params, body, caller, request }) =>
    assignCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body.to));
  router.on(contract.decideRiskCase, ({ params, body, caller, request }) =>
    decideCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body));
  router.on(contract.closeRiskCase, ({ params, caller, request }) =>
    closeCase(platform, { ...params, adminId: caller.userId, device: readDevice(request) }));
  router.on(contract.releaseRiskHold, ({ params, body, caller, request }) =>
    releasePayouts(platform, { ...params, adminId: caller.userId, device: readDevice(request) }, body.reason));

  router.on(contract.readPlayerFlags, ({ params: { playerId }, caller: { userId: adminId, roles }, request }) =>
    readAudited(platform, { adminId, playerId, part: 'flags', roles: FLAG_READERS, device: readDevice(request) }, (tx) =>
      readFlagsOf(tx, { playerId, roles, now: now() })));

  router.on(contract.listRiskRules, async () => ({ items: await readRules(readPool, platform) }));
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
