import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const MAX_LOG_BYTES = 2 * 1024 * 1024;
const LOOK_INTERVAL_MS = 60_000;
const TAIL_BYTES = 16_384;

/** The file the server writes its messages to: at most about 2 MB, and as much again in `….1`. */
export interface ServerLog {
  /** Open for appending; given to the server, which needs no way to the file itself and goes on writing without us. */
  readonly descriptor: number;
  /** Marks where we are; `fatalSince` looks at what came after it. */
  mark(): number;
  /** Why the server gave up after `mark`, in its own words; undefined when it did not say. */
  fatalSince(mark: number): string | undefined;
  close(): void;
}

/**
 * Opens the log and keeps it bounded until `close`. The server appends, so it goes on at the start after a truncation.
 */
export function openServerLog(file: string): ServerLog {
  const descriptor = openSync(file, 'a+', 0o600);
  const bound = (): void => {
    if (fstatSync(descriptor).size <= MAX_LOG_BYTES) return;
    copyFileSync(file, `${file}.1`);
    ftruncateSync(descriptor);
  };
  bound();
  const timer = setInterval(bound, LOOK_INTERVAL_MS).unref();
  return {
    descriptor,
    mark: () => fstatSync(descriptor).size,
    fatalSince: (mark) => lastFatal(readFrom(descriptor, mark)),
    close: () => {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

function readFrom(descriptor: number, mark: number): string {
  const { size } = fstatSync(descriptor);
  const from = Math.max(mark > size ? 0 : mark, size - TAIL_BYTES);
  const bytes = Buffer.alloc(size - from);
  return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, bytes.length, from));
}

/** The words of the last line `… FATAL:  words`. */
export function lastFatal(text: string): string | undefined {
  return [...text.matchAll(/\b(?:FATAL|PANIC): +(.+)$/gm)].at(-1)?.[1];
}
