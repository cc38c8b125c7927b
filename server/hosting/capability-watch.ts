/** Finds out again and again what the operator's platform behind this host can do. */
import type { Capability } from '../../src/core/contract/platform';
import { describesNothing, parseCapabilities } from './capabilities';
import type { CapabilityFile } from './capability-file';

/** Says whether more than half of the capabilities are gone; a part of the platform may be down for a while. */
const isSharpLoss = (before: readonly Capability[], after: readonly Capability[]): boolean => after.length < before.length / 2;

/** So many descriptions in a row must agree before a sharp loss is believed. */
const READS_BEFORE_LOSS = 4;

export interface CapabilityWatchDeps {
  readonly platformUrl: string;
  readonly fetch: typeof fetch;
  readonly file: CapabilityFile;
  /** Returns a number in [0, 1), by which hosts that start together don't ask at the same moment. */
  readonly random: () => number;
  readonly log: (event: string, details?: Readonly<Record<string, unknown>>) => void;
}

export interface KnownCapabilities {
  readonly capabilities: readonly Capability[];
  /** True while the platform has answered neither this process nor an earlier one, so that it may be able to do more. */
  readonly isProvisional: boolean;
}

export interface CapabilityWatch {
  readonly current: () => KnownCapabilities;
  /** Reads the stored capabilities and asks the platform, then again and again. Resolves after the first answer or deadline. Never rejects. */
  readonly start: () => Promise<void>;
  readonly stop: () => void;
}

const READ_DEADLINE_MS = 3_000;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 5 * 60_000;
/** The time from a successful read of the description to the next one. */
const REFRESH_INTERVAL_MS = 60 * 60_000;

/** Returns the pause in ms before the next read after so many failures in a row; `random` in [0, 1). */
export function pauseAfterMs(failures: number, random: () => number): number {
  const fullPauseMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10));
  return fullPauseMs * (0.75 + 0.5 * random());
}

/**
 * Asks an operator's platform for its OpenAPI document until it answers with one, then every hour. Until then the
 * capabilities of the last document hold. A document that lacks most of them counts only when several in a row do. A platform that
 * answers without a document, and never had one, has no capabilities.
 */
export function createCapabilityWatch({ platformUrl, fetch: get, file, random, log }: CapabilityWatchDeps): CapabilityWatch {
  let knownCapabilities: readonly Capability[] | null = null;
  let hasAnswered = false;
  let failures = 0;
  /** Counts the descriptions in a row that showed a sharp loss. */
  let sharpLosses = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  async function readDescription(): Promise<void> {
    try {
      const response = await get(`${platformUrl}/openapi.json`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(READ_DEADLINE_MS),
      });
      // The document can't be read now, which says nothing about what the platform can do.
      if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
      const document: unknown = response.ok ? await response.json().catch(() => null) : null;
      if (describesNothing(document)) throw new Error('a description of no calls');
      hasAnswered = true;
      const describedCapabilities = parseCapabilities(document);
      if (describedCapabilities === null) throw new Error(`no description, status ${response.status}`);
      sharpLosses = isSharpLoss(knownCapabilities ?? [], describedCapabilities) ? sharpLosses + 1 : 0;
      if (sharpLosses > 0 && sharpLosses < READS_BEFORE_LOSS) throw new Error('a description that lacks more than half');
      failures = 0;
      if (JSON.stringify(describedCapabilities) === JSON.stringify(knownCapabilities)) return;
      knownCapabilities = describedCapabilities;
      log('operator.capabilities', { known: knownCapabilities });
      await file.write(describedCapabilities).catch((error: unknown) => log('operator.not-kept', { error }));
    } catch (error) {
      failures += 1;
      log('operator.unreachable', { error, failures, known: knownCapabilities ?? [] });
    }
  }

  async function readAndScheduleNext(): Promise<void> {
    await readDescription();
    if (isStopped) return;
    timer = setTimeout(() => void readAndScheduleNext(), failures === 0 ? REFRESH_INTERVAL_MS : pauseAfterMs(failures, random));
    // The timer must not keep the process alive.
    timer.unref();
  }

  return {
    start: async () => {
      knownCapabilities = await file.read();
      await readAndScheduleNext();
    },
    current: () => ({ capabilities: knownCapabilities ?? [], isProvisional: knownCapabilities === null && !hasAnswered }),
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
