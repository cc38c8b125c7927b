/** The rules that watch on rows as the platform writes them, and what follows: flags, cases, mails and payouts that wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepPayouts } from '../../server/cashier/withdrawals/payouts/sweep-payouts';
import { readMailbox } from '../../server/gateways/mail/mailbox';
import { findViolations } from '../../server/ledger/invariants';
import { alertWhereNobodySees } from '../../server/risk/hidden-cases';
import { listOverdueCases, watchRisk } from '../../server/risk';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAudit } from '../../src/core/contract/admin';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import * as contract from '../../src/core/contract/risk';
import { getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import { RISK_RULE_IDS } from '../../src/core/risk-rules';
import type { RiskRule } from '../../src/core/risk-rules';
import { insertDeposit } from '../support/bonuses';
import { paramsOf, statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { PLATFORM_START, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { makePlayer } from '../support/players';
import { createWatchedPlayers } from '../support/watched-players';
import { accountOfAda, ask, invariantsOfGivenMoney, paidPlayer, readMoney, readWithdrawal } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const before = (ms: number): Date => new Date(PLATFORM_START - ms);

let ayo: TestPlatform;
let risk: TestClient;
let support: TestClient;
/** Paid in ₦100,000, played nothing and asked for ₦90,000: payouts wait. */
let washer: PaidPlayer;
let washed: string;
let coverer: string;
let gambler: string;
let spreader: string;
let regular: string;
let bothWays: string;
/** For each rule the player whom it must flag, and one whom it must not. */
const fires = {} as Record<RiskRule, string>;
const quiet = {} as Record<RiskRule, string>;

async function makeAdmin(...roles: AdminRole[]): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { roles });
  return client;
}

beforeAll(async () => {
  ayo = await testPlatform({ config: { riskRules: { 'opposed-bets': { rounds: 2 } } } });
  const make = createWatchedPlayers(ayo);
  [risk, support] = [await makeAdmin('risk'), await makeAdmin('support')];
  [fires['deposits-above-usual'], quiet['deposits-above-usual']] = [await make.depositor(40_000), await make.depositor(29_000)];
  [fires['failed-deposits'], quiet['failed-deposits']] = [await make.failingDepositor(3), await make.failingDepositor(2)];
  [fires['play-after-withdrawal'], quiet['play-after-withdrawal']] = [await make.chaser(2), await make.chaser(1)];
  [fires['night-play'], quiet['night-play']] = [await make.nightPlayer(3), await make.nightPlayer(2)];
  [fires['limit-raises'], quiet['limit-raises']] = [await make.limitRaiser(3), await make.limitRaiser(2)];
  [fires['long-play'], quiet['long-play']] = [await make.longPlayer(3.5), await make.longPlayer(2.5)];
  [fires['deposit-at-zero'], quiet['deposit-at-zero']] = [await make.emptyDepositor(3), await make.emptyDepositor(2)];
  [fires['distress-words'], quiet['distress-words']] = [await make.writer('Abeg, I can’t stop. I have LOST EVERYTHING.'), await make.writer('Where is my payment? The rent of the hall is paid.')];
  [washer, quiet['in-and-out']] = [await paidPlayer(ayo, { naira: 100_000 }), (await paidPlayer(ayo, { naira: 100_000 })).userId];
  washed = (await ask(washer, 90_000)).data.withdrawalId;
  fires['in-and-out'] = washer.userId;
  // Both stake more than they paid in; what covers for itself was not at risk.
  [coverer, gambler] = [await make.spinner(['red', 'black', 'zero'], 11_800), await make.spinner(['red'], 24_000)];
  [spreader, regular, bothWays] = [await make.slicer(6, 35_000), await make.slicer(5, 35_000), await make.slicer(3, 2_000)];
  await make.pay(bothWays, 5_000_000, before(HOUR));
  await insertDeposit(ayo.platform, bothWays, 5_000_000_00, 'success');
  const shared = accountOfAda();
  quiet['shared-payout-account'] = await make.payee(shared);
  ayo.pass(1_000);
  fires['shared-payout-account'] = await make.payee(shared);
  [fires['just-below-limit'], quiet['just-below-limit']] = [await make.slicer(4), await make.slicer(3)];
  [fires['opposed-bets'], quiet['opposed-bets']] = [
    await make.roulettePlayer([{ spot: 'red', stake: 5_000 }, { spot: 'black', stake: 5_000 }]), await make.roulettePlayer([{ spot: 'red', stake: 9_000 }, { spot: 'black', stake: 1_000 }]),
  ];
  [fires['large-transactions'], quiet['large-transactions']] = [await makePlayer(ayo.pool), await makePlayer(ayo.pool)];
  await make.pay(fires['large-transactions'], 5_000_000, before(HOUR));
  await make.pay(quiet['large-transactions'], 4_900_000, before(HOUR));
  [fires['excluded-contact'], quiet['excluded-contact']] = [await make.contact(true), await make.contact(false)];
  await watchRisk(ayo.platform);
});
afterAll(async () => {
  expect(await findViolations(ayo.pool, invariantsOfGivenMoney().filter(({ rule }) => rule.includes('held') || rule.includes('sum')))).toEqual([]);
  await ayo.close();
});

async function rulesOf(userId: string): Promise<string[]> {
  const { rows } = await ayo.pool.query<{ rule: string }>('SELECT DISTINCT rule FROM risk_flag WHERE user_id = $1 ORDER BY rule', [userId]);
  return rows.map(({ rule }) => rule);
}
async function caseOf(userId: string, kind: contract.CaseKind): Promise<string> {
  const { rows } = await ayo.pool.query<{ case_id: string }>('SELECT case_id FROM risk_case WHERE user_id = $1 AND kind = $2', [userId, kind]);
  return rows[0]?.case_id ?? '';
}
const REASON = 'The player has explained it to me.';
const open = (client: TestClient, caseId: string) => client.call(contract.openRiskCase, { params: { caseId } });
const take = (client: TestClient, caseId: string, to: 'me' | 'nobody' = 'me') => client.call(contract.assignRiskCase, { params: { caseId }, body: { to } });
const mailsTo = async (userId: string): Promise<string[]> => {
  const { rows } = await ayo.pool.query<{ email: string }>('SELECT email FROM player WHERE user_id = $1', [userId]);
  return (await readMailbox(ayo.pool, rows[0]?.email ?? '')).map(({ subject }) => subject);
};

describe('a rule that watches', () => {
  it('has rows on which no other process failed', () => {
    expect(ayo.logs.filter((line) => line.includes('risk.rule-failed'))).toEqual([]);
  });

  it.each(RISK_RULE_IDS)('%s fires where it must, and stays quiet where it must', async (rule) => {
    expect(await rulesOf(fires[rule])).toContain(rule);
    expect(await rulesOf(quiet[rule])).not.toContain(rule);
  });

  it('counts of bets that cover for each other only what they risked, and amounts of several days together', async () => {
    expect([await rulesOf(coverer), await rulesOf(gambler)]).toEqual([['in-and-out'], []]);
    expect([await rulesOf(spreader), await rulesOf(regular)]).toEqual([['just-below-limit'], []]);
    // Three payouts, and one deposit as large as the limit: neither of the two is many amounts that make the limit together.
    expect(await rulesOf(bothWays)).not.toContain('just-below-limit');
  });

  it('adds nothing when it runs again, and its flags can’t be changed', async () => {
    const count = async () => (await ayo.pool.query('SELECT (SELECT count(*) FROM risk_flag) AS flags, (SELECT count(*) FROM risk_case) AS cases')).rows[0];
    const first = await count();
    await Promise.all([watchRisk(ayo.platform), watchRisk(ayo.platform)]);
    expect(await count()).toEqual(first);
    await expect(ayo.pool.query('UPDATE risk_flag SET level = 1')).rejects.toThrow();
    await expect(ayo.pool.query('DELETE FROM risk_case_event')).rejects.toThrow();
  });

  it('is listed with the thresholds that hold, its last run and its flags', async () => {
    const { data } = await risk.call(contract.listRiskRules, {});
    const rule = data.items.find((item) => item.rule === 'opposed-bets');
    expect(rule).toMatchObject({ isOn: true, fires: 1, lastRun: expect.any(String) as string, thresholds: [{ name: 'rounds', value: 2, isChanged: true }, { name: 'coveredPercent', value: 80, isChanged: false }] });
  });
});

describe('a flag of harm', () => {
  it('of level 1 shows the player their own figures, of level 2 proposes a limit, of level 3 asks a person to call', async () => {
    expect(await mailsTo(fires['failed-deposits'])).toContain('Your last seven days at Ayo');
    const { rows } = await ayo.pool.query('SELECT level, deposited FROM protection_advice WHERE user_id = $1', [fires['deposits-above-usual']]);
    expect(rows).toEqual([{ level: 1, deposited: 4_000_000 }]);
    expect(await mailsTo(fires['limit-raises'])).toContain('We suggest a limit for you at Ayo');
    expect(await mailsTo(fires['distress-words'])).not.toContain('We suggest a limit for you at Ayo');
    expect(await caseOf(fires['distress-words'], 'call')).not.toBe('');
    expect(await caseOf(fires['distress-words'], 'harm')).toBe('');
    expect(await caseOf(fires['limit-raises'], 'harm')).not.toBe('');
  });

  it('holds no payout', async () => {
    const { rows } = await ayo.pool.query<{ user_id: string }>('SELECT user_id FROM payout_hold ORDER BY user_id');
    expect(rows.map((row) => row.user_id)).toEqual([washer.userId, coverer, fires['shared-payout-account']].sort());
  });
});

describe('a case', () => {
  it('is taken, decided with a reason on what was seen, and closed; each step stays, and each is a line in the trail', async () => {
    const caseId = await caseOf(fires['night-play'], 'harm');
    const { data: seen } = await open(risk, caseId);
    expect(seen).toMatchObject({ kind: 'harm', state: 'open', name: 'A. Obi', flagList: [{ rule: 'night-play', figures: expect.arrayContaining([{ name: 'nights', kind: 'number', value: 3 }]) as unknown }] });
    const decide = (more: { readonly seen?: string; readonly outcome?: contract.Outcome } = {}) =>
      risk.call(contract.decideRiskCase, { params: { caseId }, body: { outcome: 'watch', reason: REASON, seen: seen.seen, ...more } });
    expect((await decide()).problem?.['reason']).toBe('not-assigned');
    const { data: taken } = await take(risk, caseId);
    expect(taken).toMatchObject({ state: 'assigned', isMine: true });
    expect((await decide()).problem?.['reason']).toBe('changed');
    expect((await decide({ seen: taken.seen, outcome: 'reported' })).status).toBe(400);
    expect((await decide({ seen: taken.seen })).data).toMatchObject({ state: 'decided', outcome: 'watch' });
    expect((await decide({ seen: taken.seen })).data.events.filter(({ what }) => what === 'decided')).toHaveLength(1);
    const { data: closed } = await risk.call(contract.closeRiskCase, { params: { caseId } });
    expect(closed.events.map(({ what, text }) => [what, text])).toEqual([['closed', null], ['decided', REASON], ['taken', null], ['flagged', 'night-play'], ['opened', null]]);
    const { data: trail } = await risk.call(listAudit, { query: { subject: caseId } });
    expect(trail.items.map(({ action }) => action)).toEqual(['risk-case-closed', 'risk-case-decided', 'risk-case-taken', 'risk-case-read']);
    expect(trail.items[2]).toMatchObject({ before: { state: 'open' }, after: { state: 'assigned' } });
    expect(JSON.stringify(trail.items)).not.toContain(REASON);
  });

  it('waits past its time where nobody decides', async () => {
    const now = ayo.platform.now();
    const call = await caseOf(fires['distress-words'], 'call');
    const overdue = async (ms: number) => (await listOverdueCases(ayo.pool, new Date(now.getTime() + ms))).map(({ caseId }) => caseId);
    expect(await overdue(23 * HOUR)).toEqual([]);
    expect(await overdue(25 * HOUR)).toContain(call);
    expect(await overdue(25 * HOUR)).not.toContain(await caseOf(fires['long-play'], 'harm'));
  });

  it('that is hidden from everybody who could decide raises an alert, once a day', async () => {
    const playerId = userIdOf(await ayo.signUp());
    const alerts = () => ayo.logs.filter((line) => line.includes('risk.case-hidden-from-all') && line.includes(playerId)).length;
    const own = (condition: string) => ayo.pool.query(
      `INSERT INTO admin_own_player (admin_id, player_id, kind, at) SELECT user_id, $1, 'device', now() FROM admin WHERE ${condition} ON CONFLICT DO NOTHING`, [playerId]);
    // One who could decide sees it still.
    await own(`user_id <> (SELECT max(user_id) FROM desk_role r JOIN admin a USING (user_id) WHERE r.role IN ('risk', 'owner') AND r.ended_at IS NULL AND a.ended_at IS NULL)`);
    await alertWhereNobodySees(ayo.platform, [playerId]);
    expect(alerts()).toBe(0);
    await own('true');
    for (let look = 0; look < 2; look += 1) await alertWhereNobodySees(ayo.platform, [playerId]);
    expect(alerts()).toBe(1);
  });

  it('is decided by nobody who counts as one person with its player, and the refusal leaves a line alone', async () => {
    const caseId = await caseOf(fires['long-play'], 'harm');
    await ayo.pool.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4)', [userIdOf(risk), fires['long-play'], 'phone', ayo.platform.now()]);
    for (const answer of [await take(risk, caseId), await open(risk, caseId)]) expect(statusAndCode(answer)).toEqual([403, 'own-request']);
    const { rows } = await ayo.pool.query<{ state: string; events: number }>(
      'SELECT state, (SELECT count(*)::int FROM risk_case_event e WHERE e.case_id = c.case_id) AS events FROM risk_case c WHERE case_id = $1', [caseId],
    );
    expect(rows).toEqual([{ state: 'open', events: 2 }]);
    const { data: trail } = await risk.call(listAudit, { query: { subject: caseId } });
    expect(trail.items.map(({ action }) => action)).toEqual(['risk-case-refused', 'risk-case-refused']);
    // Their list does not have it, nor a number from which they could tell; that of others does.
    const listOf = async (client: TestClient) => (await client.call(contract.listRiskCases, { query: { limit: 100 } })).data;
    const [theirs, others] = [await listOf(risk), await listOf(await ayo.signUpAdmin())];
    expect(theirs.items.map((item) => item.caseId)).not.toContain(caseId);
    expect(others.items.map((item) => item.caseId)).toContain(caseId);
    const { data: pages } = await risk.call(contract.listRiskCases, { query: { limit: 1 } });
    expect(pages.items).toHaveLength(1);
    expect(others.waiting - theirs.waiting).toBe(others.items.filter(({ playerId }) => playerId === fires['long-play']).length);
  });

  it('with the report of a suspicion is for risk and owners alone', async () => {
    const caseId = await caseOf(fires['large-transactions'], 'laundering');
    const { data: { seen } } = await take(risk, caseId);
    const report = { reference: 'NFIU-2026-0042', facts: 'Five million in one day without an income.' };
    const { data } = await risk.call(contract.decideRiskCase, { params: { caseId }, body: { outcome: 'reported', reason: REASON, report, seen } });
    expect(data.report).toMatchObject(report);
    expect((await open(support, caseId)).status).toBe(403);
    expect((await support.call(contract.listRiskCases, { query: {} })).status).toBe(403);
    const { rows } = await ayo.pool.query(`SELECT FROM admin_audit WHERE (before::text || after::text) ~ 'NFIU|reported|Five million'`);
    expect(rows).toEqual([]);
  });
});

describe('the part of a player’s page', () => {
  const flagsFor = async (client: TestClient, playerId: string) => (await client.call(contract.readPlayerFlags, { params: { playerId } })).data;

  it('tells risk everything, support of harm alone, and payments only that payouts are held', async () => {
    expect(await flagsFor(risk, washer.userId)).toMatchObject({ sees: 'all', flags: [{ rule: 'in-and-out' }], cases: [{ kind: 'laundering' }] });
    for (const [client, sees] of [[support, 'harm'], [await makeAdmin('payments'), 'hold']] as const) {
      const hold = { from: expect.any(String) as string, until: expect.any(String) as string };
      expect(await flagsFor(client, washer.userId)).toEqual({ sees, hold, flags: [], cases: [] });
    }
    const harm = await flagsFor(support, fires['night-play']);
    expect(harm).toMatchObject({ sees: 'harm', flags: [{ rule: 'night-play', figures: [], thresholds: [] }], cases: [{ kind: 'harm', outcome: null }] });
    const { rows } = await ayo.pool.query(`SELECT FROM admin_audit WHERE user_id = $1 AND action = 'player-read' AND after ->> 'part' = 'flags'`, [userIdOf(support)]);
    expect(rows).toHaveLength(2);
  });
});

describe('a payout that is held', () => {
  const automaticUpTo = async ({ client }: PaidPlayer) => (await client.call(getWithdrawalOptions, { params: paramsOf(client) })).data.automaticUpTo;

  it('goes on as soon as risk releases it with a reason', async () => {
    const userId = fires['shared-payout-account'];
    const stateOf = async () => (await ayo.pool.query<{ state: string }>('SELECT state FROM withdrawal WHERE user_id = $1', [userId])).rows[0]?.state;
    await sweepPayouts(ayo.platform);
    expect(await stateOf()).toBe('sending');
    const params = { caseId: await caseOf(userId, 'laundering') };
    const { data } = await risk.call(contract.releaseRiskHold, { params, body: { reason: REASON } });
    expect(data).toMatchObject({ hold: null, events: expect.arrayContaining([expect.objectContaining({ what: 'released', text: REASON })]) as unknown });
    await sweepPayouts(ayo.platform);
    expect(await stateOf()).toBe('paid');
    expect(statusAndCode(await risk.call(contract.releaseRiskHold, { params, body: { reason: REASON } }))).toEqual([409, 'conflict']);
  });

  it('says so in its timeline, can’t be approved, and is sent after a day by itself: nothing is taken', async () => {
    const payments = await makeAdmin('payments');
    const approve = (client: TestClient) => client.call(approveWithdrawal, { params: { withdrawalId: washed } });
    const paused = (await readWithdrawal(washer, washed)).timeline.find(({ step }) => step === 'paused');
    expect(paused?.detail).toContain('We are checking how money was paid in and out. It goes on by 22/11/2026');
    expect((await approve(payments)).problem).toMatchObject({ code: 'conflict', reason: 'held' });
    // One that rules alone would pay out waits, too, and for people, because nobody has decided about the flag.
    const { data: small } = await ask(washer, 5_000);
    expect(small.timeline.map(({ step }) => step)).toEqual(['asked', 'held', 'review', 'paused']);
    expect(await readMoney(washer)).toEqual({ real: 5_000, held: 95_000 });

    ayo.pass(DAY);
    // Whoever signed in a day ago is asked for the password first.
    expect([(await approve(await makeAdmin('payments'))).status, (await approve(await makeAdmin('payments'))).status]).toEqual([200, 200]);
    await sweepPayouts(ayo.platform);
    expect((await readWithdrawal(washer, washed)).state).toBe('paid');
    expect(await readMoney(washer)).toEqual({ real: 5_000, held: 5_000 });
  });

  it('is held in the call that asks for it, before rules alone send it, with every account of the person; a hold used up brings people, and nothing says so before', async () => {
    const shared = accountOfAda();
    const make = createWatchedPlayers(ayo);
    await make.payee(shared);
    ayo.pass(1_000);
    const userId = await make.payee(shared);
    await sweepPayouts(ayo.platform);
    const { rows } = await ayo.pool.query('SELECT state, gateway FROM withdrawal WHERE user_id = $1', [userId]);
    expect(rows).toEqual([{ state: 'sending', gateway: null }]);
    expect(await rulesOf(userId)).toEqual(['shared-payout-account']);

    const other = await paidPlayer(ayo, { naira: 20_000 });
    const stepsOf = async () => (await ask(other, 2_000)).data.timeline.map(({ step }) => step);
    expect(await stepsOf()).toEqual(['asked', 'held', 'checked']);
    await ayo.pool.query('UPDATE player SET person_id = $1 WHERE user_id = ANY($2)', [userId, [userId, other.userId]]);
    expect(await stepsOf()).toEqual(['asked', 'held', 'review', 'paused']);
    expect(await automaticUpTo(other)).toBe(0);
    const params = { caseId: await caseOf(userId, 'laundering') };
    // A day has passed since the first one signed in.
    const officer = await makeAdmin('risk');
    expect((await officer.call(contract.releaseRiskHold, { params, body: { reason: REASON } })).status).toBe(200);
    expect(await automaticUpTo(other)).toBeGreaterThan(0);
    expect(await stepsOf()).toEqual(['asked', 'held', 'review']);
    const { data: { seen } } = await take(officer, params.caseId);
    await officer.call(contract.decideRiskCase, { params, body: { outcome: 'no-concern', reason: REASON, seen } });
    expect(await stepsOf()).toEqual(['asked', 'held', 'checked']);
  });

  it('is not held again within seven days, and longer than a day by nobody', async () => {
    const hold = (from: Date, hours: number) => ayo.pool.query(
      `INSERT INTO payout_hold (user_id, kind, flag_id, from_at, until_at) VALUES ($1, 'money-check', 1, $2, $3)`, [washer.userId, from, new Date(from.getTime() + hours * HOUR)],
    );
    await expect(hold(ayo.platform.now(), 24)).rejects.toThrow('once in seven days');
    await expect(hold(new Date(PLATFORM_START + 10 * DAY), 25)).rejects.toThrow('check constraint');
  });
});
