/** One run of the simulation: faults for a number of steps, then everything heals and must come to rest. */
import type { Pool } from 'pg';
import { kobo } from '../../../src/core/money';
import type { IntentRecord } from '../../../src/core/intent';
import type { Platform } from '../../../server/platform';
import { endBonuses } from '../bonuses';
import { seededBytes, START, testMoney } from '../money';
import { makePayable, openSession } from '../payable-players';
import { makePlayer } from '../players';
import { randomFrom } from '../seeds';
import { createSimulatedClient } from './client';
import type { SimulatedClient } from './client';
import { createAdmins } from './admins';
import { expectedDraw, readDraws } from './draws';
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
import { drawWish, wishOf, withAcceptedEnds } from './wishes';

const PLAYERS = 3;
const ADMINS = 3;
/** Above this amount two admins must decide. */
const AUTOMATIC_UP_TO = kobo(2_000_00);
const JOB_EVERY_MS = 4_000;
const NOTIFY_AGAIN_MS = 7_000;
const REOPEN_RATE = 0.04;
const PROTECTION_RATE = 0.06;
const BONUS_RATE = 0.2;
/** How often a player who was shown the bonuses that a withdrawal ends agrees. */
const AGREEMENT_RATE = 0.7;
const STEP_RATE = 0.45;
/** Longer than anything may stay open: the longest deposit with its grace, and the gateway's last answer. */
const REST_WITHIN_MS = 4 * 24 * 3_600_000;
/** A run usually takes some hundreds. */
const MAX_STEPS = 10_000;
const LONGEST_JOB_PAUSE_MS = 2 * 3_600_000;

export interface Simulation {
  readonly clients: readonly SimulatedClient[];
  /** The requests for limits and breaks. */
  readonly asks: readonly ProtectionAsk[];
  /** The requests about bonuses and free spins. */
  readonly bonusAsks: readonly BonusAsk[];
  /** The requests in rounds of several steps. */
  readonly stepAsks: readonly StepAsk[];
  readonly books: Books;
  readonly userIds: readonly string[];
  readonly trace: readonly string[];
  readonly deaths: { readonly process: number; readonly connection: number };
  readonly steps: number;
  /** The number of withdrawals by their end. */
  readonly withdrawals: Readonly<Record<'paid' | 'refused' | 'failed', number>>;
  /** Everything that is still open after the faults ended; empty when the run came to rest. */
  readonly open: readonly string[];
}

/** Lists the database rows that are not at rest. */
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

async function countEnds(pool: Pool, userIds: readonly string[]): Promise<Simulation['withdrawals']> {
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
  for (const userId of userIds) await openSession(pool, userId);
  const adminIds = await Promise.all(Array.from({ length: ADMINS }, () => makePlayer(pool, { role: 'admin' })));

  const notify = (body: string): void => {
    void network.request('notification', NOTIFY_AGAIN_MS, async () => ({ is: 'answer', answer: await platform.deliverNotification(body) })).then((result) => {
      if (result.is !== 'answer' || !result.answer) schedule.plan(NOTIFY_AGAIN_MS, 'notification is repeated', () => notify(body));
    });
  };
  const gateway = createSimulatedGateway({ schedule, network, random: random.child(), notify });
  const testPlatform = testMoney(pool).platform;
  const base: Platform = {
    ...testPlatform,
    config: { ...testPlatform.config, withdrawalAutomaticUpTo: AUTOMATIC_UP_TO },
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

  // Each device has looked at its seeds before the first round.
  const firstDraws = await readDraws(base, userIds);

  let hasWishes = true;
  let keyCount = 0;
  const player = random.child();
  const newKey = (): string => `wish-${String((keyCount += 1)).padStart(16, '0')}`;
  function submitWish(client: SimulatedClient, at: number): void {
    const wish = drawWish(player);
    const { bankAccountId = '' } = players[at] ?? {};
    const draw = expectedDraw(firstDraws[at], client.intents(), steppers[at]?.asks ?? []);
    client.submit(wish.kind, newKey(), wish.body(player, { bankAccountId, draw }), wish.gameId);
  }
  function planActions(client: SimulatedClient, at: number): void {
    schedule.plan(300 + player.below(4_000), 'a player', () => {
      if (!hasWishes) return;
      const retry = withAcceptedEnds(client.intents().at(-1));
      if (retry !== null && player.chance(AGREEMENT_RATE)) client.submit('withdrawal', newKey(), retry);
      else if (player.chance(REOPEN_RATE)) client.reopen();
      else if (player.chance(PROTECTION_RATE)) devices[at]?.act(newKey());
      else if (player.chance(BONUS_RATE)) bonuses[at]?.act(newKey());
      else if (player.chance(STEP_RATE)) steppers[at]?.act(newKey());
      else submitWish(client, at);
      planActions(client, at);
    });
  }
  // Players claim a bonus before their first deposit, so that the deposit is matched and there is bonus money to play with.
  bonuses.forEach((device) => device.act(newKey()));
  clients.forEach(planActions);

  let jobPauseMs = JOB_EVERY_MS;
  const slowness = () => jobPauseMs / JOB_EVERY_MS;
  createAdmins({ schedule, network, platform, random: random.child(), adminIds, userIds, slowness });
  function runJobs(): void {
    schedule.plan(jobPauseMs, 'jobs', () => void platform.runJobs().then(runJobs));
  }
  runJobs();

  for (let step = 0; step < steps; step += 1) await schedule.step();

  hasWishes = false;
  network.heal();
  platform.heal();
  const healedAt = schedule.now();
  let stepCount = steps;
  const readOpen = async (): Promise<string[]> => [
    ...clients.flatMap((client) => (client.isAtRest() ? [] : ['a client'])),
    ...devices.flatMap((device) => (device.isAtRest() ? [] : ['a limit or a break'])),
    ...bonuses.flatMap((device) => (device.isAtRest() ? [] : ['a bonus'])),
    ...steppers.flatMap((device) => (device.isAtRest() ? [] : ['a step'])), ...(await openRows(pool, userIds)),
  ];
  let open = await readOpen();
  while (open.length > 0 && schedule.now() - healedAt < REST_WITHIN_MS && stepCount < MAX_STEPS) {
    await schedule.step();
    stepCount += 1;
    // No client waits any more, so the pause between jobs that find nothing grows.
    if (stepCount % 10 === 0) {
      open = await readOpen();
      if (clients.every((client) => client.isAtRest())) jobPauseMs = Math.min(LONGEST_JOB_PAUSE_MS, jobPauseMs * 1.6);
    }
  }
  await endBonuses(base, userIds);
  const withdrawals = await countEnds(pool, userIds);
  const asks = devices.flatMap((device) => device.asks);
  const bonusAsks = bonuses.flatMap((device) => device.asks);
  const stepAsks = steppers.flatMap((device) => device.asks);
  const { trace } = schedule;
  return { clients, asks, bonusAsks, stepAsks, books: gateway.books, userIds, trace, deaths: platform.deaths, steps: stepCount, withdrawals, open };
}
