/**
 * Runs the weekly draw as a job, from its opening to its prizes. Several processes may run it at once, and each may be killed anywhere: every
 * step is a transaction of its own that another process begins where this one ended.
 */
import { alertFor } from '../alert-for';
import type { Platform } from '../platform';
import { startSweep, workThrough } from '../sweep';
import { askForRounds } from './draw-beacon';
import { freezeDraws } from './draw-freeze';
import { openDraws } from './draw-open';
import { drawDecided } from './draw-prizes';
import { voidOverdueAttempts } from './draw-void';

const SWEEP_INTERVAL_MS = 5_000;

/** Runs the draws every 5 s until the returned function is called. */
export function startDraws(platform: Platform): () => void {
  // The first run is at once, because nobody can enter a draw that is not open yet.
  void runAndLogErrors(platform);
  return startSweep(platform, { failureEvent: 'draw.failed', intervalMs: SWEEP_INTERVAL_MS, run: () => runDraws(platform) });
}

async function runAndLogErrors(platform: Platform): Promise<void> {
  await runDraws(platform).catch((error: unknown) => platform.log('draw.failed', { error, ...alertFor(error) }));
}

/** Opens a draw, freezes the entries of one that closed, gets what decides it, ends tries that failed, draws and pays. */
const STEPS = [openDraws, freezeDraws, askForRounds, voidOverdueAttempts, drawDecided];

/** Does what is due. A step that fails with one draw does not hold up the others. */
export const runDraws = (platform: Platform): Promise<void> => workThrough(STEPS, (step) => step(platform));
