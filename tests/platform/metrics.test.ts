/** What Prometheus reads of a process that was really used, and that it stays small and names nobody. */
import { createServer } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { ENDPOINTS } from '../../src/core/contract';
import { createDeposit } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { getBalance } from '../../src/core/contract/player';
import { PROBLEM_CODES } from '../../src/core/contract/problem';
import { allEngines } from '../../src/core/games/registry';
import { DAY_MS } from '../../src/core/time';
import { runPaymentsDue } from '../../server/cashier/deposits/sweep-deposits';
import { afterCommit } from '../../server/db/after-commit';
import { transaction } from '../../server/db/transaction';
import { GatewayUnavailableError } from '../../server/gateways';
import { createMetrics } from '../../server/metrics/metrics';
import type { Metrics } from '../../server/metrics/metrics';
import { measure } from '../../server/measurements';
import { checkMoneyNow } from '../../server/money-watch';
import { start, StartError } from '../../server/start';
import { startSweep } from '../../server/sweep';
import { testDatabase } from '../support/database';
import { paramsOf, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { payoutStage } from '../support/payout-stage';
import type { PayoutStage } from '../support/payout-stage';
import { PASSWORD } from '../support/platform';
import { richPlayer } from '../support/rich-players';
import { ROOT } from '../support/stages.mjs';

let stage: PayoutStage;
let metrics: Metrics;
const cleanUp: (() => unknown)[] = [];

function metricsOf({ ayo }: PayoutStage, pool = ayo.pool): Metrics {
  const { now, databaseWatch } = ayo.platform;
  const disk = { freeBytes: () => Promise.resolve(5_000_000_000), hasServerRunOutOfSpace: () => false };
  const facts = { pool, databaseWatch, disk, now, log: () => undefined };
  return createMetrics({ version: 'v1', database: { pools: { money: ayo.pool, reads: ayo.pool, health: ayo.pool }, facts } });
}

beforeAll(async () => {
  stage = await payoutStage();
  metrics = metricsOf(stage);
});
afterEach(async () => {
  for (const each of cleanUp.splice(0).reverse()) await each();
});
afterAll(async () => {
  metrics.stop();
  await stage.ayo.close();
});

/** Returns the value of a series as it is printed, like `ayo_rounds_total{game="plinko"}`; undefined where there is none. */
async function read(series: string, from = metrics): Promise<number | undefined> {
  const line = (await from.print()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const listSeries = (text: string): string[] => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

describe('the metrics of a process', () => {
  it('count calls by route, method and class of status, polls by 200 and 304, and sign-ins by outcome', async () => {
    const player = await richPlayer(stage.ayo);
    const first = await player.call(getBalance, { params: paramsOf(player) });
    const etag = first.headers.get('etag') ?? '';
    expect((await player.call(getBalance, { params: paramsOf(player), headers: { 'if-none-match': etag } })).status).toBe(304);
    const { rows } = await stage.ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(player)]);
    const username = rows[0]?.username ?? '';
    await stage.ayo.signIn(username);
    await expect(stage.ayo.signIn(username, `${PASSWORD} no`)).rejects.toThrow('invalid-credentials');
    expect(await read('ayo_polls_total{status="200"}')).toBe(1);
    expect(await read('ayo_polls_total{status="304"}')).toBe(1);
    const route = 'route="/api/v1/player/:userId/balance"';
    expect(await read(`ayo_http_requests_total{${route},method="GET",status="2xx"}`)).toBe(1);
    expect(await read(`ayo_http_requests_total{${route},method="GET",status="3xx"}`)).toBe(1);
    expect(await read(`ayo_http_request_duration_seconds_count{${route}}`)).toBe(2);
    expect(await read('ayo_sign_ins_total{outcome="ok"}')).toBe(1);
    expect(await read('ayo_sign_ins_total{outcome="invalid-credentials"}')).toBe(1);
  });

  it('count a round and its kobo once, however often its key is sent', async () => {
    const player = await richPlayer(stage.ayo);
    const key = newKey();
    const play = () => player.call(playRound, { params: { ...paramsOf(player), gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } });
    const { data } = await play();
    await play();
    const won = 'win' in data ? data.win : undefined;
    expect(await read('ayo_rounds_total{game="adire-gold"}')).toBe(1);
    expect(await read('ayo_stake_kobo_total{game="adire-gold"}')).toBe(1_000);
    expect(await read('ayo_win_kobo_total{game="adire-gold"}')).toBe(Math.round((won ?? 0) * 100));
  });

  it('count payouts and deposits by gateway and outcome, and show what waits and since when', async () => {
    const player = await stage.makeSendingPlayer();
    stage.ayo.pass(60_000);
    expect(await read('ayo_payments_waiting{step="sending"}')).toBe(1);
    expect(await read('ayo_clearing_balance_kobo{step="sending"}')).toBe(500_000);
    expect(await read('ayo_payments_oldest_age_seconds{step="sending"}')).toBe(60);
    await stage.sweep();
    expect(await read('ayo_payout_duration_seconds_count{gateway="simulator",outcome="paid"}')).toBe(1);
    expect(await read('ayo_payments_waiting{step="sending"}')).toBe(0);

    await player.client.call(createDeposit, { params: paramsOf(player.client), body: { method: 'mobile-money', amount: 5_000, currency: 'NGN' }, key: newKey() });
    expect(await read('ayo_payments_waiting{step="pending"}')).toBe(1);
    stage.ayo.pass(2 * DAY_MS);
    await runPaymentsDue(stage.ayo.platform);
    expect(await read('ayo_deposit_duration_seconds_count{gateway="simulator",outcome="expired"}')).toBe(1);
    expect(await read('ayo_payments_waiting{step="pending"}')).toBe(0);
  });

  it('count notifications of gateways by what became of them', async () => {
    await stage.notify('dep-somebody-elses-0', 'payment.success');
    await stage.notify('dep-somebody-elses-0', 'payment.success', 'forged');
    expect(await read('ayo_webhooks_total{gateway="simulator",outcome="refused"}')).toBe(1);
    // The payout of an earlier test was notified, too.
    expect(await read('ayo_webhooks_total{gateway="simulator",outcome="accepted"}')).toBeGreaterThan(0);
  });

  it('show whether money is open, and when its invariants were last checked', async () => {
    expect(await read('ayo_money_open')).toBe(1);
    expect(await read('ayo_payouts_on')).toBe(1);
    await stage.ayo.pool.query(`UPDATE money_switch SET open = false, reason = 'a test closed it'`);
    expect(await read('ayo_money_open')).toBe(0);
    await checkMoneyNow(stage.ayo.platform);
    // The money of these players came from nowhere, so the ledger is not in order.
    expect(await read('ayo_invariants_ok')).toBe(0);
    expect(await read('ayo_invariants_checked_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
    await stage.ayo.pool.query('UPDATE money_switch SET open = true, reason = NULL');
  });

  it('show how the database is: its trouble, its disk, its standbys', async () => {
    expect(await read('ayo_db_facts_read')).toBe(1);
    expect(await read('ayo_db_trouble{why="down"}')).toBe(0);
    expect(await read('ayo_disk_free_bytes')).toBe(5_000_000_000);
    expect(await read('ayo_db_standbys')).toBe(0);
    expect(await read('ayo_db_standby_required')).toBe(0);
    expect(await read('ayo_ledger_checked_timestamp_seconds{part="everything"}')).toBe(0);
    expect(await read('ayo_clock_timestamp_seconds')).toBeGreaterThan(1_700_000_000);
  });

  it('count what a gateway does not answer', async () => {
    await stage.makeSendingPlayer();
    stage.overrides = { payOut: () => Promise.reject(new GatewayUnavailableError('the gateway is away')) };
    await stage.sweep();
    expect(await read('ayo_gateway_silent_total{gateway="simulator",purpose="payout"}')).toBe(1);
    await stage.clear();
  });

  it('show runs of jobs by outcome, and when each last went well', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    cleanUp.push(() => vi.useRealTimers());
    let isBroken = true;
    const run = async () => {
      if (isBroken) throw new Error('broken');
    };
    const stop = startSweep({ log: () => undefined }, { failureEvent: 'test.sweep-failed', intervalMs: 30_000, run });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await read('ayo_job_last_success_timestamp_seconds{job="test.sweep"}')).toBeUndefined();
    isBroken = false;
    await vi.advanceTimersByTimeAsync(30_000);
    await stop();
    expect(await read('ayo_job_runs_total{job="test.sweep",outcome="failed"}')).toBe(1);
    expect(await read('ayo_job_runs_total{job="test.sweep",outcome="ok"}')).toBe(1);
    expect(await read('ayo_job_interval_seconds{job="test.sweep"}')).toBe(30);
    expect(await read('ayo_job_last_success_timestamp_seconds{job="test.sweep"}')).toBeGreaterThan(1_700_000_000);
  });

  it('show the pool, and count transactions that were tried again', async () => {
    expect(await read('ayo_db_pool_limit{pool="money"}')).toBe(stage.ayo.pool.options.max);
    expect(await read('ayo_db_pool_waiting{pool="money"}')).toBe(0);
    expect(await read('ayo_db_pool_wait_seconds_count')).toBeGreaterThan(0);
    let tries = 0;
    await transaction(stage.ayo.pool, async (tx) => {
      tries += 1;
      if (tries === 1) await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`);
    }, { wait: () => Promise.resolve() });
    expect(await read('ayo_db_transactions_retried_total{code="40001"}')).toBe(1);
  });

  it('do work after the commit alone, and once', async () => {
    const done: string[] = [];
    await transaction(stage.ayo.pool, async (tx) => afterCommit(tx, () => done.push('committed')));
    await expect(transaction(stage.ayo.pool, async (tx) => {
      afterCommit(tx, () => done.push('rolled back'));
      throw new Error('no');
    })).rejects.toThrow('no');
    await transaction(stage.ayo.pool, async (tx) => tx.query('SELECT 1'));
    expect(done).toEqual(['committed']);
  });

  it('are printed while the database is away, without the facts that stand in it', async () => {
    const database = await testDatabase();
    const pool = database.anotherPool({ port: 1, connectionTimeoutMillis: 500 });
    const away = metricsOf(stage, pool);
    cleanUp.push(() => away.stop(), () => database.close());
    const text = await away.print();
    expect(text).toContain('ayo_db_facts_read 0');
    expect(listSeries(text).filter((line) => /^ayo_(money_open|payouts_on|payments|clearing|db_standby|ledger)/.test(line))).toEqual([]);
    expect(text).toContain('ayo_build_info{version="v1"');
  });

  it('name nobody: no id, no name and no address of a person is in the text', async () => {
    const { rows } = await stage.ayo.pool.query<{ user_id: string; username: string; email: string }>('SELECT user_id, username, email FROM player');
    const text = await metrics.print();
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.flatMap(({ user_id: id, username, email }) => [id, username, email]).filter((each) => text.includes(each))).toEqual([]);
  });

  it('are fewer than 2,000 series, also where every call was answered in every way', async () => {
    const full = metricsOf(stage);
    cleanUp.push(() => full.stop());
    const calls = Object.values(ENDPOINTS).map((each) => ({ method: each.method as string, route: `/api${each.path}` }));
    const contractRoutes = new Set(calls.map(({ route }) => route));
    // Every other method of a call's route is refused with 405.
    const others = stage.ayo.routes.map((each) => each.split(' ')).map(([method = '', route = '']) => ({ method, route }));
    for (const call of [...calls, ...others.filter(({ route }) => !contractRoutes.has(route))]) {
      for (const status of [200, 404, 405, 503]) measure('http.answered', { ...call, status, seconds: 1 });
    }
    for (const method of ['GET', 'HEAD', 'POST', 'BREW']) measure('http.answered', { route: null, method, status: 404, seconds: 1 });
    for (const outcome of PROBLEM_CODES) measure('sign-in.ended', { outcome });
    for (const gateway of ['simulator', 'paystack', 'none']) {
      for (const outcome of ['accepted', 'refused', 'not-ours', 'failed'] as const) measure('webhook.ended', { gateway, outcome });
      for (const purpose of ['deposit', 'payout'] as const) measure('gateway.silent', { gateway, purpose });
      for (const outcome of ['success', 'failed', 'expired', 'cancelled', 'mismatch', 'held', 'returning']) measure('deposit.ended', { gateway, outcome, seconds: 1 });
      for (const outcome of ['paid', 'failed', 'refused']) measure('payout.ended', { gateway, outcome, seconds: 1 });
    }
    const games = [...allEngines.keys(), ...Array.from({ length: 10 }, (_, n) => `frame:provider-${n}`)];
    for (const game of games) measure('game.moved', { game, rounds: 1, stake: 1, win: 1 });
    for (let n = 0; n < 20; n += 1) {
      for (const isOk of [true, false]) measure('job.ended', { job: `job-${n}`, isOk, seconds: 1, intervalSeconds: 1 });
      measure('transaction.retried', { code: `400${n}` });
    }
    const series = listSeries(await full.print());
    expect(series.length).toBeLessThan(2_000);
    expect(series.filter((line) => !line.startsWith('ayo_'))).toEqual([]);
  });
});

describe('the port of the metrics', () => {
  const startWith = async (env: Readonly<Record<string, string>>) => {
    const database = await testDatabase();
    cleanUp.push(() => database.close());
    const running = await start({
      appDir: '/no/such/folder', migrations: path.join(ROOT, 'server/db/migrations'), logStream: new PassThrough().resume(),
      env: { PORT: '0', DATABASE_URL: database.databaseUrl, SEED_KEY_FILE: inject('ayoSeedKeyFile'), FIELD_KEY_FILE: inject('ayoFieldKeyFile'), ...env },
    });
    cleanUp.push(() => running.stop());
    return running;
  };
  const takePort = async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const close = () => new Promise((resolve) => server.close(resolve));
    return { port: typeof address === 'object' && address !== null ? String(address.port) : '', close };
  };

  it('serves /metrics and nothing else, and the site has no such page', async () => {
    const taken = await takePort();
    await taken.close();
    const { url } = await startWith({ METRICS_PORT: taken.port });
    const answer = await fetch(`http://127.0.0.1:${taken.port}/metrics`);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await answer.text()).toContain('ayo_money_open 1');
    expect((await fetch(`http://127.0.0.1:${taken.port}/`)).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${taken.port}/metrics`, { method: 'POST' })).status).toBe(404);
    expect(await (await fetch(`${url}/metrics`)).text()).not.toContain('ayo_');
  });

  it('stops the start with one line where something else listens there', async () => {
    const taken = await takePort();
    cleanUp.push(taken.close);
    const error: unknown = await startWith({ METRICS_PORT: taken.port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expect((error as Error).message).toBe(`The metrics can't be served on 127.0.0.1:${taken.port} (EADDRINUSE). Set METRICS_PORT.`);
  });
});
