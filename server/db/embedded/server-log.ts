import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';

const MAX_LOG_BYTES = 2 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;
const TAIL_BYTES = 16_384;

/** The file with the server's messages: at most about 2 MB, and as much again in `….1`. */
export interface ServerLog {
  /** The server gets this descriptor, open for appending: it need not be able to open the file, and can write on without us. */
  readonly descriptor: number;
  /** Returns the current end of the log, in bytes, from which `readFatalSince` reads. */
  mark(): number;
  /** Returns the server's own words why it ended after `mark`; undefined when it did not say. */
  readFatalSince(mark: number): string | undefined;
  close(): void;
}

/**
 * Opens the log and limits its size until `close`. The server appends, so it continues at the start after a truncation.
 */
export function openServerLog(file: string): ServerLog {
  const descriptor = openSync(file, 'a+', 0o600);
  const truncateWhenFull = (): void => {
    if (fstatSync(descriptor).size <= MAX_LOG_BYTES) return;
    copyFileSync(file, `${file}.1`);
    ftruncateSync(descriptor);
  };
  truncateWhenFull();
  const timer = setInterval(truncateWhenFull, CHECK_INTERVAL_MS).unref();
  return {
    descriptor,
    mark: () => fstatSync(descriptor).size,
    readFatalSince: (mark) => lastFatal(readFrom(descriptor, mark)),
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

/** Returns the words of the last line `… FATAL:  words`. */
export function lastFatal(text: string): string | undefined {
  return [...text.matchAll(/\b(?:FATAL|PANIC): +(.+)$/gm)].at(-1)?.[1];
}
