/**
 * A player of the simulation who requests limits and breaks as the outbox does: with the same key until the platform has
 * answered, whatever the network loses meanwhile.
 */
import type { IntentRecord } from '../../../src/core/intent';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import { kobo } from '../../../src/core/money';
import { transaction } from '../../../server/db/transaction';
import { createMailer } from '../../../server/gateways/mail/mailer';
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';
import { runUnderKey } from '../../../server/ledger/operation';
import type { Platform } from '../../../server/platform';
import { exclude } from '../../../server/protection/exclude';
import { setLimit } from '../../../server/protection/limits';
import { readProtection } from '../../../server/protection/read-protection';
import { HERE } from '../caller-places';
import { SESSION_HASH } from '../protection/stage';
import type { Random } from '../seeds';
import type { Network } from './network';
import type { SimulatedPlatform } from './platform';
import type { Schedule } from './schedule';

const DEADLINE_MS = 15_000;
const AGAIN_MS = 4_000;
const BREAK_RATE = 0.15;
const DEVICE = { userAgent: 'a simulated one', address: '' };

type ProtectionWish =
  | { readonly kind: 'set-limit'; readonly limit: LimitKind; readonly period: LimitPeriod; readonly amount: number | null }
  | { readonly kind: 'exclude'; readonly length: ExclusionLength };

/** A request under a key, repeated until the platform answers it. */
export interface Ask<W> {
  readonly userId: string;
  readonly key: string;
  readonly wish: W;
  /** The answer and the time at which it arrived (epoch ms). */
  answered: { readonly answer: RawAnswer; readonly at: number } | null;
}

export type ProtectionAsk = Ask<ProtectionWish>;

export interface AskingDevice<W> {
  /** Makes one more request. */
  act(key: string): void;
  readonly asks: readonly Ask<W>[];
  isAtRest(): boolean;
}

/** Low and high amounts in naira; null requests no limit. */
const AMOUNTS: Readonly<Record<LimitKind, readonly (number | null)[]>> = {
  deposit: [6_000, 30_000, null], stake: [300, 2_000, 20_000, null], loss: [500, 5_000, null],
};
const LENGTHS: readonly ExclusionLength[] = ['24-hours', '7-days', '6-months', 'permanent'];

function draw(random: Random): ProtectionWish {
  if (random.chance(BREAK_RATE)) return { kind: 'exclude', length: random.pick(LENGTHS) };
  const limit = random.pick(['deposit', 'stake', 'loss'] as const);
  return { kind: 'set-limit', limit, period: random.pick(['day', 'week', 'month'] as const), amount: random.pick(AMOUNTS[limit]) };
}

/** Performs the request as the platform does, below HTTP and its guards. */
function perform(platform: Platform, { userId, key, wish }: ProtectionAsk): Promise<RawAnswer> {
  const { pool, now } = platform;
  const by = { userId, sessionHash: SESSION_HASH };
  return transaction(
    pool,
    (tx, last) =>
      runUnderKey(tx, platform, { userId, key, kind: wish.kind, body: wish }, async () => {
        if (wish.kind === 'exclude') {
          await exclude(tx, { ...platform, mailer: createMailer(platform) }, { ...by, length: wish.length, device: DEVICE });
        } else {
          const { limit, period, amount } = wish;
          await setLimit(tx, now, { ...by, kind: limit, period, amount: amount === null ? null : kobo(amount * 100) }, false);
        }
        return { status: 201, body: await readProtection(tx, { userId, now: now(), place: HERE }) };
      }, last),
    { savepointFirst: true },
  );
}

export interface DeviceDeps {
  readonly schedule: Schedule;
  readonly network: Network;
  readonly platform: SimulatedPlatform;
  readonly random: Random;
  readonly userId: string;
}

export function createProtectedDevice(deps: DeviceDeps): AskingDevice<ProtectionWish> {
  return createDevice(deps, draw, perform);
}

/** Makes a device; `draw` chooses its next request (null for none), and `perform` performs a request as the platform does. */
export function createDevice<W extends { readonly kind: string }>(
  { schedule, network, platform, random, userId }: DeviceDeps,
  draw: (random: Random, asks: readonly Ask<W>[]) => W | null,
  perform: (platform: Platform, ask: Ask<W>) => Promise<RawAnswer>,
): AskingDevice<W> {
  const asks: Ask<W>[] = [];

  function send(ask: Ask<W>): void {
    const what = ask.wish.kind;
    void network.request(what, DEADLINE_MS, () => platform.serve(what, (on) => perform(on, ask))).then((reply) => {
      const answer = reply.is === 'answer' ? reply.answer : null;
      // A refusal that does not answer the key promises nothing, so the device asks again.
      if (answer === null || answer instanceof ProblemError) schedule.plan(AGAIN_MS + random.below(AGAIN_MS), `${what} is asked again`, () => send(ask));
      else ask.answered = { answer, at: schedule.now() };
    });
  }

  return {
    act: (key) => {
      const wish = draw(random, asks);
      if (wish === null) return;
      const ask: Ask<W> = { userId, key, wish, answered: null };
      asks.push(ask);
      send(ask);
    },
    asks,
    isAtRest: () => asks.every(({ answered }) => answered !== null),
  };
}

/**
 * Lists the answers a device got that are not true: the platform stored another answer, or play continued during a confirmed
 * break.
 */
export function findBrokenPromises(
  asks: readonly Ask<{ readonly kind: string }>[], intents: readonly IntentRecord[], answers: ReadonlyMap<string, string | null>,
): string[] {
  const changedAsks = asks.filter(({ userId, key, answered }) => answered?.answer.text !== answers.get(`${userId}/${key}`));
  const lateIntents = asks.flatMap(({ userId, wish, answered }) =>
    wish.kind !== 'exclude' || answered === null
      ? []
      : intents.filter((intent) => intent.userId === userId && intent.kind !== 'withdrawal' && intent.state === 'confirmed' && intent.at > answered.at),
  );
  return [...changedAsks.map(({ key }) => `${key} was answered otherwise`), ...lateIntents.map(({ kind, key }) => `${kind} ${key} was made after a break was confirmed`)];
}
