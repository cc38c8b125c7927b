/**
 * `npm run bench` measures size and speed of page, games and platform, each figure beside its budget and each time beside a
 * floor of the same run. `-- --quick` takes less than three minutes, `-- --only=` measures single parts. Bytes over a budget
 * end the run with code 1; times depend on the machine, so they are marked and fail nothing.
 */
import { availableParallelism, loadavg } from 'node:os';
import { readBudgets } from '../../server/tools/sizes';
import { buildIfStale } from './build';
import { measureBytes, measureDeploys } from './bytes';
import { measureFirstVisits } from './first-visit';
import { measureFullStore } from './full-store';
import { measureGameFrames } from './game-frames';
import { measureIdle } from './idle';
import { measureLobby } from './lobby';
import { readOptions } from './options';
import type { Options, Part } from './options';
import { measurePlatform, measurePollsAlone } from './platform/measure';
import { measureOverload } from './platform/overload';
import { measureRounds } from './platform/rounds';
import { measureProcess } from './process';
import { measureRepeatVisits } from './repeat-visit';
import { measureRouteChanges } from './route-changes';
import { openStage } from './stage';
import type { Stage } from './stage';
import { formatTable, summarize } from './table';
import type { Table } from './table';

/** A figure that a test shows instead. */
const MEASURED_IN_TESTS = 'cost per request from 1,000 to 1,000,000 players: tests/platform/cost-per-request.test.ts, by what the database reads';

/** Warns when the machine is busy, because then the times include other work. */
function warnOfLoad(): void {
  const [load = 0] = loadavg();
  if (load < availableParallelism() / 2) return;
  console.log(`The machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): the times below are not to be relied on.`);
}

type Budgets = Readonly<Record<string, number>>;

/** Measures one part; the parts that need a stage get one (see `PARTS`). */
async function measure(name: Part['name'], budgets: Budgets, isQuick: boolean, stage: () => Stage): Promise<readonly Table[]> {
  switch (name) {
    case 'bytes': return [await measureBytes()];
    case 'deploy': return [await measureDeploys(budgets, isQuick)];
    case 'first-visit': return measureFirstVisits(stage(), budgets, isQuick ? 1 : undefined);
    case 'repeat': return [await measureRepeatVisits(stage(), isQuick)];
    case 'routes': return [await measureRouteChanges(stage())];
    case 'lobby': return [await measureLobby(stage().browser, stage().product.url)];
    case 'frames': return [await measureGameFrames(stage().browser, stage().product.url)];
    case 'full-store': return [await measureFullStore(stage())];
    case 'idle': return [await measureIdle(stage())];
    case 'process': return [await measureProcess(stage().product)];
    case 'polls': return [await measurePollsAlone()];
    case 'rounds': return [await measureRounds()];
    case 'overload': return [await measureOverload()];
    case 'platform': return [await measurePlatform()];
  }
}

async function measureAll({ parts, isQuick }: Options, print: (table: Table) => void): Promise<void> {
  const budgets = await readBudgets();
  let stage: Stage | null = null;
  const requireStage = (): Stage => {
    if (stage === null) throw new Error('The stage is not open.');
    return stage;
  };
  try {
    for (const { name, needsStage } of parts) {
      // The platform is measured while nothing else runs.
      if (!needsStage && stage !== null) await stage.close();
      stage = needsStage ? stage ?? await openStage() : null;
      for (const table of await measure(name, budgets, isQuick, requireStage)) print(table);
    }
  } finally {
    await stage?.close();
  }
}

async function main(options: Options): Promise<number> {
  const startMs = performance.now();
  warnOfLoad();
  await buildIfStale();
  const tables: Table[] = [];
  await measureAll(options, (table) => {
    tables.push(table);
    console.log(`\n${formatTable(table).join('\n')}`);
  });
  console.log(`\nNot measured here:\n${[...options.leftOut, MEASURED_IN_TESTS].map((each) => `  ${each}`).join('\n')}`);
  const { lines, isFailed } = summarize(tables);
  console.log(`\n${lines.join('\n')}\n\nIt took ${Math.round((performance.now() - startMs) / 1000)} s.`);
  return isFailed ? 1 : 0;
}

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
