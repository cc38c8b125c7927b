import { MINUTE_MS } from '../../src/core/time';
import type { Platform } from '../platform';
import { startSweep } from '../sweep';
import type { StopJob } from '../sweep';
import { closeDays } from './close-days';

/** Closes days as they end. What fails is tried again a minute later, and the reports say up to which day they go. */
export function startReportDays(platform: Platform): StopJob {
  return startSweep(platform, {
    failureEvent: 'reports.close-failed', intervalMs: MINUTE_MS,
    run: async () => {
      const days = await closeDays(platform);
      if (days.length > 0) platform.log('reports.closed', { from: days[0], to: days.at(-1) });
    },
  });
}
