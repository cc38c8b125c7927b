/** Nobody gains anything by opening many accounts that look like one another, and by keeping them busy. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleDue } from '../../server/lookalikes';
import { signIn } from '../../src/core/contract/auth';
import { patchDetails } from '../../src/core/contract/details';
import { exclude } from '../../src/core/contract/protection';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { kobo } from '../../src/core/money';
import { setHolder } from '../../server/gateways/payment/simulator/payouts/payout-rows';
import { countWork } from '../support/count-work';
import type { CountedWork } from '../support/count-work';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { makeLookalikes, NO_REFUSALS, IDENTITY_REFUSALS } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let database: TestDatabase;
let site: TestPlatform;
let work: CountedWork;
beforeAll(async () => {
  database = await testDatabase();
  work = countWork(database.pool);
  site = await testPlatform({ database, pool: work.pool, healthPool: database.healthPool() });
});
afterAll(async () => {
  await site.close();
  await database.close();
});
// The sign-ups are forgotten before each test, because many of them within an hour cost puzzles, which are not tested here.
const forgetSignUps = () => database.pool.query(`DELETE FROM rate WHERE kind LIKE 'sign-up-%'`);
beforeEach(forgetSignUps);

const { newPerson, join, bar, verify, readRefusals } = makeLookalikes(() => site);
const NO_MONEY = kobo(0);
type Person = ReturnType<typeof newPerson>;

async function openMany(count: number, person: Person): Promise<TestClient[]> {
  const fakes: TestClient[] = [];
  for (let n = 0; n < count; n += 1) {
    await forgetSignUps();
    fakes.push(await join(person, site.client(), NO_MONEY));
  }
  return fakes;
}
const idsOf = (clients: readonly TestClient[]) => clients.map((client) => paramsOf(client).userId);
const protect = async (client: TestClient) =>
  (await client.call(exclude, { params: paramsOf(client), key: randomUUID(), body: { length: '24-hours' } })).status;

/** Runs `act` while another connection has run `sql` and holds what that locks. */
async function whileLocked(sql: string, values: readonly unknown[], act: () => Promise<void>): Promise<void> {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(sql, [...values]);
    await act();
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

const ROWS = 'SELECT FROM player WHERE user_id = ANY($1) FOR NO KEY UPDATE';

describe('nobody stops others by keeping accounts busy that look like theirs, or have their birthday', () => {
  it('neither from a break nor from signing in, showing a NIN, adding a bank account or changing their details', async () => {
    const person = newPerson();
    const username = `bystander${randomUUID().slice(0, 8)}`;
    const bystander = await join({ dateOfBirth: person.dateOfBirth, firstname: 'Ngozi', lastname: 'Balogun', username });
    const lookalike = await join(person);
    const bank = { bankCode: '058', accountNumber: '7012345999' };
    await setHolder(site.pool, bank.accountNumber, 'BALOGUN NGOZI', site.platform.now());
    const fakes = await openMany(4, person);
    let busy: Promise<unknown> = Promise.resolve();
    await whileLocked(ROWS, [idsOf(fakes)], async () => {
      // Each of these holds whatever it takes before its own row, and waits for that.
      busy = Promise.allSettled(fakes.map(protect));
      await untilWaiting(fakes.length);
      for (const player of [bystander, lookalike]) expect(await protect(player)).toBe(201);
      expect(await verify(bystander)).toBe(null);
      expect((await bystander.call(addBankAccount, { params: paramsOf(bystander), body: bank })).status).toBe(201);
      const patch = { params: paramsOf(bystander), key: randomUUID(), headers: { 'if-match': '"1"' }, body: { phone: newPhone() } };
      expect((await bystander.call(patchDetails, patch)).status).toBe(200);
      expect((await site.client().call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
    });
    await busy;
  });

  it('while everything that is worked out about lookalikes stands still, a break begins at once, and a new account must show who it is', async () => {
    const person = newPerson();
    const [player, second] = [await join(person), await join({ ...person, phone: newPhone() })];
    expect(await readRefusals(second)).toEqual(NO_REFUSALS);
    let fresh: TestClient | undefined;
    await whileLocked('LOCK TABLE person_hint IN ACCESS EXCLUSIVE MODE', [], async () => {
      expect(await protect(player)).toBe(201);
      expect(await readRefusals(player)).toEqual(['cool-off', 'cool-off']);
      fresh = await join(newPerson());
      expect(await readRefusals(fresh)).toEqual(IDENTITY_REFUSALS);
      const patch = { params: paramsOf(second), key: randomUUID(), headers: { 'if-match': '"1"' }, body: { phone: person.phone } };
      expect((await second.call(patchDetails, patch)).status).toBe(200);
    });
    await settleDue(site.platform);
    if (fresh === undefined) throw new Error('it was opened');
    expect(await readRefusals(fresh)).toEqual(NO_REFUSALS);
    expect(await readRefusals(second)).toEqual(IDENTITY_REFUSALS);
  });

  async function untilWaiting(count: number): Promise<void> {
    for (let waiting = 0; waiting < count;) {
      const { rows } = await database.pool.query<{ waiting: number }>(
        `SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks WHERE NOT granted`,
      );
      waiting = rows[0]?.waiting ?? 0;
    }
  }
});

describe('of very many accounts with one name, birthday and phone', { timeout: 5 * 60_000 }, () => {
  let person: Person;
  let player: TestClient;
  let fakes: TestClient[];
  let few: number;
  beforeAll(async () => {
    person = newPerson();
    player = await join(person);
    fakes = await openMany(26, person);
    few = await countStatements(fakes[25]);
    fakes.push(...(await openMany(24, person)));
  }, 5 * 60_000);

  /** When the session was last used is stored every few minutes, whoever it is. */
  const countOwn = (statements: readonly string[]): number => statements.filter((text) => !text.startsWith('UPDATE session SET last_')).length;

  async function countStatements(client: TestClient | undefined): Promise<number> {
    if (client === undefined) throw new Error('there are enough');
    const { statements } = await work.during(site.platform, () => protect(client));
    return countOwn(statements);
  }

  it('a further one costs as many statements as one of the first, and adds no pairs', async () => {
    const many = await countStatements(fakes[49]);
    expect(many).toBe(few);
    const { rows } = await database.pool.query<{ hints: number }>('SELECT count(*)::int AS hints FROM person_hint WHERE user_id = ANY($1)', [idsOf(fakes)]);
    expect(rows[0]?.hints).toBeLessThanOrEqual(20 * 21);
    const { rows: pairs } = await database.pool.query<{ pairs: number }>('SELECT count(*)::int AS pairs FROM person_hint WHERE other_id = $1', [paramsOf(player).userId]);
    expect(pairs[0]?.pairs).toBeLessThanOrEqual(21);
  });

  it('the player’s own break and NIN cost no more statements than with a few', async () => {
    const other = newPerson();
    const alone = await join(other);
    await openMany(2, other);
    const byFew = await work.during(site.platform, () => verify(alone));
    const byMany = await work.during(site.platform, () => verify(player));
    expect(countOwn(byMany.statements)).toBe(countOwn(byFew.statements));
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
  });

  it('the last one pays nothing in before it shows a NIN, and is free with one of its own', async () => {
    const last = fakes[48];
    if (last === undefined) throw new Error('there are enough');
    expect(await readRefusals(last)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(last)).toBe(null);
    expect((await readRefusals(last))[0]).toBe(null);
  });

  it('nobody who is excluded hides behind them: the last one is stopped with a NIN of its own, too', async () => {
    const other = newPerson();
    const excluded = await join(other);
    await bar(excluded);
    await openMany(22, other);
    const last = await join(other, site.client(), NO_MONEY);
    expect(await readRefusals(last)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(last)).toBe(null);
    expect(await readRefusals(last)).toEqual(IDENTITY_REFUSALS);
  });
});
