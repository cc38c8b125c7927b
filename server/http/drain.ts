/**
 * Follows the end of a process. First `/readyz` answers 503 and everything else goes on, so that a proxy sends no more calls here;
 * then calls that still come are refused, while those under way end.
 */
import { ProblemError } from './problem';

export type DrainStage = 'serving' | 'draining' | 'closing';

export interface Drain {
  readonly stage: DrainStage;
  /** Begins to turn callers away by `/readyz` alone. */
  begin(): void;
  /** Begins to refuse calls. */
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly drain: Drain;
  }
  interface FastifyContextConfig {
    /** True for a route that answers also while the process closes. */
    isProbe?: boolean;
  }
}

const RETRY_SECONDS = { least: 1, most: 4 } as const;

export function createDrain(): Drain {
  let stage: DrainStage = 'serving';
  return {
    get stage() {
      return stage;
    },
    begin: () => {
      if (stage === 'serving') stage = 'draining';
    },
    close: () => {
      stage = 'closing';
    },
  };
}

/** Makes the refusal of a call that came while the process closes; it was not run. `random` returns a number in [0, 1). */
export function closingProblem(random: () => number = Math.random): ProblemError {
  const retryAfterSeconds = RETRY_SECONDS.least + Math.floor(random() * (RETRY_SECONDS.most - RETRY_SECONDS.least + 1));
  return new ProblemError('unavailable', 'This does not work right now. Try again in a moment.', { retryAfterSeconds });
}
