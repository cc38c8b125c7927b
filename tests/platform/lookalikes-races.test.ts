/** Two accounts of one person that become alike at the same moment: each transaction is held up before it ends. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settleDue } from '../../server/lookalikes';
import { setHolder } from '../../server/gateways/payment/simulator/payouts/payout-rows';
import { signIn, signUp } from '../../src/core/contract/auth';
import { patchDetails } from '../../src/core/contract/details';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { paramsOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { makeLookalikes } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

let database: TestDatabase;
/** Two processes, since one lets in one sign-up at a time. */
let site: TestPlatform;
let secondSite: TestPlatform;
beforeAll(async () => {
  database = await testDatabase();
  site = await testPlatform({ database, pool: database.anotherPool({ max: 10 }) });
  secondSite = await testPlatform({ database, pool: database.anotherPool({ max: 10 }) });
});
afterAll(async () => {
  await secondSite.close();
  await site.close();
  await database.close();
});
// An hour passes before each test, because opening many accounts within an hour costs puzzles.
beforeEach(() => [site, secondSite].forEach((each) => each.pass(3_600_000)));

const { newPerson, join, bar, verify } = makeLookalikes(() => site);

/**
 * Runs both and lets neither commit before both wait to, so neither has seen the other's change. What no call has settled is
 * settled as the platform's job does it.
 */
async function atOnce(...acts: readonly (() => Promise<unknown>)[]): Promise<void> {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE lookalike_due IN EXCLUSIVE MODE');
    const state = { isOver: false };
    const running = Promise.allSettled(acts.map((act) => act())).finally(() => {
      state.isOver = true;
    });
    for (let waiting = 0; waiting < acts.length && !state.isOver; ) {
      const { rows } = await database.pool.query<{ waiting: number }>(
        // One may wait for the other's transaction, and such a lock has no database.
        'SELECT count(DISTINCT pid)::int AS waiting FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()',
      );
      waiting = rows[0]?.waiting ?? 0;
    }
    await holder.query('COMMIT');
    for (const result of await running) if (result.status === 'rejected') throw result.reason;
    await settleDue(site.platform);
  } finally {
    holder.release();
  }
}

async function checksOf(clients: readonly TestClient[]): Promise<(string | null)[]> {
  const { rows } = await database.pool.query<{ identity_check: string | null }>('SELECT identity_check FROM player WHERE user_id = ANY($1) ORDER BY identity_check NULLS FIRST', [
    clients.map((client) => paramsOf(client).userId),
  ]);
  return rows.map((row) => row.identity_check);
}

const change = (client: TestClient, phone: string, version = 1) => async () =>
  expect((await client.call(patchDetails, { params: paramsOf(client), key: randomUUID(), headers: { 'if-match': `"${version}"` }, body: { phone } })).status).toBe(200);

describe('nobody has two accounts of which neither is asked who they are', () => {
  it('by two sign-ups with one name, birthday and phone at once', async () => {
    const person = newPerson();
    const clients = [site.client(), secondSite.client()];
    await atOnce(...clients.map((client) => async () => {
      const { data } = await client.call(signUp, { body: newPlayer(person) });
      client.session = { sessionId: data.sessionId, userId: data.userId };
    }));
    expect((await checksOf(clients)).includes('play')).toBe(true);
  });

  it('by changing both to one phone at once', async () => {
    const person = newPerson();
    const clients = [await join({ ...person, phone: newPhone() }), await join({ ...person, phone: newPhone() })];
    await atOnce(...clients.map((client) => change(client, person.phone)));
    expect((await checksOf(clients)).includes('play')).toBe(true);
  });

  it('by adding one bank account to both at once', async () => {
    const person = newPerson();
    const clients = [await join({ ...person, phone: newPhone() }), await join({ ...person, phone: newPhone() })];
    const body = { bankCode: '058', accountNumber: '7088000001' };
    await setHolder(site.pool, body.accountNumber, 'OBI ADA', site.platform.now());
    await atOnce(...clients.map((client) => async () =>
      expect((await client.call(addBankAccount, { params: paramsOf(client), body })).status).toBe(201)));
    expect((await checksOf(clients)).includes('play')).toBe(true);
  });
});

it('sign-ins, exclusions, NINs, phones and bank accounts of lookalikes at once never wait for each other for ever', async () => {
  const before = await readDeadlocks();
  for (let round = 0; round < 6; round += 1) {
    site.pass(3_600_000);
    const person = newPerson();
    const usernames = Array.from({ length: 3 }, () => `race${randomUUID().slice(0, 10)}`);
    const clients: TestClient[] = [];
    for (const username of usernames) clients.push(await join({ ...person, username }));
    const [first, second, third] = clients;
    if (first === undefined || second === undefined || third === undefined) throw new Error('there are three');
    const signInAs = (username: string) => async () =>
      expect((await site.client().call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
    const acts: readonly (() => Promise<unknown>)[] = [
      () => bar(first, '24-hours'), change(second, newPhone()), () => verify(third), change(third, newPhone()), () => verify(second),
      ...usernames.map(signInAs), () => site.client().call(signUp, { body: newPlayer(person) }),
    ];
    await Promise.all(acts.map((act) => act()));
  }
  expect(await readDeadlocks()).toBe(before);
});

async function readDeadlocks(): Promise<number> {
  const { rows } = await database.pool.query<{ deadlocks: number }>('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
  return rows[0]?.deadlocks ?? 0;
}
