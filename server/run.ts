/** Runs Ayo as a process: starts it, prints its address, and ends it on a signal. */
import { start, StartError } from './start';
import type { RunningAyo } from './start';

export interface RunPaths {
  readonly appDir: string;
  readonly migrations: string;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs until a signal. Lines for people go to standard output and log lines to standard error, so that the one-time sign-in never
 * ends up in a log.
 */
export async function run(paths: RunPaths): Promise<void> {
  const signals = stopOnSignal();
  try {
    const running = await start({ ...paths, env: process.env, logStream: process.stderr });
    announce(running);
    signals.onStop(() => running.stop());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    signals.removeListeners();
  }
}

function announce({ site, platformDescription, firstAdmin, mailbox }: RunningAyo): void {
  const lines = [`Ayo is at ${site} (${platformDescription}).`];
  if (firstAdmin !== null) {
    lines.push(`One-time admin sign-in: ${firstAdmin.username} / ${firstAdmin.password} (at ${site}/sign-in?next=/admin)`);
  }
  if (mailbox !== null) lines.push(`Mails are shown on this machine at ${mailbox}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The first signal ends the process gracefully, also when it comes during the start; the second one ends it at once. */
function stopOnSignal(): { onStop(stop: () => Promise<void>): void; removeListeners(): void } {
  let hasSignal = false;
  let stop: (() => Promise<void>) | null = null;
  const endProcess = (): void => {
    stop?.().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  const handleSignal = (): void => {
    if (hasSignal) process.exit(1);
    hasSignal = true;
    endProcess();
  };
  for (const signal of SIGNALS) process.on(signal, handleSignal);
  return {
    onStop: (work) => {
      stop = work;
      if (hasSignal) endProcess();
    },
    removeListeners: () => {
      for (const signal of SIGNALS) process.off(signal, handleSignal);
    },
  };
}
