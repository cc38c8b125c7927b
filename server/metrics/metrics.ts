/** Collects what the process measures, and prints it as Prometheus reads it. */
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import { countCalls } from './call-metrics';
import { showDatabaseFacts } from './database-facts';
import type { DatabaseFactsDeps } from './database-facts';
import { countDatabaseUse } from './database-metrics';
import type { MeasuredPools } from './database-metrics';
import { countJobs } from './job-metrics';
import { countLanes } from './lane-metrics';
import { countMoney } from './money-metrics';

/** Every name begins with this. */
const PREFIX = 'ayo_';

export interface Metrics {
  /** The content type of `print`. */
  readonly contentType: string;
  /** Returns the text for Prometheus. It answers also while the database is away. */
  print(): Promise<string>;
  /** Stops counting. */
  stop(): void;
}

export interface MetricsDeps {
  readonly version: string;
  /** Missing where this process has no database. */
  readonly database?: { readonly pools: MeasuredPools; readonly facts: DatabaseFactsDeps };
}

/** Counts what only a process with a database does. */
const countPlatform = (registry: Registry, pools: MeasuredPools): readonly (() => void)[] =>
  [...countDatabaseUse(registry, pools), ...countLanes(registry), ...countJobs(registry), ...countMoney(registry)];

export function createMetrics({ version, database }: MetricsDeps): Metrics {
  const registry = new Registry();
  // Event loop, memory, garbage collection and file descriptors of the process.
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  new Gauge({ name: 'ayo_build_info', help: 'The running build; always 1.', labelNames: ['version', 'node'], registers: [registry] })
    .set({ version, node: process.version }, 1);
  // Prometheus compares it with its own clock.
  new Gauge({
    name: 'ayo_clock_timestamp_seconds', help: 'The clock of this machine.', registers: [registry],
    collect() {
      this.setToCurrentTime();
    },
  });
  const refreshFacts = database === undefined ? null : showDatabaseFacts(registry, database.facts);
  const stops = [
    ...countCalls(registry),
    ...(database === undefined ? [] : countPlatform(registry, database.pools)),
  ];
  return {
    contentType: registry.contentType,
    print: async () => {
      await refreshFacts?.();
      return registry.metrics();
    },
    stop: () => {
      for (const stop of stops) stop();
      registry.clear();
    },
  };
}
