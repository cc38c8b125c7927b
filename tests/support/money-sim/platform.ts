/** Two platform processes on one database, which die and start again while clients and the gateway call them. */
import type { Pool } from 'pg';
import { sweepBonuses } from '../../../server/bonuses/sweep-bonuses';
import { settleAbandoned } from '../../../server/games/settle-abandoned';
import { handlerFor } from '../../../server/cashier/notifications/handlers';
import { sweepDeposits } from '../../../server/cashier/deposits/sweep-deposits';
import { sweepPayouts } from '../../../server/cashier/withdrawals/payouts/sweep-payouts';
import { CommitUnknownError, isUnavailable } from '../../../server/db/errors';
import { ProblemError } from '../../../server/http/problem';
import { RawAnswer } from '../../../server/http/router';
import type { Gateways, NotificationHeaders } from '../../../server/gateways/payment/port';
import type { Platform } from '../../../server/platform';
import type { Random } from '../seeds';
import type { ServerResult } from './network';
import { ProcessCrashed, createProcess } from './process';
import type { DeathPlan, Process } from './process';
import type { Schedule } from './schedule';

const PROCESSES = 2;
const CRASH_RATE = 0.03;
/** At least the number of beats of the longest task, because otherwise its late statements would never fail. */
const CRASH_WITHIN_BEATS = 40;

/** The result of one request: the platform's own answer, or a problem. */
export type Reply = RawAnswer | ProblemError;
export type Job = (platform: Platform) => Promise<unknown>;

export interface SimulatedPlatform {
  /** Sends a request to one of the processes. */
  serve(what: string, work: (platform: Platform) => Promise<RawAnswer | null>): Promise<ServerResult<Reply>>;
  /** Delivers a genuine notification; returns false when the gateway must send it again. */
  deliverNotification(body: string): Promise<boolean>;
  /** Runs each job once, in one of the processes. */
  runJobs(): Promise<void>;
  /** Stops the crashes. */
  heal(): void;
  /** Counts the failures of processes and connections. */
  readonly deaths: { process: number; connection: number };
}

export interface PlatformDeps {
  readonly pool: Pool;
  readonly schedule: Schedule;
  readonly random: Random;
  readonly base: Platform;
  readonly gatewaysFor: (beat: () => void) => Gateways;
  readonly jobs: readonly Job[];
  /** The headers of a genuine notification. */
  readonly signed: NotificationHeaders;
}

const NOT_FOUND = new ProblemError('not-found', 'This key was never used.');

export const MONEY_JOBS: readonly Job[] = [sweepDeposits, sweepPayouts, sweepBonuses, settleAbandoned];

export function createSimulatedPlatform({ pool, schedule, random, base, gatewaysFor, jobs, signed }: PlatformDeps): SimulatedPlatform {
  const deaths = { process: 0, connection: 0 };
  let hasCrashes = true;
  const start = (): Process =>
    createProcess(pool, schedule, (of) => {
      deaths[of] += 1;
      schedule.note(`death of a ${of}`);
    });
  const processes = Array.from({ length: PROCESSES }, start);

  function draw(): { readonly platform: Platform } {
    const at = random.below(PROCESSES);
    if (processes[at]?.isAlive() !== true) processes[at] = start();
    const process = processes[at] ?? start();
    const isDeath = hasCrashes && random.chance(CRASH_RATE);
    const death: DeathPlan | null = isDeath
      ? { beatsLeft: random.below(CRASH_WITHIN_BEATS), of: random.chance(0.5) ? 'process' : 'connection' }
      : null;
    return { platform: { ...base, pool: process.pool(death), gateways: gatewaysFor(() => process.beat(death)) } };
  }

  /** Returns null when the process died during the work. Throws an error that no request may end with. */
  async function attempt<T>(work: (platform: Platform) => Promise<T>): Promise<T | ProblemError | null> {
    try {
      return await work(draw().platform);
    } catch (error) {
      if (error instanceof ProcessCrashed) return null;
      if (error instanceof ProblemError) return error;
      // The HTTP layer and the job loops map these errors in the same way.
      if (isUnavailable(error) || error instanceof CommitUnknownError) return new ProblemError('money-unavailable', 'Not now.');
      throw error;
    }
  }

  return {
    deaths,
    serve: async (what, work) => {
      const answer = await attempt(async (platform) => (await work(platform)) ?? NOT_FOUND);
      if (answer === null) return { is: 'dead' };
      schedule.note(`${what}: ${answer.status}${answer instanceof ProblemError ? ` ${answer.code}` : ''}`);
      return { is: 'answer', answer };
    },
    deliverNotification: async (body) => {
      const isTaken = await attempt(async (platform) => {
        const gateway = platform.gateways.forPayouts;
        const notification = await gateway.parseNotification(Buffer.from(body), signed, schedule.now());
        if (notification === null) throw new Error('every notification of the simulation is genuine');
        await handlerFor(notification.reference)?.(platform, { gateway: gateway.name, ...notification });
        return true;
      });
      return isTaken === true;
    },
    runJobs: async () => {
      for (const job of jobs) await attempt(job);
    },
    heal: () => {
      hasCrashes = false;
    },
  };
}
