/** Two accounts that look alike must prove who they are by how they stand, so that nobody gains by doing things in another order. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transaction } from '../../server/db/transaction';
import { requestSettling, settleLookalikes, storeSearchKeys } from '../../server/lookalikes';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { checkIdentity, newNin } from '../support/persons';
import { newE164Phone } from '../support/phones';
import { giveMoney, makePlayer } from '../support/players';
import { makeStage, naira } from '../support/protection/stage';
import type { Stage } from '../support/protection/stage';
import { isLong, seedOf } from '../support/seeds';
import { writeBankAccount } from '../support/field-keys';

const EVENTS = ['sign-up A', 'sign-up B', 'verify B', 'exclude A', 'same payout account', 'sign-in B'] as const;
type Event = (typeof EVENTS)[number];
const AFTER: Readonly<Record<Event, readonly Event[]>> = {
  'sign-up A': [],
  'sign-up B': [],
  'verify B': ['sign-up B'],
  'exclude A': ['sign-up A'],
  'same payout account': ['sign-up A', 'sign-up B'],
  'sign-in B': ['sign-up B'],
};

/** All orders of these in which nothing comes before what it needs. */
function ordersOf(events: readonly Event[], before: readonly Event[] = []): Event[][] {
  if (events.length === 0) return [[...before]];
  return events.filter((event) => AFTER[event].every((needed) => before.includes(needed)))
    .flatMap((event) => ordersOf(events.filter((each) => each !== event), [...before, event]));
}

let database: TestDatabase;
let stage: Stage;
let born = 0;
beforeAll(async () => {
  database = await testDatabase();
  stage = makeStage(database.pool);
  stage.at('2026-11-21T10:00:00.000Z');
});
afterAll(() => database.close());

interface Case {
  readonly hasMoney: boolean;
}

/** Runs the events in this order, and returns which identity check A and B need in the end; null: none. */
async function play(events: readonly Event[], { hasMoney }: Case): Promise<readonly (string | null)[]> {
  const { pool } = database;
  born += 1;
  const person = { phone: newE164Phone(), born: new Date(Date.UTC(1950, 0, born)).toISOString().slice(0, 10), payout: `80${String(born).padStart(8, '0')}` };
  const ids: { A?: string; B?: string } = {};
  const idOf = (who: 'A' | 'B') => ids[who] ?? '';
  const note = async (who: 'A' | 'B') => {
    await transaction(pool, async (tx) => {
      await storeSearchKeys(tx, idOf(who), null, stage.platform.now());
      await requestSettling(tx, [idOf(who)], stage.platform.now());
    });
    await settleLookalikes(stage.platform, [idOf(who)]);
  };
  const addAccount = async (who: 'A' | 'B') => {
    await writeBankAccount(pool, {
      bank_account_id: `${idOf(who)}${person.payout}`, user_id: idOf(who), bank_code: '058', bank_name: 'A bank', accountNumber: person.payout, account_name: 'OBI ADA',
      added_at: stage.platform.now(),
    });
    await note(who);
  };
  const signUp = async (who: 'A' | 'B') => {
    ids[who] = await makePlayer(pool);
    await pool.query('UPDATE player SET date_of_birth = $2, phone = $3, created_at = $4 WHERE user_id = $1', [idOf(who), person.born, person.phone, stage.platform.now()]);
    if (who === 'A' && hasMoney) await giveMoney(pool, idOf('A'), naira(500));
    await note(who);
  };
  const DO: Readonly<Record<Event, () => Promise<unknown>>> = {
    'sign-up A': () => signUp('A'),
    'sign-up B': () => signUp('B'),
    'verify B': async () => expect(await checkIdentity(stage.platform, idOf('B'), newNin())).toBe(null),
    'exclude A': () => stage.existingPlayer(idOf('A')).exclude('permanent'),
    'same payout account': async () => {
      await addAccount('A');
      stage.pass(1_000);
      await addAccount('B');
    },
    'sign-in B': () => note('B'),
  };
  for (const event of events) {
    stage.pass(1_000);
    await DO[event]();
  }
  const { rows } = await pool.query<{ user_id: string; identity_check: string | null }>('SELECT user_id, identity_check FROM player WHERE user_id = ANY($1)', [[idOf('A'), idOf('B')]]);
  return (['A', 'B'] as const).map((who) => rows.find((row) => row.user_id === ids[who])?.identity_check ?? null);
}

/** Names the fact that an order leaves behind: which account was there first, and whether B's identity was known by then. */
function standingOf(events: readonly Event[], { hasMoney }: Case): string {
  const at = (event: Event) => events.indexOf(event);
  if (at('sign-up A') < at('sign-up B')) return 'A is older';
  return hasMoney && at('verify B') < at('sign-up A') ? 'A is newer than the identity of B' : 'A is newer';
}

async function endsOf(orders: readonly Event[][], what: Case): Promise<Record<string, string[]>> {
  const ends = new Map<string, Set<string>>();
  for (const order of orders) {
    const standing = standingOf(order, what);
    const found = ends.get(standing) ?? new Set();
    ends.set(standing, found.add(`A: ${(await play(order, what)).join(', B: ')}`));
  }
  return Object.fromEntries([...ends].map(([standing, found]) => [standing, [...found]]));
}

/** A short run tries a third of these, another third with another seed: there are six times as many as of the ones by phone. */
const sampled = (orders: readonly Event[][], seed: number): readonly Event[][] => (isLong ? orders : orders.filter((_, at) => at % 3 === seed % 3));

const ALIKE_BY_PHONE = EVENTS.filter((event) => event !== 'same payout account');

describe('in every order of sign-up, NIN, exclusion, payout account and sign-in', { timeout: 5 * 60_000 }, () => {
  it('two accounts of one phone, where the excluded one never held money, end alike', async () => {
    expect(await endsOf(ordersOf(ALIKE_BY_PHONE), { hasMoney: false })).toEqual({ 'A is older': ['A: play, B: play'], 'A is newer': ['A: play, B: '] });
  });

  it('two accounts of one phone, where the excluded one was played with, end alike', async () => {
    expect(await endsOf(ordersOf(ALIKE_BY_PHONE), { hasMoney: true })).toEqual({
      'A is older': ['A: money-in, B: play'], 'A is newer': ['A: play, B: play'], 'A is newer than the identity of B': ['A: play, B: '],
    });
  });

  it('two accounts that are paid out to the same place end alike: whoever is excluded is not let in by an early NIN', async () => {
    expect(await endsOf(sampled(ordersOf(EVENTS), seedOf('orders')), { hasMoney: false })).toEqual({ 'A is older': ['A: play, B: play'], 'A is newer': ['A: play, B: play'] });
  });
});
