/** Starts the platform's own jobs. Any number of processes may run them at once. */
import { deleteOldTickets, deleteOldAttempts, deleteOldDevices } from './accounts';
import { startAuditVerification } from './audit';
import { deleteUnnamedArt } from './catalogue';
import { startBonusSweep } from './bonuses';
import { startMoneyWatch } from './money-watch';
import { startReconciliation, startDepositSweep, startPayoutSweep } from './cashier';
import { startDeskMails } from './desk-work';
import { startMailSender } from './gateways';
import { startFrameSweep } from './frames';
import { startRoundSettlement } from './games';
import { startLeaderboard } from './leaderboard';
import { startLookalikes } from './lookalikes';
import type { Platform } from './platform';
import { startDraws } from './promotions';
import { startRiskWatch } from './risk';
import { startReportDays } from './reports';
import { deleteOldPictures } from './support';
import { startFieldSealing } from './seal-fields';
import { startSweep } from './sweep';
import type { StopJob } from './sweep';

const CLEANUP_INTERVAL_MS = 60 * 60_000;
/** An alert must not wait until somebody asks for the platform's health. */
const DATABASE_WATCH_INTERVAL_MS = 2_000;

const JOBS: readonly ((platform: Platform) => StopJob)[] = [
  startDepositSweep, startPayoutSweep, startMoneyWatch, startReconciliation, startCleanup, startMailSender, startBonusSweep, startDraws,
  startLeaderboard, startRoundSettlement, startFrameSweep, startDatabaseWatch, startLookalikes, startFieldSealing, startRiskWatch, startReportDays,
  startAuditVerification, startDeskMails,
];

/** A run under way may take so long to end at a stop. One that is cut off is done again by the next process. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts all jobs. The returned function stops them, and resolves when their runs under way have ended, or after a time limit. None of
 * them keeps the process alive.
 */
export function startJobs(platform: Platform): () => Promise<void> {
  const stops = JOBS.map((start) => start(platform));
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STOP_TIMEOUT_MS);
    });
    await Promise.race([Promise.all(stops.map(async (stop) => stop())), timeout]);
    clearTimeout(timer);
  };
}

function startCleanup(platform: Platform): StopJob {
  const { pool, now } = platform;
  const stops = [
    startSweep(platform, { failureEvent: 'attempts.forget-failed', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteOldAttempts(pool, now()) }),
    startSweep(platform, { failureEvent: 'devices.forget-failed', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteOldDevices(pool, now()) }),
    startSweep(platform, { failureEvent: 'pictures.forget-failed', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteOldPictures(pool, now()) }),
    startSweep(platform, { failureEvent: 'art.forget-failed', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteUnnamedArt(pool, now()) }),
    startSweep(platform, { failureEvent: 'archive.forget-failed', intervalMs: CLEANUP_INTERVAL_MS, run: () => deleteOldTickets(platform) }),
  ];
  return async () => void (await Promise.all(stops.map((stop) => stop())));
}

function startDatabaseWatch(platform: Platform): StopJob {
  // Without the pool: it also runs while commits wait, and finds out when they don't.
  return startSweep({ log: platform.log }, {
    failureEvent: 'database.watch-failed', intervalMs: DATABASE_WATCH_INTERVAL_MS, run: () => Promise.all([platform.databaseWatch.check(), platform.diskReserve.isShort()]),
  });
}
