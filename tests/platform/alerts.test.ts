/** The alert rules, in Prometheus's own calculator: each fires on what it is for, and all are quiet while everything is well. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readDeployFile } from '../support/deploy-files';
import { makeTemporaryDirectory } from '../support/embedded';
import { isTested, requireProgram, runToEnd } from '../support/programs';
import { ROOT } from '../support/stages.mjs';

/** Series by name, with values minute by minute as promtool writes them: "1x600" is 1 and 600 times more, "0+60x600" is 60 more each minute. */
type Series = Readonly<Record<string, string>>;

/** All series last four hours, at whose end the alerts are read. Prometheus's clock begins at 0 here, so a time "now" is 60 more each minute. */
const MINUTES = 240;
const NOW = `0+60x${MINUTES}`;
const always = (value: number): string => `${value}x${MINUTES}`;
/** Grows by `each` a minute. */
const growing = (each: number): string => `0+${each}x${MINUTES}`;
/** Is `usual` until an hour before the end, and `then` from there. */
const lately = (usual: number, then: number): string => `${usual}x${MINUTES - 60} ${then}x60`;

const WELL: Series = {
  'ayo_money_open': always(1),
  'ayo_invariants_ok': always(1),
  'ayo_ledger_checked_timestamp_seconds{part="everything"}': NOW,
  'ayo_ledger_checked_timestamp_seconds{part="checkpoint"}': NOW,
  'ayo_db_commits_unknown_total': always(0),
  'ayo_db_standby_required': always(1),
  'ayo_db_standbys': always(2),
  'ayo_db_trouble{why="disk-full"}': always(0),
  'ayo_db_trouble{why="unreachable"}': always(0),
  'ayo_disk_free_bytes': always(50_000_000_000),
  'ayo_gateway_silent_total{gateway="bank",purpose="deposit"}': always(1),
  'ayo_payments_oldest_age_seconds{step="sending"}': always(60),
  'ayo_payments_oldest_age_seconds{step="checking"}': always(600),
  'ayo_deposit_duration_seconds_count{gateway="bank",outcome="success"}': growing(5),
  'ayo_deposit_duration_seconds_count{gateway="bank",outcome="failed"}': growing(1),
  'ayo_deposit_duration_seconds_count{gateway="bank",outcome="mismatch"}': always(3),
  'ayo_payouts_on': always(1),
  'ayo_webhooks_total{gateway="bank",outcome="accepted"}': growing(5),
  'ayo_webhooks_total{gateway="bank",outcome="refused"}': always(4),
  'ayo_sign_ins_total{outcome="ok"}': growing(100),
  'ayo_sign_ins_total{outcome="invalid-credentials"}': growing(20),
  'ayo_stake_kobo_total{game="adire-gold"}': growing(1_000_000),
  'ayo_win_kobo_total{game="adire-gold"}': growing(960_000),
  'ayo_rounds_total{game="adire-gold"}': growing(100),
  'ayo_job_last_success_timestamp_seconds{job="payouts"}': NOW,
  'ayo_job_interval_seconds{job="payouts"}': always(60),
  'ayo_job_runs_total{job="payouts",outcome="failed"}': always(2),
  'ayo_build_info{version="v1"}': always(1),
  'ayo_clock_timestamp_seconds': NOW,
  'ayo_http_requests_total{status="2xx"}': growing(600),
  'ayo_http_requests_total{status="5xx"}': growing(1),
  'ayo_calls_shed_total{lane="player",why="full"}': always(3),
  'ayo_calls_shed_total{lane="player",why="subject"}': growing(2),
  'ayo_calls_shed_total{lane="poll",why="waited"}': growing(2),
  'ayo_nodejs_eventloop_lag_p99_seconds': always(0.02),
};

/** What each alert is for, as the series that then differ. */
const TROUBLES: Readonly<Record<string, Series>> = {
  AyoMoneyClosed: { 'ayo_money_open': lately(1, 0) },
  AyoInvariantsBroken: { 'ayo_invariants_ok': lately(1, 0) },
  AyoLedgerUnchecked: { 'ayo_ledger_checked_timestamp_seconds{part="checkpoint"}': always(60) },
  AyoCommitsUnknown: { 'ayo_db_commits_unknown_total': `0x${MINUTES - 4} 3x4` },
  AyoNoStandby: { 'ayo_db_standbys': lately(2, 0) },
  AyoDatabaseAway: { 'ayo_db_trouble{why="unreachable"}': lately(0, 1) },
  AyoDiskFull: { 'ayo_disk_free_bytes': lately(50_000_000_000, 500_000_000) },
  AyoGatewaySilent: { 'ayo_gateway_silent_total{gateway="bank",purpose="deposit"}': growing(2) },
  AyoPayoutsLate: { 'ayo_payments_oldest_age_seconds{step="sending"}': always(8_000) },
  AyoDepositsFail: { 'ayo_deposit_duration_seconds_count{gateway="bank",outcome="failed"}': growing(10) },
  AyoPayoutsOff: { 'ayo_payouts_on': always(0) },
  AyoWithdrawalsWait: { 'ayo_payments_oldest_age_seconds{step="checking"}': always(90_000) },
  AyoDepositsMismatch: { 'ayo_deposit_duration_seconds_count{gateway="bank",outcome="mismatch"}': `3x${MINUTES - 30} 4x30` },
  AyoNotificationsRefused: { 'ayo_webhooks_total{gateway="bank",outcome="refused"}': growing(5) },
  AyoSignInsRefused: { 'ayo_sign_ins_total{outcome="invalid-credentials"}': growing(800) },
  AyoGameReturnsTooMuch: { 'ayo_win_kobo_total{game="adire-gold"}': growing(2_000_000) },
  AyoJobStuck: { 'ayo_job_last_success_timestamp_seconds{job="payouts"}': `0+60x${MINUTES - 60} ${(MINUTES - 60) * 60}x60` },
  AyoJobNeverWell: { 'ayo_job_interval_seconds{job="leaderboard"}': always(10) },
  AyoGone: { 'ayo_build_info{version="v1"}': `1x${MINUTES - 60} _x60` },
  AyoJobFails: { 'ayo_job_runs_total{job="payouts",outcome="failed"}': growing(1) },
  AyoClockJump: { 'ayo_clock_timestamp_seconds': `3600+60x${MINUTES}` },
  AyoCallsFail: { 'ayo_http_requests_total{status="5xx"}': growing(100) },
  AyoMoneyShed: { 'ayo_calls_shed_total{lane="player",why="full"}': growing(1) },
  AyoEventLoopLate: { 'ayo_nodejs_eventloop_lag_p99_seconds': always(0.8) },
};

describe.runIf(isTested('promtool'))('the alert rules in Prometheus', () => {
  it('fire each on its own trouble alone, and never while everything is well', { timeout: 120_000 }, async () => {
    const promtool = requireProgram('promtool', 'prometheus');
    const { groups } = JSON.parse(await readDeployFile('alerts.json')) as { groups: { rules: { alert: string; expr: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    // Pools are tried by their names in the rule, which says which of them players wait for.
    const poolRule = groups.flatMap(({ rules }) => rules).find(({ alert }) => alert === 'AyoPoolFull');
    const pools = [...(poolRule?.expr ?? '').matchAll(/pool=~?"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|'));
    const poolSeries = (waiting: number): Series => Object.fromEntries(pools.map((pool) => [`ayo_db_pool_waiting{pool="${pool}",instance="one"}`, always(waiting)]));
    const troubles: Readonly<Record<string, Series>> = { ...TROUBLES, AyoPoolFull: poolSeries(3) };
    expect(Object.keys(troubles).toSorted()).toEqual(alerts.toSorted());

    const cases: [string, Series, readonly string[]][] = [
      ['everything is well', {}, []],
      ...Object.entries(troubles).map(([alert, series]): [string, Series, string[]] => [alert, series, [alert]]),
    ];
    const file = path.join(await makeTemporaryDirectory(), 'cases.json');
    await writeFile(file, JSON.stringify({
      rule_files: [path.join(ROOT, 'server/deploy/alerts.json')],
      // Often enough: the rules that wait longest do so for a quarter of an hour.
      evaluation_interval: '5m',
      tests: cases.map(([name, series, firing]) => ({
        name,
        interval: '1m',
        input_series: Object.entries({ ...WELL, ...poolSeries(0), ...series }).map(([each, values]) => ({ series: each, values })),
        promql_expr_test: [{
          expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
          eval_time: `${MINUTES}m`,
          exp_samples: firing.map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
        }],
      })),
    }));
    const { code, output } = await runToEnd(promtool, ['test', 'rules', file]);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  });
});
