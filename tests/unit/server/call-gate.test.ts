import { describe, expect, it } from 'vitest';
import { POOL_SIZE } from '../../../server/db/database';
import { LANES, createCallGate } from '../../../server/http/call-gate';
import type { CallGate, Lane } from '../../../server/http/call-gate';
import { ProblemError } from '../../../server/http/problem';

/** A call that is in work until the test ends it. */
interface HeldCall {
  readonly end: () => void;
  readonly outcome: Promise<string>;
  readonly hasBegun: () => boolean;
}

function hold(gate: CallGate, lane: Lane, subject: string): HeldCall {
  let end = (): void => undefined;
  const work = new Promise<void>((resolve) => {
    end = resolve;
  });
  let hasBegun = false;
  const outcome = gate
    .run(lane, subject, () => {
      hasBegun = true;
      return work;
    })
    .then(() => 'ended', (error: unknown) => (error instanceof ProblemError ? error.code : 'failed'));
  return { end, outcome, hasBegun: () => hasBegun };
}
/** Lets promises that are resolved already go on. */
const settle = async (): Promise<void> => {
  for (let n = 0; n < 10; n += 1) await Promise.resolve();
};
const many = (count: number, make: () => HeldCall): HeldCall[] => Array.from({ length: count }, make);
const begunOf = (calls: readonly HeldCall[]): number => calls.filter((call) => call.hasBegun()).length;
const open = (): CallGate => createCallGate({ longestWaitMs: 60_000, random: () => 0 });
async function endAll(calls: readonly HeldCall[]): Promise<void> {
  for (const call of calls) call.end();
  await Promise.all(calls.map(({ outcome }) => outcome));
}

describe('the gate for calls', () => {
  it('runs a few calls of one subject at a time, lets some more wait for their turn, and refuses the rest', async () => {
    const gate = open();
    const { ofSubject, waitingOfSubject } = LANES.player;
    const calls = many(ofSubject + waitingOfSubject + 1, () => hold(gate, 'player', 'one'));
    await settle();
    expect(begunOf(calls)).toBe(ofSubject);
    expect(await calls.at(-1)?.outcome).toBe('too-many-requests');
    calls[0]?.end();
    await calls[0]?.outcome;
    await settle();
    expect(begunOf(calls)).toBe(ofSubject + 1);
    await endAll(calls);
    expect(begunOf(calls)).toBe(ofSubject + waitingOfSubject);
  });

  it('keeps places for others, whatever one subject sends', async () => {
    const gate = open();
    const flood = many(LANES.player.ofSubject + LANES.player.waitingOfSubject, () => hold(gate, 'player', 'flooder'));
    const other = hold(gate, 'player', 'other');
    await settle();
    expect(other.hasBegun()).toBe(true);
    await endAll([...flood, other]);
  });

  it('lets subjects take turns: whoever comes last waits for one call of each, not for all of them', async () => {
    const gate = open();
    const { places } = LANES['sign-in'];
    const floods = ['a', 'b', 'c', 'd'].map((name) => many(10, () => hold(gate, 'sign-in', name))).flat();
    const other = hold(gate, 'sign-in', 'other');
    await settle();
    expect(begunOf(floods)).toBe(places);
    const ends = new Set<HeldCall>();
    while (!other.hasBegun()) {
      const running = floods.find((call) => call.hasBegun() && !ends.has(call));
      if (running === undefined) throw new Error('somebody has the turn');
      ends.add(running);
      running.end();
      await running.outcome;
      await settle();
    }
    expect(ends.size).toBeLessThanOrEqual(4 + places);
    await endAll([...floods, other]);
  });

  it('makes room for a new subject by refusing the last call of the one that has most in the queue', async () => {
    const gate = open();
    const { places, waiting, waitingOfSubject } = LANES['sign-up'];
    const full = Math.ceil((waiting + places) / waitingOfSubject);
    const names = Array.from({ length: full }, (_, n) => `flooder-${n}`);
    const calls = names.flatMap((name) => many(waitingOfSubject, () => hold(gate, 'sign-up', name)));
    const newcomer = hold(gate, 'sign-up', 'newcomer');
    await settle();
    const last = calls.slice(0, waitingOfSubject).at(-1);
    expect(await last?.outcome).toBe('unavailable');
    await endAll([...calls, newcomer]);
    expect(await newcomer.outcome).toBe('ended');
  });

  it('gives a place back when a call fails, and remembers nobody who has no call in it', async () => {
    const gate = open();
    const failing = () => gate.run('sign-up', 'one', () => Promise.reject(new Error('no')));
    for (let n = 0; n < 3; n += 1) await expect(failing()).rejects.toThrow('no');
    expect(await gate.run('sign-up', 'one', () => Promise.resolve('in'))).toBe('in');
  });

  it('refuses whoever has waited too long, and gives the turn to the next', async () => {
    const gate = createCallGate({ longestWaitMs: 1, random: () => 0 });
    const running = hold(gate, 'sign-up', 'one');
    const late = hold(gate, 'sign-up', 'two');
    expect(await late.outcome).toBe('unavailable');
    running.end();
    await running.outcome;
    expect(await gate.run('sign-up', 'three', () => Promise.resolve('in'))).toBe('in');
    expect(late.hasBegun()).toBe(false);
  });

  it('says with each refusal when to come back, not to all at the same moment', async () => {
    const waits = await Promise.all([0, 0.3, 0.6, 0.99].map(async (random) => {
      const gate = createCallGate({ random: () => random });
      const calls = many(LANES['sign-up'].waitingOfSubject + 1, () => hold(gate, 'sign-up', 'one'));
      const refusal: unknown = await gate.run('sign-up', 'one', () => Promise.resolve()).catch((error: unknown) => error);
      await endAll(calls);
      return refusal instanceof ProblemError ? [refusal.status, refusal.extra.retryAfterSeconds] : [];
    }));
    expect(waits).toEqual([[429, 1], [429, 2], [429, 3], [429, 4]]);
  });

  it('holds no more than a quarter of the connections for strangers, and leaves some to reads whatever else is in work', () => {
    const strangers = LANES['sign-in'].places + LANES['sign-up'].places + LANES.stranger.places;
    expect(strangers).toBeLessThanOrEqual(POOL_SIZE / 4);
    expect(strangers + LANES.player.places).toBeLessThan(POOL_SIZE);
  });
});
