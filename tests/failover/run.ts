/**
 * `npm run test:failover` builds three PostgreSQL under Patroni, with etcd and HAProxy, from the files of `server/deploy`, starts two processes
 * of the platform on them, and takes the primary away from 20 players in each of the ways of `options.ts`. It ends with 1 where something that was
 * acknowledged was lost or happened twice, where a player never learned what became of something, or where an invariant of money does not hold.
 * `AYO_SEED` repeats the lengths of the pauses.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from '../../server/db/database';
import { randomFrom, seedOf } from '../support/seeds';
import type { Random } from '../support/seeds';
import { startCluster } from './cluster';
import type { Cluster } from './cluster';
import { compareWithWitness, longestSilence, readEffects } from './compare';
import { findBroken, findDifferences, settle } from './end';
import { breakPrimary } from './faults';
import { requirePrograms } from './needs';
import { readOptions } from './options';
import type { Kind, Options } from './options';
import { makePlayers, startPlatforms, startPlayers } from './platform';
import type { Playing } from './platform';
import { printResult } from './result';
import type { Failover } from './result';
import { createStops } from './stop';
import { until } from './wait';
import { readWitnessFile } from './witness-file';

const PLAYERS = 20;
/** So many acknowledgements say that money goes again. */
const GOES_AGAIN = 15;

async function failOver(kind: Kind, cluster: Cluster, playing: Playing, random: Random): Promise<Failover> {
  const goesAgain = async (when: string): Promise<void> => {
    const goal = playing.acknowledged() + GOES_AGAIN;
    await until(`money goes ${when} (${kind})`, () => playing.acknowledged() >= goal);
  };
  const primary = await cluster.whole();
  await goesAgain('before the fault');
  const from = Date.now();
  const fault = await breakPrimary(kind, cluster, primary, random);
  try {
    if (fault.isFinal) {
      const others = cluster.nodes.filter((node) => node !== primary);
      await until(`another node is the primary (${kind})`, async () =>
        (await cluster.members(others)).some(({ name, role, state }) => role === 'leader' && state === 'running' && name !== primary.name));
      await goesAgain('on the new primary');
    }
  } finally {
    await fault.mend();
  }
  await goesAgain('after the fault is over');
  const leader = await cluster.whole();
  await goesAgain('while all nodes follow');
  return { kind, from, to: Date.now(), isMoved: leader !== primary };
}

async function run({ kinds, times }: Options, folder: string, random: Random, stops: ReturnType<typeof createStops>): Promise<number> {
  const { onStop } = stops;
  const cluster = await startCluster(folder, requirePrograms(), onStop);
  const platforms = await startPlatforms(folder, cluster.databaseUrl, cluster.platformPorts, onStop);
  const pool = createPool({ connectionString: cluster.databaseUrl, max: 4 }, () => undefined);
  onStop(() => pool.end());
  const playing = startPlayers(cluster.siteUrl, await makePlayers(pool, PLAYERS), folder, onStop);
  const failovers: Failover[] = [];
  const broken: string[] = [];
  const plan = Array.from({ length: times }, (_, n) => kinds.map((kind) => ({ kind, n: n + 1 }))).flat();
  for (const { kind, n } of plan) {
    try {
      const failover = await failOver(kind, cluster, playing, random);
      failovers.push(failover);
      console.log(`${kind} ${n} of ${times}: ${failover.isMoved ? 'another node is the primary' : 'the primary is the same'}; ${playing.acknowledged()} acknowledged so far`);
    } catch (error) {
      // What was acknowledged until then is compared all the same.
      broken.push(error instanceof Error ? error.message : String(error));
      break;
    }
  }
  await playing.end();
  await settle(pool);
  const lines = readWitnessFile(playing.file);
  const measured = failovers.map((each) => ({ ...each, silenceMs: longestSilence(lines, each.from, each.to) }));
  broken.push(...platforms.findEnded(), ...(await findBroken(pool)), ...(await findDifferences(cluster, pool)));
  return printResult(measured, lines, compareWithWitness(await readEffects(pool), lines), broken);
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  requirePrograms();
  const random = randomFrom(seedOf('test:failover'));
  const stops = createStops();
  const folder = await mkdtemp(path.join(tmpdir(), 'ayo-failover-'));
  // PostgreSQL and Patroni, which run as another user, have their folders in it.
  await chmod(folder, 0o755);
  if (options.isKept) console.log(`Logs are in ${folder}.`);
  else stops.onStop(() => rm(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stops.stop().then(() => process.exit(1)));
  try {
    return await run(options, folder, random, stops);
  } finally {
    await stops.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
