/**
 * What the platform measures of itself. Whoever does something announces it here, and `server/metrics` counts it: so no domain knows who
 * listens, and nothing is spent while nobody does. A measurement never names a person.
 */
import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';

export interface Measurements {
  /** A call was answered. `route` is its pattern; null where there is no route. */
  readonly 'http.answered': { readonly route: string | null; readonly method: string; readonly status: number; readonly seconds: number };
  /** Calls wait for their turn in a lane (see `http/call-gate.ts`). */
  readonly 'calls.waiting': { readonly lane: string; readonly count: number };
  /** A call has waited for its turn and begins. */
  readonly 'call.waited': { readonly lane: string; readonly seconds: number };
  /** A call was refused without being run: the lane was full, the call had waited too long, or its subject had too many. */
  readonly 'call.shed': { readonly lane: string; readonly why: 'full' | 'waited' | 'subject' };
  /** Somebody got a connection of a pool, or an error in its place. */
  readonly 'pool.acquired': { readonly seconds: number };
  /** PostgreSQL broke a transaction off, or its connection was lost, and it is tried again; `code` is the SQLSTATE or a system's code. */
  readonly 'transaction.retried': { readonly code: string };
  /** The answer to a COMMIT was lost. */
  readonly 'commit.unknown': { readonly count: 1 };
  /** A run of a job has ended. */
  readonly 'job.ended': { readonly job: string; readonly isOk: boolean; readonly seconds: number; readonly intervalSeconds: number };
  readonly 'invariants.checked': { readonly violations: number };
  /** `outcome` is the state in which the deposit ended. */
  readonly 'deposit.ended': { readonly gateway: string; readonly outcome: string; readonly seconds: number };
  readonly 'payout.ended': { readonly gateway: string; readonly outcome: string; readonly seconds: number };
  /** `game` is one of our own games, or the provider of a framed one. Kobo. */
  readonly 'game.moved': { readonly game: string; readonly rounds: number; readonly stake: number; readonly win: number };
  /** `outcome` is `ok`, or the code of the refusal. */
  readonly 'sign-in.ended': { readonly outcome: string };
  /** A gateway did not answer in time, or not in its own words. */
  readonly 'gateway.silent': { readonly gateway: string; readonly purpose: 'deposit' | 'payout' };
  readonly 'webhook.ended': { readonly gateway: string; readonly outcome: 'accepted' | 'refused' | 'not-ours' | 'failed' };
}

export type MeasurementName = keyof Measurements;

const toChannelName = (name: MeasurementName): string => `ayo:${name}`;

/** Announces a measurement to whoever listens. */
export function measure<Name extends MeasurementName>(name: Name, measurement: Measurements[Name]): void {
  channel(toChannelName(name)).publish(measurement);
}

/** Calls `listener` for each measurement of the process, until the returned function is called. */
export function onMeasurement<Name extends MeasurementName>(name: Name, listener: (measurement: Measurements[Name]) => void): () => void {
  const receive = (message: unknown): void => {
    try {
      // `measure` alone publishes to this channel, so the message has its type.
      listener(message as Measurements[Name]);
    } catch {
      // An error here would end the process, and a figure that is missing is no reason for that.
    }
  };
  subscribe(toChannelName(name), receive);
  return () => {
    unsubscribe(toChannelName(name), receive);
  };
}
