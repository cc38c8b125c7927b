/**
 * A player of the simulation who asks for limits and breaks, as the outbox does: the same key again until the platform
 * has answered, whatever is lost meanwhile.
 */
import type { IntentRecord } from '../../../src/core/intent';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import { kobo } from '../../../src/core/money';
import { transaction } from '../../../server/db/transaction';
import { createOutbox } from '../../../server/gateways/mail/outbox';
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';
import { runUnderKey } from '../../../server/ledger/operation';
import type { Platform } from '../../../server/platform';
import { exclude } from '../../../server/protection/exclude';
import { setLimit } from '../../../server/protection/limits';
import { readProtection } from '../../../server/protection/read-protection';
import { HERE } from '../here';
import { SESSION_HASH } from '../protection/stage';
import type { Random } from '../seeds';
import type { Network } from './network';
import type { SimulatedPlatform } from './platform';
import type { Schedule } from './schedule';

const DEADLINE_MS = 15_000;
const AGAIN_MS = 4_000;
const BREAK_RATE = 0.15;
const DEVICE = { userAgent: 'a simulated one', address: '' };

type Wanted =
  | { readonly kind: 'set-limit'; readonly limit: LimitKind; readonly period: LimitPeriod; readonly amount: number | null }
  | { readonly kind: 'exclude'; readonly length: ExclusionLength };

/** Something that is asked for under a key, until it is answered. */
export interface Ask<W> {
  readonly userId: string;
  readonly key: string;
  readonly wanted: W;
  /** The answer, and when it was heard (epoch ms). */
  heard: { readonly answer: RawAnswer; readonly at: number } | null;
}

export type ProtectionAsk = Ask<Wanted>;

export interface AskingDevice<W> {
  /** Asks for one thing more. */
  act(key: string): void;
  readonly asks: readonly Ask<W>[];
  isAtRest(): boolean;
}

/** Tight ones and wide ones, in naira; null asks for none. */
const AMOUNTS: Readonly<Record<LimitKind, readonly (number | null)[]>> = {
  deposit: [6_000, 30_000, null], stake: [300, 2_000, 20_000, null], loss: [500, 5_000, null],
};
const LENGTHS: readonly ExclusionLength[] = ['24-hours', '7-days', '6-months', 'permanent'];

function draw(random: Random): Wanted {
  if (random.chance(BREAK_RATE)) return { kind: 'exclude', length: random.pick(LENGTHS) };
  const limit = random.pick(['deposit', 'stake', 'loss'] as const);
  return { kind: 'set-limit', limit, period: random.pick(['day', 'week', 'month'] as const), amount: random.pick(AMOUNTS[limit]) };
}

/** What the platform does with it, below HTTP and its guards. */
function perform(platform: Platform, { userId, key, wanted }: ProtectionAsk): Promise<RawAnswer> {
  const { pool, now } = platform;
  const by = { userId, sessionHash: SESSION_HASH };
  return transaction(
    pool,
    (tx, last) =>
      runUnderKey(tx, platform, { userId, key, kind: wanted.kind, body: wanted }, async () => {
        if (wanted.kind === 'exclude') {
          await exclude(tx, { ...platform, mailer: createOutbox(platform) }, { ...by, length: wanted.length, device: DEVICE });
        } else {
          const { limit, period, amount } = wanted;
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

export function createProtectedDevice(deps: DeviceDeps): AskingDevice<Wanted> {
  return createDevice(deps, draw, perform);
}

/** `draw`: what is wanted next, knowing what was; null = nothing. `perform`: what the platform does with it. */
export function createDevice<W extends { readonly kind: string }>(
  { schedule, network, platform, random, userId }: DeviceDeps,
  draw: (random: Random, asks: readonly Ask<W>[]) => W | null,
  perform: (platform: Platform, ask: Ask<W>) => Promise<RawAnswer>,
): AskingDevice<W> {
  const asks: Ask<W>[] = [];

  function send(ask: Ask<W>): void {
    const what = ask.wanted.kind;
    void network.request(what, DEADLINE_MS, () => platform.serve(what, (on) => perform(on, ask))).then((reply) => {
      const answer = reply.is === 'answer' ? reply.answer : null;
      // A refusal that is no answer to the key promises nothing: it is asked again.
      if (answer === null || answer instanceof ProblemError) schedule.plan(AGAIN_MS + random.below(AGAIN_MS), `${what} is asked again`, () => send(ask));
      else ask.heard = { answer, at: schedule.now() };
    });
  }

  return {
    act: (key) => {
      const wanted = draw(random, asks);
      if (wanted === null) return;
      const ask: Ask<W> = { userId, key, wanted, heard: null };
      asks.push(ask);
      send(ask);
    },
    asks,
    isAtRest: () => asks.every(({ heard }) => heard !== null),
  };
}

/** What was answered to a device and is not so: the platform's answer is another, or play went on after a break was confirmed. */
export function brokenPromises(
  asks: readonly Ask<{ readonly kind: string }>[], intents: readonly IntentRecord[], answers: ReadonlyMap<string, string | null>,
): string[] {
  const other = asks.filter(({ userId, key, heard }) => heard?.answer.text !== answers.get(`${userId}/${key}`));
  const late = asks.flatMap(({ userId, wanted, heard }) =>
    wanted.kind !== 'exclude' || heard === null
      ? []
      : intents.filter((intent) => intent.userId === userId && intent.kind !== 'withdrawal' && intent.state === 'confirmed' && intent.at > heard.at),
  );
  return [...other.map(({ key }) => `${key} was answered otherwise`), ...late.map(({ kind, key }) => `${kind} ${key} was made after a break was confirmed`)];
}
