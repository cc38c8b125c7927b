/**
 * `npm run bench`: size and speed of page and platform, each figure beside its budget and, where it is a time, beside a
 * floor measured in the same run. `--quick` leaves out what takes minutes, `--lobby` measures the long list of games alone.
 * Bytes over a budget end the run with code 1; times hold on one machine only and are printed.
 */
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { DIST, MANIFEST, PARTS } from '../../server/tools/dist';
import { measureSizes, readBudgets } from '../../server/tools/sizes';
import { buildIfStale } from './build';
import { measureFirstVisits } from './first-visit';
import { measureIdle } from './idle';
import { measureLobby } from './lobby';
import { measureOneWord } from './one-word';
import { measurePlatform } from './platform/measure';
import { memoryOf } from './platform/memory';
import { measureRepeatVisits } from './repeat-visit';
import { measureRouteChanges } from './route-changes';
import { openStage } from './stage';
import type { Stage } from './stage';
import { bytesLine, milliseconds, printTable, timeLine } from './table';
import type { Line } from './table';

type Budgets = Readonly<Record<string, number>>;

/** Asked for, and not measured by this program. */
const NOT_MEASURED = [
  'cost per request from 1,000 to 1,000,000 players (the tests look at EXPLAIN instead)',
];
const NOT_QUICK = [
  'a lobby of 2,000 games: scrolling and search', 'repeat visits without a network and on lie-fi', 'route changes', 'an idle minute', 'polls, rounds, memory and start of the platform',
];

const printed: Line[] = [];

function print(title: string, lines: readonly Line[]): void {
  printTable(title, lines);
  printed.push(...lines);
}

async function bytes(budgets: Budgets): Promise<void> {
  const sizes = await measureSizes(join(DIST, 'app'), MANIFEST, PARTS);
  print(
    'Bytes over the wire (brotli; 1 KB is 1,024 bytes)',
    sizes.map(({ name, bytes: weight, budget }) => bytesLine(name, weight, budget)),
  );
  const page = await measureOneWord('src/pages/shared/profile/words.ts', 'My profile', 'Your profile');
  const frame = await measureOneWord('src/app/words.ts', 'Skip to the page', 'Jump to the page');
  print('A deploy that changed one word, for a player who has the app', [
    bytesLine(`a word of a page (${page.files.length} files)`, page.bytes, budgets['oneWordDeploy'] ?? null),
    bytesLine(`a word of the frame, which every page names (${frame.files.length} files)`, frame.bytes, null),
  ]);
}

/** The product as it runs, and how long it takes to come up on the data that it has. */
async function processOf(stage: Stage): Promise<readonly Line[]> {
  const memory = await memoryOf(/dist\/server\/main\.js/);
  await stage.product.stop();
  const startMs = performance.now();
  await stage.product.start();
  const start = milliseconds(performance.now() - startMs);
  return [
    timeLine('memory of platform and database', memory === null ? 'not measured: needs Linux' : `${Math.round(memory / 1024 / 1024)} MB`, '≤ 300 MB'),
    timeLine('start with an existing database', start, '≤ 2000 ms'),
  ];
}

/** Times that were taken beside other work are not the product's. */
function tellLoad(): void {
  const [load = 0] = loadavg();
  if (load < availableParallelism() / 2) return;
  console.log(`The machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): the times below are not to be relied on.`);
}

/** `--lobby`: nothing but the list of 2,000 games, on the build that is there. */
async function onlyLobby(): Promise<void> {
  tellLoad();
  const stage = await openStage();
  try {
    const { title, lines } = await measureLobby(stage.browser, stage.product.url);
    print(title, lines);
  } finally {
    await stage.close();
  }
}

async function main(isQuick: boolean): Promise<number> {
  tellLoad();
  await buildIfStale();
  const budgets = await readBudgets();
  await bytes(budgets);
  const stage = await openStage();
  try {
    const { tables } = await measureFirstVisits(stage, budgets);
    for (const [title, lines] of tables) print(title, lines);
    if (!isQuick) {
      print('Coming back, beside the hello app of this stack (FCP and LCP, × the hello’s)', await measureRepeatVisits(stage));
      print('From page to page, processor slowed 4 ×', await measureRouteChanges(stage));
      const lobby = await measureLobby(stage.browser, stage.product.url);
      print(lobby.title, lobby.lines);
      print('A minute signed in with nothing to do', await measureIdle(stage));
      print('The process', await processOf(stage));
    }
  } finally {
    await stage.close();
  }
  if (!isQuick) print('The platform under load, clients on the same machine', await measurePlatform());
  console.log('\nNot measured:');
  for (const each of [...(isQuick ? NOT_QUICK : []), ...NOT_MEASURED]) console.log(`  ${each}`);
  const over = printed.filter(({ isOver }) => isOver);
  console.log(over.length === 0 ? '\nEvery byte budget is kept.' : `\nOver budget: ${over.map(({ name }) => name.trim()).join('; ')}.`);
  return over.length === 0 ? 0 : 1;
}

try {
  if (process.argv.includes('--lobby')) await onlyLobby();
  else process.exitCode = await main(process.argv.includes('--quick'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
