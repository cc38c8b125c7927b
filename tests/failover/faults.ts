/** The ways in which the primary goes away, each with what brings it back. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../support/seeds';
import type { Cluster } from './cluster';
import type { ClusterNode } from './node';
import type { Kind } from './options';
import { freeze, signalAll } from './processes';

export interface Fault {
  /** Whether another node is expected to take over; false where this one may still be the primary in the end. */
  readonly isFinal: boolean;
  /** Brings back what was taken away. */
  mend(): Promise<void>;
}

/** A pause of this length ends about when the others take over: before, at the same moment, or after. */
const SHORT_PAUSE_MS = { from: 10_000, to: 26_000 } as const;

/** Takes the primary away. */
export async function breakPrimary(kind: Kind, cluster: Cluster, primary: ClusterNode, random: Random): Promise<Fault> {
  switch (kind) {
    case 'kill': {
      signalAll(await freeze(await primary.roots()), 'SIGKILL');
      return { isFinal: true, mend: async () => primary.start() };
    }
    case 'crash': {
      signalAll(await freeze(await primary.postmaster()), 'SIGKILL');
      return { isFinal: false, mend: async () => undefined };
    }
    case 'pause':
      return pausePrimary(primary, random);
    case 'cut':
      return cutWays(Object.values(primary.ways));
    case 'part':
      return cutWays([primary.ways.etcd, primary.ways.postgres, primary.ways.rest]);
    case 'switch': {
      const standby = (await cluster.members()).find(({ role }) => role === 'sync_standby');
      const to = cluster.nodes.find(({ name }) => name === standby?.name);
      if (to === undefined) throw new Error('There is no synchronous standby to switch to.');
      await cluster.switchOver(primary, to);
      return { isFinal: true, mend: async () => undefined };
    }
  }
}

/** Stops all processes of the primary. Half of the pauses end when another node has taken over, the others about when that happens. */
async function pausePrimary(primary: ClusterNode, random: Random): Promise<Fault> {
  const stopped = await freeze(await primary.roots());
  const isFinal = random.chance(0.5);
  if (!isFinal) await pause(SHORT_PAUSE_MS.from + random.below(SHORT_PAUSE_MS.to - SHORT_PAUSE_MS.from));
  return { isFinal, mend: async () => signalAll(stopped.toReversed(), 'SIGCONT') };
}

function cutWays(ways: readonly { cut(): void; mend(): void }[]): Fault {
  for (const way of ways) way.cut();
  return { isFinal: true, mend: async () => ways.forEach((way) => way.mend()) };
}
