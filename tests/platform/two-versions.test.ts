/** The version before this one and this one on one database, under load, while one takes over from the other. Part of the long run. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { signUp } from '../../src/core/contract/auth';
import { createDeposit } from '../../src/core/contract/cashier';
import { getBalance } from '../../src/core/contract/player';
import { addBankAccount } from '../../src/core/contract/withdrawals';
import { BINDING_COOKIE } from '../../server/http/cookies';
import { testDatabase } from '../support/database';
import type { TestDatabase } from '../support/database';
import { afterTest, makeTemporaryDirectory } from '../support/embedded';
import { testClient, userIdOf } from '../support/http-client';
import { newKey } from '../support/keys';
import { buildPlatform, findLastVersion, takeOut } from '../support/last-version/last-version.mjs';
import { expectReplayed } from '../support/money-kills/stepped';
import { createWitness } from '../support/money-kills/witness';
import type { Actor, Witness } from '../support/money-kills/witness';
import { PROOFS } from '../support/money-model/proofs';
import { newPlayer } from '../support/platform';
import { startForTest } from '../support/platform-process';
import type { PlatformProcess } from '../support/platform-process';
import { browserOf } from '../support/signed-in-players';
import { isLong, randomFrom, seedOf } from '../support/seeds';
import { GTBANK, accountOfAda } from '../support/withdrawals';

const ACTORS = 6;
/** Answers in each part of the rolling change. */
const ANSWERS = 150;
const MINUTES = 60_000;
const POLL_PAUSE_MS = 100;
const REFUSAL = /^The database has the migration \S+, which this Ayo does not know/;

interface OldVersion {
  readonly commit: string;
  readonly main: string;
  /** It knows of `min_reader`, and so starts on a newer schema. */
  readonly startsOnNewer: boolean;
}

let database: TestDatabase;
let old: OldVersion;
let remove: () => Promise<void>;
let dataDir: string;

const start = (main?: string): PlatformProcess => startForTest({ DATABASE_URL: database.databaseUrl, DATA_DIR: dataDir }, main);

/** Signs a player up by calls alone, because this version's code would not find its columns in the older schema. */
async function makeActor(url: string): Promise<Actor> {
  const client = testClient(url);
  const { data } = await client.call(signUp, { body: newPlayer() });
  client.session = data;
  const userId = userIdOf(client);
  const params = { userId };
  const { pool } = database;
  await pool.query(`UPDATE player SET email_activated_at = now(), verification = 'verified' WHERE user_id = $1`, [userId]);
  // The payer of an amount that ends in .01 pays at once.
  const paid = await client.call(createDeposit, { params, key: newKey(), body: { method: 'card', amount: 900_000.01, currency: 'NGN' } });
  expect(paid.status, paid.text).toBe(201);
  const balanceOf = async () => (await pool.query<{ balance: number }>(`SELECT balance FROM ledger_account WHERE user_id = $1 AND kind = 'real'`, [userId])).rows[0]?.balance;
  await expect.poll(balanceOf, { timeout: MINUTES }).toBe(90_000_001);
  const { bankAccountId } = (await client.call(addBankAccount, { params, body: { bankCode: GTBANK, accountNumber: accountOfAda() } })).data;
  // It counts as one that was paid out to before.
  await pool.query('UPDATE bank_account SET added_at = now() - interval \'30 days\', used_at = now() - interval \'20 days\' WHERE user_id = $1', [userId]);
  await pool.query('UPDATE ledger_account SET unplayed = 0 WHERE user_id = $1', [userId]);
  return { userId, sessionId: data.sessionId, bindingSecret: client.cookies.get(BINDING_COOKIE) ?? '', bankAccountId };
}

/**
 * Lets the witness's clients act on these processes, and their pages poll them, until enough more answers came. Returns what the polls were
 * answered.
 */
async function loadOn(
  urls: readonly string[], actors: readonly Actor[], witness: Witness, alongside: () => Promise<unknown> = async () => undefined,
): Promise<string[]> {
  let isOver = false;
  const answers: string[] = [];
  const poll = async (actor: Actor, url: string): Promise<void> => {
    const client = browserOf(actor, url);
    while (!isOver) {
      const { status, problem } = await client.call(getBalance, { params: { userId: actor.userId } }).catch(() => ({ status: 0, problem: null }));
      answers.push([status, problem?.code].join(' ').trim());
      await pause(POLL_PAUSE_MS);
    }
  };
  const goal = witness.acknowledged() + ANSWERS;
  const working = Promise.all(urls.flatMap((url) => [witness.work(url, () => isOver), ...actors.map((actor) => poll(actor, url))]));
  try {
    await alongside();
    await expect.poll(() => witness.acknowledged(), { timeout: 5 * MINUTES, interval: 20 }).toBeGreaterThanOrEqual(goal);
  } finally {
    isOver = true;
    await working;
  }
  return answers;
}

function countsOf(answers: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

describe.runIf(isLong)('the version before this one and this one', () => {
  beforeAll(async () => {
    const commit = await findLastVersion();
    const taken = await takeOut(commit);
    ({ remove } = taken);
    old = { commit, main: await buildPlatform(taken.folder), startsOnNewer: existsSync(path.join(taken.folder, 'server/db/migration-file.ts')) };
  }, 10 * MINUTES);
  afterAll(async () => remove());

  it('share a database while one takes over from the other, and nothing is lost or done twice', { timeout: 30 * MINUTES }, async () => {
    database = await testDatabase({ isMigrated: false });
    afterTest(() => database.close());
    dataDir = await makeTemporaryDirectory();
    const random = randomFrom(seedOf('two versions'));
    const version = async () => (await database.pool.query<{ max: number }>('SELECT max(number) FROM schema_migration')).rows[0]?.max ?? 0;
    const first = start(old.main);
    const firstUrl = await first.url;
    const second = start(old.main);
    const secondUrl = await second.url;
    const actors: Actor[] = [];
    // One after the other, because strangers from one address have few places.
    while (actors.length < ACTORS) actors.push(await makeActor(firstUrl));
    const witness = createWitness(actors, random.child());
    const polls = { before: await loadOn([firstUrl, secondUrl], actors, witness), during: [] as string[], after: [] as string[] };
    const before = await version();

    // The new one migrates while both old ones play and pay.
    let newUrl = '';
    polls.during = await loadOn([firstUrl, secondUrl], actors, witness, async () => {
      newUrl = await start().url;
    });
    const after = await version();
    expect(after).toBeGreaterThan(before);
    for (const url of [firstUrl, secondUrl, newUrl]) {
      const readiness = async () => JSON.parse((await testClient(url).request('GET', '/readyz')).text) as unknown;
      await expect.poll(readiness, { timeout: MINUTES }).toMatchObject({ status: 'ready', schema: 'fits', money: 'open' });
    }

    // An old one is replaced, the other one plays on beside the new one.
    second.signal('SIGTERM');
    await second.ended;
    polls.after = await loadOn([firstUrl, newUrl], actors, witness);
    console.info(`polls: ${JSON.stringify([polls.before, polls.during, polls.after].map(countsOf))}`);
    for (const url of [firstUrl, newUrl]) expect(await witness.check(url, 'all')).toEqual([]);

    // The way back.
    first.signal('SIGKILL');
    await first.ended;
    const back = start(old.main);
    if (old.startsOnNewer) {
      const backUrl = await back.url;
      await loadOn([backUrl, newUrl], actors, witness);
      for (const url of [backUrl, newUrl]) expect(await witness.check(url, 'all')).toEqual([]);
    } else {
      expect((await back.ended).stderr).toMatch(REFUSAL);
    }
    console.info(`two versions: ${JSON.stringify({ old: old.commit.slice(0, 12), before, after, acknowledged: witness.acknowledged(), stepped: witness.stepped(), startsOnNewer: old.startsOnNewer })}`);
    expect(Math.min(...Object.values(witness.stepped()))).toBeGreaterThan(0);
    expect(await findViolations(database.pool, [...MONEY_INVARIANTS, ...PROOFS])).toEqual([]);
    await expectReplayed(database.pool);
  });
});
