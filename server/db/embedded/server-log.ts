import { closeSync, copyFileSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';

const MAX_LOG_BYTES = 2 * 1024 * 1024;
const CHECK_INTERVAL_MS = 60_000;
const TAIL_BYTES = 65_536;

/** The file with the server's messages: at most about 2 MB, and as much again in `….1`. */
export interface ServerLog {
  /** The server gets this descriptor, open for appending: it need not be able to open the file, and can write on without us. */
  readonly descriptor: number;
  /** Returns the current end of the log, in bytes, from which `readFatalSince` reads. */
  mark(): number;
  /** Returns the server's own words why it ended after `mark`; undefined when it did not say. */
  readFatalSince(mark: number): string | undefined;
  /** Says whether the server complained of a full disk since it last took connections. */
  hasRunOutOfSpace(): boolean;
  close(): void;
}

/**
 * Opens the log and limits its size until `close`. The server appends, so it continues at the start after a truncation.
 */
export function openServerLog(file: string): ServerLog {
  const descriptor = openSync(file, 'a+', 0o600);
  const truncateWhenFull = (): void => {
    if (fstatSync(descriptor).size <= MAX_LOG_BYTES) return;
    const copy = `${file}.1`;
    try {
      copyFileSync(file, copy);
    } catch {
      // On a full disk there is no room for a copy. Old messages are worth less than the space that they take.
      rmSync(copy, { force: true, recursive: true });
    }
    ftruncateSync(descriptor);
  };
  truncateWhenFull();
  const timer = setInterval(truncateWhenFull, CHECK_INTERVAL_MS).unref();
  return {
    descriptor,
    mark: () => fstatSync(descriptor).size,
    readFatalSince: (mark) => lastFatal(readFrom(descriptor, mark)),
    hasRunOutOfSpace: () => complainsOfFullDisk(readFrom(descriptor, 0)),
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

/** Says whether the words since the last start of the server complain of a full disk. */
export function complainsOfFullDisk(text: string): boolean {
  const startIndex = text.lastIndexOf('database system is ready to accept connections');
  return text.includes('No space left on device', Math.max(0, startIndex));
}
