/** What operators load into Prometheus and Grafana fits the platform: no alert waits for a metric that nobody serves. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { measure } from '../../server/measurements';
import { createMetrics } from '../../server/metrics/metrics';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ROOT } from '../support/stages.mjs';

interface AlertRule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Dashboard {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const ENTRIES = [
  'No standby', 'Money closed', 'Gateway down', 'Clearing not zero', 'Disk full', 'Leaked secret', 'Wrong game maths', 'Stuck job', 'Clock jump', 'Restore',
];
const IN_EACH_ENTRY = ['One sees', 'First command', 'Safe meanwhile', 'Told'];

const readDeployFile = (name: string) => readFile(path.join(ROOT, 'server/deploy', name), 'utf8');
const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-');

let site: TestPlatform;
/** The labels of each metric that a process serves, with the endings of histograms and summaries. */
let labelsByMetric: ReadonlyMap<string, ReadonlySet<string>>;
beforeAll(async () => {
  site = await testPlatform();
  labelsByMetric = await readServedMetrics(site);
});
afterAll(async () => site.close());

async function readServedMetrics({ pool, platform }: TestPlatform): Promise<Map<string, Set<string>>> {
  const { databaseWatch, now } = platform;
  const disk = { freeBytes: () => Promise.resolve(1), hasServerRunOutOfSpace: () => false };
  const facts = { pool, databaseWatch, disk, now, log: () => undefined };
  const metrics = createMetrics({ version: 'v1', database: { pools: { money: pool, reads: pool, health: pool }, facts } });
  measure('http.answered', { route: '/api/v1/player/:userId/balance', method: 'GET', status: 200, seconds: 1 });
  measure('calls.waiting', { lane: 'read', count: 1 });
  measure('call.waited', { lane: 'read', seconds: 1 });
  measure('call.shed', { lane: 'read', why: 'full' });
  measure('transaction.retried', { code: '40001' });
  measure('commit.unknown', { count: 1 });
  measure('job.ended', { job: 'a', isOk: true, seconds: 1, intervalSeconds: 1 });
  measure('invariants.checked', { violations: 0 });
  measure('deposit.ended', { gateway: 'a', outcome: 'success', seconds: 1 });
  measure('payout.ended', { gateway: 'a', outcome: 'paid', seconds: 1 });
  measure('gateway.silent', { gateway: 'a', purpose: 'deposit' });
  measure('game.moved', { game: 'a', rounds: 1, stake: 1, win: 1 });
  measure('sign-in.ended', { outcome: 'ok' });
  measure('webhook.ended', { gateway: 'a', outcome: 'accepted' });
  const text = await metrics.print();
  metrics.stop();
  const labels = new Map<string, Set<string>>();
  for (const line of text.split('\n')) {
    const [, name, list = ''] = /^(ayo_\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name === undefined) continue;
    const names = labels.get(name) ?? new Set();
    for (const [, label = ''] of list.matchAll(/(\w+)="/g)) names.add(label);
    labels.set(name, names);
  }
  return labels;
}

/** Returns what an expression asks for and no process serves: a metric, or a label of one. */
function findUnserved(expr: string): string[] {
  return [...expr.matchAll(/(ayo_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = '', selector = '']) => {
    const labels = labelsByMetric.get(name);
    if (labels === undefined) return [name];
    return [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label).filter((label) => !labels.has(label)).map((label) => `${name}{${label}}`);
  });
}

it('an expression with an unknown metric or label would be found', () => {
  expect(findUnserved('max(ayo_money_ajar) == 0 and ayo_money_open{door="front"} == 1')).toEqual(['ayo_money_ajar', 'ayo_money_open{door}']);
});

describe('the alerts', () => {
  it('ask for metrics and labels that a process serves', async () => {
    const { groups } = JSON.parse(await readDeployFile('alerts.json')) as Rules;
    const rules = groups.flatMap((group) => group.rules);
    expect(rules.length).toBeGreaterThan(15);
    expect(rules.flatMap(({ alert, expr }) => findUnserved(expr).map((each) => `${alert}: ${each}`))).toEqual([]);
    expect(rules.filter(({ expr }) => !expr.includes('ayo_'))).toEqual([]);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('each say in a sentence what is wrong, whether somebody must get up, and which entry of the runbook says what to do', async () => {
    const { groups } = JSON.parse(await readDeployFile('alerts.json')) as Rules;
    const anchors = ENTRIES.map((entry) => `server/deploy/runbook.md#${anchorOf(entry)}`);
    for (const { alert, labels, annotations } of groups.flatMap(({ rules }) => rules)) {
      expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/\.$/)]);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(anchors).toContain(annotations.runbook);
    }
  });
});

describe('the dashboard', () => {
  it('draws metrics and labels that a process serves, in panels with numbers of their own', async () => {
    const { title, panels } = JSON.parse(await readDeployFile('dashboard.json')) as Dashboard;
    expect(title).toBe('Ayo');
    const expressions = panels.flatMap((panel) => (panel.targets ?? []).map(({ expr }) => [panel.title, expr] as const));
    expect(expressions.length).toBeGreaterThan(25);
    expect(expressions.flatMap(([panel, expr]) => findUnserved(expr).map((each) => `${panel}: ${each}`))).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([]);
  });

  it('leaves out none of the platform’s own metrics but three that mean something only beside others', async () => {
    const { panels } = JSON.parse(await readDeployFile('dashboard.json')) as Dashboard;
    const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const toFamily = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');
    const families = new Set([...labelsByMetric.keys()].filter((name) => !/^ayo_(nodejs|process)_/.test(name)).map(toFamily));
    const missing = [...families].filter((name) => !drawn.includes(name));
    expect(missing.toSorted()).toEqual(['ayo_clock_timestamp_seconds', 'ayo_db_facts_read', 'ayo_job_interval_seconds']);
  });
});

describe('the runbook', () => {
  it('has its ten entries, and each says what one sees, the first command, what is safe meanwhile, and who is told', async () => {
    const sections = (await readDeployFile('runbook.md')).split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n')[0])).toEqual(ENTRIES);
    const points = sections.map((section) => IN_EACH_ENTRY.filter((point) => section.includes(`- **${point}** `)));
    expect(points).toEqual(ENTRIES.map(() => IN_EACH_ENTRY));
  });

  it('names metrics that a process serves', async () => {
    const text = await readDeployFile('runbook.md');
    expect(findUnserved(text)).toEqual([]);
  });

  it('names commands of npm that there are', async () => {
    const { scripts } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as { readonly scripts: Readonly<Record<string, string>> };
    const names = [...(await readDeployFile('runbook.md')).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !(name in scripts))).toEqual([]);
  });
});
