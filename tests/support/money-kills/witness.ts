/** Clients of a platform that is killed, and what they were told: kept outside of it, so no crash touches it. */
import { setTimeout as pause } from 'node:timers/promises';
import { createDeposit, getOperation } from '../../../src/core/contract/cashier';
import { playRound } from '../../../src/core/contract/games';
import { acknowledgeRealityCheck } from '../../../src/core/contract/protection';
import { createWithdrawal } from '../../../src/core/contract/withdrawals';
import type { TestAnswer, TestClient } from '../http-client';
import { browserOf } from '../seated-players';
import type { Seated } from '../seated-players';
import type { Random } from '../seeds';
import { createSteppedRounds, isOvertaken, sendStepped } from './stepped';
import type { SteppedRounds, SteppedWish } from './stepped';

export interface Actor extends Seated {
  readonly bankAccountId: string;
}

const AGAIN_MS = 50;
const OLDER_AT_RANDOM = 20;

type Wish = { readonly kind: 'deposit' | 'withdrawal' | 'round' } | SteppedWish;

interface Wanted {
  readonly actor: Actor;
  readonly key: string;
  readonly wish: Wish;
}

export interface Witness {
  /** Sends operations at `url` until told to stop; what fails is left for later. */
  work(url: string, isOver: () => boolean): Promise<void>;
  /** How many were answered with 201 so far. */
  acknowledged(): number;
  unknown(): number;
  /** Of rounds of several steps, as they were answered. */
  stepped(): ReturnType<SteppedRounds['counts']>;
  /**
   * Compares what was acknowledged (since the last time and some of before, or all) with what the platform says now;
   * finishes what was not. What is wrong.
   */
  check(url: string, which?: 'all'): Promise<string[]>;
}

function send(client: TestClient, { actor, key, wish }: Wanted): Promise<TestAnswer> {
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
  const told = new Map<string, { readonly wanted: Wanted; readonly text: string }>();
  const open = new Map<string, Wanted>();
  const stepped = createSteppedRounds(random.child());
  const lost: string[] = [];
  let made = 0;
  let checked = 0;

  async function attempt(url: string, wanted: Wanted): Promise<void> {
    open.set(wanted.key, wanted);
    const answer = await send(browserOf(wanted.actor, url), wanted).catch(() => null);
    // Nobody is there: as people do, it is not tried a thousand times a second.
    if (answer === null) await pause(AGAIN_MS);
    if (answer === null) return;
    if (answer.status === 201) hear(wanted, answer.text);
    else if (isOvertaken(answer)) {
      open.delete(wanted.key);
      // The platform may be gone again by now; then it is looked at with the others.
      lost.push(...(await stepped.look(wanted.actor, url).catch(() => [])));
    }
  }

  function hear(wanted: Wanted, text: string): void {
    const { kind } = wanted.wish;
    told.set(wanted.key, { wanted, text });
    open.delete(wanted.key);
    if (kind === 'start' || kind === 'act') stepped.heard(wanted.actor.userId, text);
  }

  async function isKept(url: string, { wanted, text }: { readonly wanted: Wanted; readonly text: string }): Promise<string | null> {
    const client = browserOf(wanted.actor, url);
    const asked = await client.call(getOperation, { params: { userId: wanted.actor.userId, key: wanted.key } });
    const kept = asked.text === `{"state":"done","answer":{"status":201,"body":${text}}}`;
    if (!kept) return `${wanted.wish.kind} ${wanted.key} was acknowledged, the platform says ${asked.status} ${asked.text}`;
    const again = await send(client, wanted);
    return again.text === text ? null : `${wanted.wish.kind} ${wanted.key} is answered with something else now: ${again.text}`;
  }

  return {
    work: async (url, isOver) => {
      await Promise.all(actors.map(async (actor) => {
        while (!isOver()) {
          made += 1;
          // One player may not have two rounds within seconds: those who are sent away for that are asked about later.
          const wish: Wish = random.chance(0.3)
            ? stepped.next(actor.userId)
            : { kind: random.chance(0.1) ? 'round' : random.chance(0.3) ? 'withdrawal' : 'deposit' };
          await attempt(url, { actor, wish, key: `killed-${String(made).padStart(16, '0')}` });
        }
      }));
    },
    acknowledged: () => told.size,
    unknown: () => open.size,
    stepped: () => stepped.counts(),
    check: async (url, which) => {
      const wrong = lost.splice(0);
      const all = [...told.values()];
      const older = all.slice(0, checked).filter(() => which === 'all' || random.below(checked) < OLDER_AT_RANDOM);
      for (const each of [...older, ...all.slice(checked)]) {
        const found = await isKept(url, each);
        if (found !== null) wrong.push(found);
      }
      for (const wanted of open.values()) {
        const answer = await send(browserOf(wanted.actor, url), wanted);
        if (answer.status === 201) hear(wanted, answer.text);
        else if (isOvertaken(answer)) open.delete(wanted.key);
        else if (answer.problem?.code === 'reality-check-due') {
          // A run of more than an hour: the player looks, and the round can be finished the next time.
          await browserOf(wanted.actor, url).call(acknowledgeRealityCheck, { params: { userId: wanted.actor.userId } });
        } else if (!['cycle-too-short', 'key-running'].includes(answer.problem?.code ?? '')) {
          wrong.push(`${wanted.wish.kind} ${wanted.key} can't be finished: ${answer.status} ${answer.text}`);
        }
      }
      for (const actor of actors) wrong.push(...(await stepped.look(actor, url)));
      checked = told.size;
      return wrong;
    },
  };
}
