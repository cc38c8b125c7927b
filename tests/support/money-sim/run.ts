/** One seed: faults for so many steps, then everything heals and must come to rest. */
import type { Pool } from 'pg';
import { kobo } from '../../../src/core/money';
import type { IntentRecord } from '../../../src/core/intent';
import type { Platform } from '../../../server/platform';
import { endBonuses } from '../bonuses';
import { seededBytes, START, testMoney } from '../money';
import { makePayable } from '../payable-players';
import { makePlayer } from '../players';
import { randomFrom } from '../seeds';
import { createSimulatedClient } from './client';
import type { SimulatedClient } from './client';
import { createAdmins } from './admins';
import { createSimulatedGateway } from './gateway';
import type { Books } from './gateway-books';
import { createBonusDevice } from './bonuses';
import type { BonusAsk } from './bonuses';
import { createNetwork } from './network';
import { createSimulatedPlatform, MONEY_JOBS } from './platform';
import { createProtectedDevice } from './protection';
import type { ProtectionAsk } from './protection';
import { createSchedule } from './schedule';
import { createSteppingDevice } from './steps';
import type { StepAsk } from './steps';
import { drawWish, wishOf } from './wishes';

const PLAYERS = 3;
const ADMINS = 3;
/** Above this two admins decide. */
const AUTOMATIC_UP_TO = kobo(2_000_00);
const JOB_EVERY_MS = 4_000;
const NOTIFY_AGAIN_MS = 7_000;
const REOPEN_RATE = 0.04;
const PROTECTION_RATE = 0.06;
const BONUS_RATE = 0.2;
const STEP_RATE = 0.45;
/** Longer than anything may stay open: the longest deposit with its grace, and a gateway's last word. */
const REST_WITHIN_MS = 4 * 24 * 3_600_000;
/** Hundreds are usual. */
const MAX_STEPS = 10_000;
const LONGEST_JOB_PAUSE_MS = 2 * 3_600_000;

export interface Simulation {
  readonly clients: readonly SimulatedClient[];
  /** What was asked for in limits and breaks. */
  readonly asks: readonly ProtectionAsk[];
  /** What was claimed, spun and given up. */
  readonly bonusAsks: readonly BonusAsk[];
  /** What was started and done in rounds of several steps. */
  readonly stepAsks: readonly StepAsk[];
  readonly books: Books;
  readonly userIds: readonly string[];
  readonly trace: readonly string[];
  readonly deaths: { readonly process: number; readonly connection: number };
  readonly steps: number;
  /** How many withdrawals ended how. */
  readonly withdrawals: Readonly<Record<'paid' | 'refused' | 'failed', number>>;
  /** What is still open after everything healed; empty when it came to rest. */
  readonly open: readonly string[];
}

/** What is not at rest in the database. */
async function openRows(pool: Pool, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ found: string }>(
    `SELECT 'deposit ' || deposit_id AS found FROM deposit WHERE state = 'pending' AND user_id = ANY($1)
     UNION ALL SELECT 'withdrawal ' || withdrawal_id || ' ' || state FROM withdrawal WHERE state IN ('checking', 'sending') AND user_id = ANY($1)
     UNION ALL SELECT 'round ' || round_id FROM open_round WHERE user_id = ANY($1)
     UNION ALL SELECT 'key ' || key FROM operation WHERE state = 'running' AND user_id = ANY($1)`,
    [userIds],
  );
  return rows.map(({ found }) => found);
}

async function endsOf(pool: Pool, userIds: readonly string[]): Promise<Simulation['withdrawals']> {
  const { rows } = await pool.query<Simulation['withdrawals']>(
    `SELECT count(*) FILTER (WHERE state = 'paid') AS paid, count(*) FILTER (WHERE state = 'refused') AS refused,
            count(*) FILTER (WHERE state = 'failed') AS failed FROM withdrawal WHERE user_id = ANY($1)`,
    [userIds],
  );
  return rows[0] ?? { paid: 0, refused: 0, failed: 0 };
}

export async function simulate(pool: Pool, seed: number, steps: number): Promise<Simulation> {
  const random = randomFrom(seed);
  const schedule = createSchedule(START);
  const network = createNetwork(schedule, random.child());
  const players = await Promise.all(Array.from({ length: PLAYERS }, () => makePayable(pool)));
  const userIds = players.map(({ userId }) => userId);
  const adminIds = await Promise.all(Array.from({ length: ADMINS }, () => makePlayer(pool, { role: 'admin' })));

  const notify = (body: string): void => {
    void network.request('notification', NOTIFY_AGAIN_MS, async () => ({ is: 'answer', answer: await platform.notified(body) })).then((heard) => {
      if (heard.is !== 'answer' || !heard.answer) schedule.plan(NOTIFY_AGAIN_MS, 'notification is repeated', () => notify(body));
    });
  };
  const gateway = createSimulatedGateway({ schedule, network, random: random.child(), notify });
  const given = testMoney(pool).platform;
  const base: Platform = {
    ...given,
    config: { ...given.config, withdrawalAutomaticUpTo: AUTOMATIC_UP_TO },
    now: () => new Date(schedule.now()),
    randomBytes: seededBytes(String(seed)),
  };
  const platform = createSimulatedPlatform({
    pool, schedule, random: random.child(), base, gatewaysFor: gateway.portFor, jobs: MONEY_JOBS, signed: gateway.signed,
  });
  const clients = userIds.map((userId) =>
    createSimulatedClient({
      schedule, network, platform, userId, perform: (on: Platform, intent: IntentRecord) => wishOf(intent.kind).perform(on, intent),
    }),
  );

  const devices = userIds.map((userId) => createProtectedDevice({ schedule, network, platform, random: random.child(), userId }));

  const bonuses = userIds.map((userId) => createBonusDevice({ schedule, network, platform, random: random.child(), userId }));

  const steppers = userIds.map((userId) => createSteppingDevice({ schedule, network, platform, random: random.child(), userId }));

  let wishes = true;
  let made = 0;
  const player = random.child();
  const newKey = (): string => `wish-${String((made += 1)).padStart(16, '0')}`;
  function live(client: SimulatedClient, at: number): void {
    schedule.plan(300 + player.below(4_000), 'a player', () => {
      if (!wishes) return;
      if (player.chance(REOPEN_RATE)) client.reopen();
      else if (player.chance(PROTECTION_RATE)) devices[at]?.act(newKey());
      else if (player.chance(BONUS_RATE)) bonuses[at]?.act(newKey());
      else if (player.chance(STEP_RATE)) steppers[at]?.act(newKey());
      else {
        const wish = drawWish(player);
        const { bankAccountId = '' } = players[at] ?? {};
        client.submit(wish.kind, newKey(), wish.body(player, { bankAccountId }), wish.gameId);
      }
      live(client, at);
    });
  }
  // What comes in first is matched, so that there is bonus money to play with.
  bonuses.forEach((device) => device.act(newKey()));
  clients.forEach(live);

  let jobPauseMs = JOB_EVERY_MS;
  const slowness = () => jobPauseMs / JOB_EVERY_MS;
  createAdmins({ schedule, network, platform, random: random.child(), adminIds, userIds, slowness });
  function work(): void {
    schedule.plan(jobPauseMs, 'jobs', () => void platform.runJobs().then(work));
  }
  work();

  for (let step = 0; step < steps; step += 1) await schedule.step();

  wishes = false;
  network.heal();
  platform.heal();
  const healedAt = schedule.now();
  let rest = steps;
  const openNow = async (): Promise<string[]> => [
    ...clients.flatMap((client) => (client.isAtRest() ? [] : ['a client'])),
    ...devices.flatMap((device) => (device.isAtRest() ? [] : ['a limit or a break'])),
    ...bonuses.flatMap((device) => (device.isAtRest() ? [] : ['a bonus'])),
    ...steppers.flatMap((device) => (device.isAtRest() ? [] : ['a step'])), ...(await openRows(pool, userIds)),
  ];
  let open = await openNow();
  while (open.length > 0 && schedule.now() - healedAt < REST_WITHIN_MS && rest < MAX_STEPS) {
    await schedule.step();
    rest += 1;
    // Nobody waits any more: jobs that find nothing are passed over faster and faster.
    if (rest % 10 === 0) {
      open = await openNow();
      if (clients.every((client) => client.isAtRest())) jobPauseMs = Math.min(LONGEST_JOB_PAUSE_MS, jobPauseMs * 1.6);
    }
  }
  await endBonuses(base, userIds);
  const withdrawals = await endsOf(pool, userIds);
  const asks = devices.flatMap((device) => device.asks);
  const bonusAsks = bonuses.flatMap((device) => device.asks);
  const stepAsks = steppers.flatMap((device) => device.asks);
  const { trace } = schedule;
  return { clients, asks, bonusAsks, stepAsks, books: gateway.books, userIds, trace, deaths: platform.deaths, steps: rest, withdrawals, open };
}
