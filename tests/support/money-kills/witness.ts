/** Runs clients of a platform that is killed, and remembers its answers outside of it, where no crash can touch them. */
import { setTimeout as pause } from 'node:timers/promises';
import { createDeposit, getOperation } from '../../../src/core/contract/cashier';
import { playRound } from '../../../src/core/contract/games';
import { acknowledgeRealityCheck } from '../../../src/core/contract/protection';
import { createWithdrawal } from '../../../src/core/contract/withdrawals';
import type { TestAnswer, TestClient } from '../http-client';
import { browserOf } from '../signed-in-players';
import type { SignedInPlayer } from '../signed-in-players';
import type { Random } from '../seeds';
import { createSteppedRounds, isOvertaken, sendStepped } from './stepped';
import type { SteppedRounds, SteppedWish } from './stepped';

export interface Actor extends SignedInPlayer {
  readonly bankAccountId: string;
}

const AGAIN_MS = 50;
const OLDER_AT_RANDOM = 20;

type Wish = { readonly kind: 'deposit' | 'withdrawal' | 'round' } | SteppedWish;

interface WitnessRequest {
  readonly actor: Actor;
  readonly key: string;
  readonly wish: Wish;
}

export interface Witness {
  /** Sends operations to `url` until `isOver`; those that fail are finished later. */
  work(url: string, isOver: () => boolean): Promise<void>;
  /** Counts the operations that were answered with 201 so far. */
  acknowledged(): number;
  unknown(): number;
  /** Counts the answered steps of rounds of several steps. */
  stepped(): ReturnType<SteppedRounds['counts']>;
  /**
   * Compares acknowledged operations (those since the last check and some older ones, or all) with the platform's answers now, and
   * finishes the others. Returns a line for each fault.
   */
  check(url: string, which?: 'all'): Promise<string[]>;
}

function send(client: TestClient, { actor, key, wish }: WitnessRequest): Promise<TestAnswer> {
  const params = { userId: actor.userId };
  switch (wish.kind) {
    case 'start':
    case 'act':
      return sendStepped(client, actor.userId, key, wish);
    case 'deposit':
      return client.call(createDeposit, { params, key, body: { method: 'card', amount: 500.01, currency: 'NGN', again: true } });
    case 'withdrawal':
      return client.call(createWithdrawal, { params, key, body: { bankAccountId: actor.bankAccountId, amount: 1_000, currency: 'NGN' } });
    case 'round':
      return client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } });
  }
}

export function createWitness(actors: readonly Actor[], random: Random): Witness {
  const acknowledgedByKey = new Map<string, { readonly request: WitnessRequest; readonly text: string }>();
  const unansweredByKey = new Map<string, WitnessRequest>();
  const stepped = createSteppedRounds(random.child());
  const lost: string[] = [];
  let requestCount = 0;
  let checkedCount = 0;

  async function attempt(url: string, request: WitnessRequest): Promise<void> {
    unansweredByKey.set(request.key, request);
    const answer = await send(browserOf(request.actor, url), request).catch(() => null);
    // The platform is down. Like people, the client does not try a thousand times a second.
    if (answer === null) await pause(AGAIN_MS);
    if (answer === null) return;
    if (answer.status === 201) recordAnswer(request, answer.text);
    else if (isOvertaken(answer)) {
      unansweredByKey.delete(request.key);
      // The platform may be down again by now; then the round is compared with the others later.
      lost.push(...(await stepped.compare(request.actor, url).catch(() => [])));
    }
  }

  function recordAnswer(request: WitnessRequest, text: string): void {
    const { kind } = request.wish;
    acknowledgedByKey.set(request.key, { request, text });
    unansweredByKey.delete(request.key);
    if (kind === 'start' || kind === 'act') stepped.recordAnswer(request.actor.userId, text);
  }

  async function findChange(url: string, { request, text }: { readonly request: WitnessRequest; readonly text: string }): Promise<string | null> {
    const client = browserOf(request.actor, url);
    const stored = await client.call(getOperation, { params: { userId: request.actor.userId, key: request.key } });
    const isUnchanged = stored.text === `{"state":"done","answer":{"status":201,"body":${text}}}`;
    if (!isUnchanged) return `${request.wish.kind} ${request.key} was acknowledged, the platform says ${stored.status} ${stored.text}`;
    const again = await send(client, request);
    return again.text === text ? null : `${request.wish.kind} ${request.key} is answered with something else now: ${again.text}`;
  }

  return {
    work: async (url, isOver) => {
      await Promise.all(actors.map(async (actor) => {
        while (!isOver()) {
          requestCount += 1;
          // A player may not start two rounds within seconds; a start that is refused for that is repeated later.
          const wish: Wish = random.chance(0.3)
            ? stepped.next(actor.userId)
            : { kind: random.chance(0.1) ? 'round' : random.chance(0.3) ? 'withdrawal' : 'deposit' };
          await attempt(url, { actor, wish, key: `killed-${String(requestCount).padStart(16, '0')}` });
        }
      }));
    },
    acknowledged: () => acknowledgedByKey.size,
    unknown: () => unansweredByKey.size,
    stepped: () => stepped.counts(),
    check: async (url, which) => {
      const faults = lost.splice(0);
      const all = [...acknowledgedByKey.values()];
      const older = all.slice(0, checkedCount).filter(() => which === 'all' || random.below(checkedCount) < OLDER_AT_RANDOM);
      for (const each of [...older, ...all.slice(checkedCount)]) {
        const change = await findChange(url, each);
        if (change !== null) faults.push(change);
      }
      for (const request of unansweredByKey.values()) {
        const answer = await send(browserOf(request.actor, url), request);
        if (answer.status === 201) recordAnswer(request, answer.text);
        else if (isOvertaken(answer)) unansweredByKey.delete(request.key);
        else if (answer.problem?.code === 'reality-check-due') {
          // In a run of more than an hour the player acknowledges the check, and the round is finished the next time.
          await browserOf(request.actor, url).call(acknowledgeRealityCheck, { params: { userId: request.actor.userId } });
        } else if (!['cycle-too-short', 'key-running'].includes(answer.problem?.code ?? '')) {
          faults.push(`${request.wish.kind} ${request.key} can't be finished: ${answer.status} ${answer.text}`);
        }
      }
      for (const actor of actors) faults.push(...(await stepped.compare(actor, url)));
      checkedCount = acknowledgedByKey.size;
      return faults;
    },
  };
}
