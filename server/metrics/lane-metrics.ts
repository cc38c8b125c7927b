/** Counts calls that waited for their turn, and those that were refused because too many came (see `http/call-gate.ts`). */
import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { onMeasurement } from '../measurements';

/** Calls that begin at once do not count, and the longest wait is five seconds. */
const WAIT_BUCKETS = [0.05, 0.5];

/** Begins to count, and returns the functions that stop it. */
export function countLanes(registry: Registry): readonly (() => void)[] {
  const registers = [registry];
  const labelNames = ['lane'] as const;
  const waiting = new Gauge({ name: 'ayo_calls_waiting', help: 'Calls that wait for their turn now, by lane.', labelNames, registers });
  const waits = new Histogram({ name: 'ayo_call_wait_seconds', help: 'Time that calls waited which did not begin at once, by lane.', labelNames, buckets: WAIT_BUCKETS, registers });
  const shed = new Counter({
    name: 'ayo_calls_shed_total', help: 'Calls that were refused without being run: the lane was full, they had waited too long, or their subject had too many.',
    labelNames: ['lane', 'why'], registers,
  });
  return [
    onMeasurement('calls.waiting', ({ lane, count }) => waiting.set({ lane }, count)),
    onMeasurement('call.waited', ({ lane, seconds }) => waits.observe({ lane }, seconds)),
    onMeasurement('call.shed', ({ lane, why }) => shed.inc({ lane, why })),
  ];
}
