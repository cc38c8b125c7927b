/** Ayo as a process: starts, says where it is, ends when it is told to. */
import { start, StartError } from './start';
import type { Running } from './start';

export interface RunPlaces {
  readonly appDir: string;
  readonly migrations: string;
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/**
 * Runs until a signal. What is printed for people goes to standard output; log lines go to standard error, so that the
 * one-time sign-in never ends up among them.
 */
export async function run(places: RunPlaces): Promise<void> {
  const stop = stopOnSignal();
  try {
    const running = await start({ ...places, env: process.env, logStream: process.stderr });
    announce(running);
    stop.whenTold(() => running.stop());
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    stop.forget();
  }
}

function announce({ site, behind, firstAdmin, mailbox }: Running): void {
  const lines = [`Ayo is at ${site} (${behind}).`];
  if (firstAdmin !== null) {
    lines.push(`One-time admin sign-in: ${firstAdmin.username} / ${firstAdmin.password} (at ${site}/sign-in?next=/admin)`);
  }
  if (mailbox !== null) lines.push(`Mails are shown on this machine at ${mailbox}`);
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The first signal ends gracefully, also when it comes during the start; the second one at once. */
function stopOnSignal(): { whenTold(stop: () => Promise<void>): void; forget(): void } {
  let isTold = false;
  let stop: (() => Promise<void>) | null = null;
  const end = (): void => {
    stop?.().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  const onSignal = (): void => {
    if (isTold) process.exit(1);
    isTold = true;
    end();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    whenTold: (work) => {
      stop = work;
      if (isTold) end();
    },
    forget: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
