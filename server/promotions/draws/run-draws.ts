/**
 * Runs the weekly draws as a job. This is the life of a draw, in the order in which the files of this folder are read:
 *
 *  1. Open (`open-draws.ts`): the week's draw is created with the hash of its seed (`draw-seed.ts`), and its first try is named.
 *  2. Name a try (`name-attempt.ts`): a try (`draw_attempt`, `attempts.ts`) says what will decide the draw, before anybody can know it: a round
 *     of a public beacon, the secrets of two admins, or the platform's seed alone.
 *  3. Enter (`enter-draw.ts`): players enter while the draw is open, each person once.
 *  4. Freeze (`freeze-draws.ts`): after the closing no entry comes or goes. Each entry that can't win gets its bar, and the hash of the list is
 *     published (`frozen-entries.ts`).
 *  5. Decide: the beacon is asked for its round (`beacon-rounds.ts`), or the two admins reveal the secrets that they committed to
 *     (`admin-secrets.ts`; `committers.ts` says which admins may; `reveal-time.ts` has the time that they get).
 *  6. Void (`void-attempts.ts`): a try whose time is over without a decision is void, and the next one is named as in step 2.
 *  7. Draw and pay (`draw-winners.ts`): seed, entries and decision give the winners (`src/core/draw.ts`), and each prize is posted.
 *
 * Players and admins see the draw through `published-draws.ts`, `own-entries.ts` and `admin-draws.ts`.
 *
 * Several processes may run the job at once, and each may be killed anywhere: every step is a transaction of its own, and another process goes
 * on with the next one.
 */
import { alertFor } from '../../alert-for';
import type { Platform } from '../../platform';
import { startSweep, workThrough } from '../../sweep';
import type { StopJob } from '../../sweep';
import { askForRounds } from './beacon-rounds';
import { drawWinners } from './draw-winners';
import { freezeDraws } from './freeze-draws';
import { openDraws } from './open-draws';
import { voidOverdueAttempts } from './void-attempts';

const SWEEP_INTERVAL_MS = 5_000;

/** Runs the draws every 5 s until the returned function is called. */
export function startDraws(platform: Platform): StopJob {
  // The first run is at once, because nobody can enter a draw that is not open yet.
  void runAndLogErrors(platform);
  return startSweep(platform, { failureEvent: 'draw.failed', intervalMs: SWEEP_INTERVAL_MS, run: () => runDraws(platform) });
}

async function runAndLogErrors(platform: Platform): Promise<void> {
  await runDraws(platform).catch((error: unknown) => platform.log('draw.failed', { error, ...alertFor(error) }));
}

const STEPS = [openDraws, freezeDraws, askForRounds, voidOverdueAttempts, drawWinners];

/** Does what is due. A step that fails with one draw does not hold up the others. */
export const runDraws = (platform: Platform): Promise<void> => workThrough(STEPS, (step) => step(platform));
