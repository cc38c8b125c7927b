/** The platform under load, with client and server on the same machine and each figure beside a floor of the same run. */
import { memoryLine } from '../process';
import { isBelow, formatMilliseconds, timeLine, formatRatio } from '../table';
import type { Line, Table } from '../table';
import { runLoad } from './load';
import type { LoadRequest, Load } from './load';
import { readMemory } from './memory';
import { measureBareLedger } from './pgbench';
import { halfLoadLine, measurePolls } from './polls';
import type { Served } from './served';
import { createMoneyRequests } from './money-requests';
import type { MoneyCall } from './money-requests';
import { CLIENTS, startChild, startServed } from './served-child';
import type { ChildProcess } from './served-child';

/** A budget as a ratio to the floor that was measured in the same run. */
const BUDGETS = { rounds: 0.5 } as const;
const SECONDS = 8;
/** The results of this time are discarded, because connections, plans and machine code are made in it. */
const WARM_UP_SECONDS = 3;

const startSecondProcess = ({ database, dataDir }: Served): Promise<ChildProcess> => startChild('second-process.ts', [JSON.stringify(database), dataDir]);

const NAMES: Readonly<Record<MoneyCall, string>> = { round: 'rounds', deposit: 'deposits' };

interface MoneyMeasurement {
  readonly way: MoneyCall;
  readonly processes: number;
  readonly load: Load;
  /** Null where it was not measured. */
  readonly half: Load | null;
}

async function measureMoneyCalls(
  addresses: readonly string[],
  asks: (way: MoneyCall) => (client: number) => LoadRequest,
): Promise<readonly MoneyMeasurement[]> {
  const measurements: MoneyMeasurement[] = [];
  const shape = { clients: CLIENTS, expected: 201 };
  for (const way of ['round', 'deposit'] as const) {
    await runLoad(addresses, { ...shape, ms: WARM_UP_SECONDS * 1000 }, asks(way));
    const load = await runLoad(addresses, { ...shape, ms: SECONDS * 1000 }, asks(way));
    const pauseMs = (CLIENTS / load.perSecond) * 1000;
    const half = addresses.length === 1 ? await runLoad(addresses, { ...shape, ms: SECONDS * 1000, pauseMs }, asks(way)) : null;
    measurements.push({ way, processes: addresses.length, load, half });
  }
  return measurements;
}

function linesOf({ way, processes, load, half }: MoneyMeasurement, bare: number | null): readonly Line[] {
  const ratio = bare === null ? Number.NaN : load.perSecond / bare;
  const floorText = bare === null ? '' : `, ${formatRatio(ratio)} the bare ledger statement's ${Math.round(bare)}/s`;
  const hasBudget = bare !== null && way === 'round' && processes === 1;
  const [budget, isOver] = hasBudget ? [`≥ ${formatRatio(BUDGETS.rounds)}`, isBelow(ratio, BUDGETS.rounds)] as const : ['', false] as const;
  return [
    timeLine(`${NAMES[way]} with ${CLIENTS} clients, ${processes === 1 ? 'one process' : `${processes} processes`}`, `${Math.round(load.perSecond)}/s${floorText}`, budget, isOver),
    timeLine(`  one ${way}`, `median ${formatMilliseconds(load.medianMs)}, p99 ${formatMilliseconds(load.p99Ms)}`),
    ...(half === null ? [] : [halfLoadLine(half)]),
  ];
}

/**
 * Measures rounds and deposits through one process, then through two on the same database; the floor comes last because it
 * bypasses the platform.
 */
async function measureMoney(served: Served): Promise<readonly Line[]> {
  const asks = createMoneyRequests(served);
  const alone = await measureMoneyCalls([served.baseUrl], asks);
  const memory = [memoryLine('memory of one process and its database, under this load', await readMemory(/platform\/served\.ts/))];
  const second = await startSecondProcess(served);
  let both: readonly MoneyMeasurement[];
  try {
    both = await measureMoneyCalls([served.baseUrl, second.line], asks);
    memory.push(memoryLine('memory of the second process alone', await readMemory(/platform\/second\.ts/), false));
  } finally {
    await second.stop();
  }
  const bare = await measureBareLedger(served, SECONDS);
  const floor = bare === null ? 'not measured: pgbench is missing (Debian: apt-get install postgresql-contrib, or postgresql-15)' : `${Math.round(bare)}/s`;
  return [
    timeLine('the bare ledger statement, by pgbench', floor),
    ...[...alone, ...both].flatMap((each) => linesOf(each, bare)),
    ...memory,
  ];
}

/** Measures polls alone. */
export async function measurePollsAlone(): Promise<Table> {
  const { served, stop } = await startServed(CLIENTS);
  try {
    return ['Polls, clients on the same machine', await measurePolls(served)];
  } finally {
    await stop();
  }
}

export async function measurePlatform(): Promise<Table> {
  const { served, stop } = await startServed();
  try {
    return ['The platform under load, clients on the same machine', await measureMoney(served)];
  } finally {
    await stop();
  }
}
