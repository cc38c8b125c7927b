/** Counts the runs of jobs, and shows when each last went well, and whether money's invariants held then. */
import { Counter, Gauge, Summary } from 'prom-client';
import type { Registry } from 'prom-client';
import { onMeasurement } from '../measurements';

/** Begins to count, and returns the functions that stop it. */
export function countJobs(registry: Registry): readonly (() => void)[] {
  const registers = [registry];
  const labelNames = ['job'] as const;
  const runs = new Counter({ name: 'ayo_job_runs_total', help: 'Runs of jobs by outcome.', labelNames: ['job', 'outcome'], registers });
  // Without percentiles a summary is a sum and a count.
  const durations = new Summary({ name: 'ayo_job_duration_seconds', help: 'Time that the runs of a job took.', labelNames, percentiles: [], registers });
  const lastSuccess = new Gauge({ name: 'ayo_job_last_success_timestamp_seconds', help: 'When the job last went well.', labelNames, registers });
  const intervals = new Gauge({ name: 'ayo_job_interval_seconds', help: 'The pause between two runs of the job.', labelNames, registers });
  const areInvariantsOk = new Gauge({ name: 'ayo_invariants_ok', help: '1 while money’s invariants held at the last check of this process.', registers: [] });
  const checkedAt = new Gauge({ name: 'ayo_invariants_checked_timestamp_seconds', help: 'When this process last checked them.', registers: [] });
  return [
    onMeasurement('job.ended', ({ job, isOk, seconds, intervalSeconds }) => {
      runs.inc({ job, outcome: isOk ? 'ok' : 'failed' });
      durations.observe({ job }, seconds);
      intervals.set({ job }, intervalSeconds);
      if (isOk) lastSuccess.setToCurrentTime({ job });
    }),
    onMeasurement('invariants.checked', ({ violations }) => {
      // Before the first check nothing is known, and 0 would say that they do not hold.
      for (const gauge of [areInvariantsOk, checkedAt]) registry.registerMetric(gauge);
      areInvariantsOk.set(violations === 0 ? 1 : 0);
      checkedAt.setToCurrentTime();
    }),
  ];
}
