import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { POOL_SIZE, READ_POOL_SIZE } from '../../../server/db/database';
import { LANES, createCallGate } from '../../../server/http/call-gate';
import type { CallGate, Lane } from '../../../server/http/call-gate';
import { onMeasurement } from '../../../server/measurements';
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

  it('has a connection for each place of a lane that needs one: of the pool for money a third at most for strangers, more than half for players', () => {
    const strangers = LANES['sign-in'].places + LANES['sign-up'].places + LANES.stranger.places;
    expect(strangers + LANES.player.places + LANES.check.places).toBe(POOL_SIZE);
    expect(strangers).toBeLessThanOrEqual(POOL_SIZE / 3);
    expect(LANES.player.places).toBeGreaterThan(POOL_SIZE / 2);
    expect(LANES.read.places).toBe(READ_POOL_SIZE);
  });

  it('gives a free place to another read before any poll, though the poll came first', async () => {
    const gate = open();
    const running = many(LANES.read.places, () => hold(gate, 'read', randomUUID()));
    const poll = hold(gate, 'poll', 'poller');
    const read = hold(gate, 'read', 'reader');
    await endAll(running.slice(0, 1));
    await settle();
    expect([poll.hasBegun(), read.hasBegun()]).toEqual([false, true]);
    await endAll([...running, read]);
    await settle();
    expect(poll.hasBegun()).toBe(true);
    await endAll([poll]);
  });

  it('refuses a poll after a quarter of a second of waiting, a read and a player’s change after half of one', async () => {
    vi.useFakeTimers();
    const gate = createCallGate({ random: () => 0 });
    const held = (['read', 'player'] as const).flatMap((lane) => many(LANES[lane].places, () => hold(gate, lane, randomUUID())));
    const waiting = { poll: hold(gate, 'poll', 'poller'), read: hold(gate, 'read', 'reader'), player: hold(gate, 'player', 'player') };
    const ends: string[] = [];
    for (const [lane, { outcome }] of Object.entries(waiting)) void outcome.then((code) => ends.push(`${lane} ${code}`));
    await vi.advanceTimersByTimeAsync(249);
    expect(ends).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(['poll unavailable']);
    await vi.advanceTimersByTimeAsync(249);
    expect(ends).toEqual(['poll unavailable']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends.toSorted()).toEqual(['player unavailable', 'poll unavailable', 'read unavailable']);
    vi.useRealTimers();
    await endAll(held);
  });

  it('lets a call that waits only for others of its own player wait for five seconds', async () => {
    vi.useFakeTimers();
    const gate = createCallGate({ random: () => 0 });
    const own = many(LANES.player.ofSubject, () => hold(gate, 'player', 'player'));
    const late = hold(gate, 'player', 'player');
    let end = 'none';
    void late.outcome.then((code) => {
      end = code;
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(end).toBe('none');
    await vi.advanceTimersByTimeAsync(1);
    expect(end).toBe('unavailable');
    vi.useRealTimers();
    await endAll(own);
  });

  it('refuses at once who would wait too long by how long calls took, also before it is known whose call it is', async () => {
    let nowMs = 0;
    const gate = createCallGate({ steady: () => nowMs, random: () => 0 });
    const { places, longestWaitMs } = LANES.player;
    const slow = many(places, () => hold(gate, 'player', randomUUID()));
    await settle();
    // Each place serves ten calls in the longest wait.
    nowMs = longestWaitMs / 10;
    await endAll(slow);
    const running = many(places, () => hold(gate, 'player', randomUUID()));
    const waiting: HeldCall[] = [];
    for (let n = 0; n < 10 * places; n += 1) {
      gate.refuseHopeless('player');
      waiting.push(hold(gate, 'player', randomUUID()));
    }
    await settle();
    expect(begunOf(waiting)).toBe(0);
    expect(() => gate.refuseHopeless('player')).toThrow('Many people are here right now.');
    expect(await hold(gate, 'player', 'newcomer').outcome).toBe('unavailable');
    // Reads have places of their own.
    gate.refuseHopeless('read');
    for (const call of waiting) call.end();
    await endAll(running);
    expect(new Set(await Promise.all(waiting.map(({ outcome }) => outcome)))).toEqual(new Set(['ended']));
    gate.refuseHopeless('player');
  });

  it('refuses nobody before it is known whose call it is while somebody has two in the queue, who would have to make room', async () => {
    const gate = open();
    const { waiting, waitingOfSubject, places } = LANES['sign-up'];
    const flood = Array.from({ length: Math.ceil((waiting + places) / waitingOfSubject) }, (_, n) => many(waitingOfSubject, () => hold(gate, 'sign-up', `flooder-${n}`))).flat();
    gate.refuseHopeless('sign-up');
    const newcomer = hold(gate, 'sign-up', 'newcomer');
    await endAll([...flood, newcomer]);
    expect(await newcomer.outcome).toBe('ended');
  });

  it('announces what waits, how long it waited, and what is refused for which reason', async () => {
    const said: unknown[] = [];
    const stops = [
      onMeasurement('calls.waiting', (message) => said.push(message)), onMeasurement('call.waited', (message) => said.push(message)),
      onMeasurement('call.shed', (message) => said.push(message)),
    ];
    let nowMs = 0;
    const gate = createCallGate({ longestWaitMs: 60_000, steady: () => nowMs });
    const first = hold(gate, 'sign-up', 'one');
    const second = hold(gate, 'sign-up', 'two');
    nowMs = 1_500;
    await endAll([first]);
    await endAll([second]);
    const calls = many(LANES['sign-up'].waitingOfSubject + 2, () => hold(gate, 'sign-up', 'one'));
    await settle();
    for (const stop of stops) stop();
    await endAll(calls);
    expect(said.slice(0, 3)).toEqual([{ lane: 'sign-up', count: 1 }, { lane: 'sign-up', count: 0 }, { lane: 'sign-up', seconds: 1.5 }]);
    expect(said.at(-1)).toEqual({ lane: 'sign-up', why: 'subject' });
  });
});
