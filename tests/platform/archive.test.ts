import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmPassword, signIn } from '../../src/core/contract/auth';
import { createDeposit, listDeposits, listTransactions } from '../../src/core/contract/cashier';
import { addFavourite } from '../../src/core/contract/favourites';
import { transaction } from '../../server/db/transaction';
import { advisePlayer } from '../../server/protection';
import { confirmCorrection, proposeAdjustment } from '../../src/core/contract/corrections';
import { getDetails, patchDetails } from '../../src/core/contract/details';
import { launchGame } from '../../src/core/contract/frames';
import { listRounds, playRound, rotateSeeds } from '../../src/core/contract/games';
import { deleteConsent } from '../../src/core/contract/consents';
import { answerLimitsOffer, exclude, setLimit } from '../../src/core/contract/protection';
import { getStatement } from '../../src/core/contract/statement';
import { setLeaderboardChoice } from '../../src/core/contract/leaderboard';
import { claimPromotion, listPromotions } from '../../src/core/contract/promotions';
import { addBankAccount, removeBankAccount } from '../../src/core/contract/withdrawals';
import { sendMessage } from '../../src/core/contract/support';
import type { StatementEntry } from '../../src/core/contract/statement';
import { verifyStatement } from '../../src/core/statement';
import { RULES_VERSIONS } from '../../src/core/games/rules/versions';
import { NOT_IN_ARCHIVE, SECTIONS } from '../../server/accounts/archive/sections';
import { readCsv, downloadArchive } from '../support/archive/unzip';
import { callPlatform, GAME, providerAt } from '../support/frame-provider/provider';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { newKey } from '../support/keys';
import { checkIdentity, newNin } from '../support/persons';
import { PASSWORD, newPlayer, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { GTBANK, accountOfAda, ask, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';
import { seedSteppedGames } from '../support/stepped-rounds';
import { serverSeedOf } from '../../server/games/server-seed';
import type { StoredSeed } from '../../server/games/server-seed';
import { TEST_SEED_KEYS } from '../support/seed-keys';
import { readAccountNumbers } from '../support/field-keys';

const MINUTE_MS = 60_000;
const FORMULA_AGENT = '=HYPERLINK("http://evil.example","Chrome on Android")';

const DRUMS = providerAt('http://localhost:9');

let site: TestPlatform;
let player: PaidPlayer;
let other: PaidPlayer;
let files: Record<string, string>;
let all: string;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [DRUMS] } });
  await seedSteppedGames(site.pool, site.platform.now());
  player = await busyPlayer('busy');
  other = await busyPlayer('other');
  files = await downloadArchive(site.baseUrl, player.client);
  all = Object.values(files).join('\n');
});
afterAll(() => site.close());

/** Somebody of whom there is a row in every file. */
async function busyPlayer(username: string): Promise<PaidPlayer> {
  const names = newPlayer({ username, email: `${username}@player.example`, consents: ['sms'] });
  const paid = await paidPlayer(site, { ...names, naira: 70_000 });
  const { client } = paid;
  const params = paramsOf(client);
  await client.call(deleteConsent, { params: { ...params, tagCode: 'sms' } });
  const { version } = (await client.call(getDetails, { params })).data;
  const address = { street: '=1+2 Broad Street', city: 'Lagos Island', state: 'LA' as const };
  await client.call(patchDetails, { params, body: { address }, key: newKey(), headers: { 'if-match': `"${version}"` } });
  const play = (more: { stake?: number; freeSpinOf?: string | undefined } = {}) =>
    client.call(playRound, { params: { ...params, gameId: 'adire-gold' }, body: { stake: 10, currency: 'NGN', bet: {}, ...more }, key: newKey() });
  expect((await play()).status).toBe(201);
  await client.call(rotateSeeds, { params });
  site.pass(3_000);
  expect((await play()).status).toBe(201);
  expect(await checkIdentity({ ...site.platform, randomBytes }, paid.userId, newNin())).toBe(null);
  const spins = (await client.call(listPromotions, {})).data.items.find(({ promotionId }) => promotionId === 'free-spins');
  const claim = { params: { ...params, promotionId: 'free-spins' as const }, body: { version: spins?.version ?? NaN }, key: newKey() };
  const { bonus } = (await client.call(claimPromotion, claim)).data;
  site.pass(3_000);
  expect((await play({ stake: 20, freeSpinOf: bonus?.walletId })).status).toBe(201);
  site.pass(5_000);
  const { data: launched } = await client.call(launchGame, { params: { ...params, gameId: GAME } });
  const callAsProvider = (name: string, body: unknown) => callPlatform(site.baseUrl, DRUMS, name, body, { at: site.platform.now().getTime() });
  await callAsProvider('exchange', { token: new URL(launched.url).hash.slice('#token='.length), gameId: GAME });
  expect((await callAsProvider('debit', { session: launched.launchId, transactionId: `t-${launched.launchId}`, roundId: 'r1', amount: 10, currency: 'NGN' })).status).toBe(200);
  site.pass(5_000);
  const mines = { params: { ...params, gameId: 'mines' }, body: { stake: 100, currency: 'NGN' as const, bet: { mines: 3 } } };
  const seeds = { commit: '0'.repeat(64), clientSeed: 'nobody-s', nonce: 7 };
  expect((await client.call(playRound, { ...mines, body: { ...mines.body, seeds }, key: newKey() })).problem?.code).toBe('seed-changed');
  expect((await client.call(playRound, { ...mines, key: newKey() })).data.state).toBe('open');
  expect((await client.call(setLeaderboardChoice, { params, body: { optedIn: true } })).status).toBe(200);
  expect((await client.call(addFavourite, { params: { ...params, gameId: 'adire-gold' } })).status).toBe(204);
  const { depositId } = (await client.call(createDeposit, { params, body: { method: 'mobile-money', amount: 500, currency: 'NGN' }, key: newKey() })).data;
  await site.pool.query('INSERT INTO deposit_claim (deposit_id, bank_reference, at) VALUES ($1, $2, $3)', [depositId, '+FT2611210001', site.platform.now()]);
  await site.pool.query(
    `INSERT INTO deposit_return (return_id, deposit_id, reference, state, reason, created_at, updated_at)
     VALUES ($1, $1, 'ret-' || $1, 'failed', 'The bank did not take it back.', $2, $2)`,
    [depositId, site.platform.now()],
  );
  expect((await ask(paid, 60_000)).status).toBe(201);
  await site.pool.query(
    `INSERT INTO identity_check (user_id, at, gateway, kind, wording_version, outcome) VALUES ($1, $2, 'simulator', 'nin', '1', 'verified')`,
    [paid.userId, site.platform.now()],
  );
  await site.pool.query(`INSERT INTO person_link (user_id, person_id, at, after_entry, after_step) VALUES ($1, $1, $2, 0, 0)`, [
    paid.userId, site.platform.now(),
  ]);
  expect((await client.call(answerLimitsOffer, { params })).status).toBe(200);
  expect((await client.call(setLimit, { params: { ...params, kind: 'deposit', period: 'day' }, body: { amount: 5_000, currency: 'NGN' }, key: newKey() })).status).toBe(200);
  expect((await client.call(sendMessage, { params, body: { text: '=1+2 is what I get.' }, key: newKey() })).status).toBe(201);
  await site.client().call(signIn, { body: { username, password: PASSWORD }, headers: { 'user-agent': FORMULA_AGENT } });
  const { data: former } = await client.call(addBankAccount, { params, body: { bankCode: GTBANK, accountNumber: accountOfAda() } });
  expect((await client.call(removeBankAccount, { params: { ...params, bankAccountId: former.bankAccountId } })).status).toBe(204);
  await transaction(site.pool, (tx) => advisePlayer(tx, site.platform, { userId: paid.userId, level: 1, at: site.platform.now() }));
  const correction = { userId: paid.userId, direction: 'credit', amount: 5, reasonCode: 'goodwill', note: 'For the trouble.', playerText: '=1+2 was missing.' } as const;
  const { data: { proposalId } } = await (await site.signUpAdmin()).call(proposeAdjustment, { body: correction });
  const confirmed = await (await site.signUpAdmin()).call(confirmCorrection, { params: { proposalId }, key: newKey(), headers: { 'if-match': '"1"' } });
  expect(confirmed.data.state).toBe('confirmed');
  expect((await client.call(exclude, { params, body: { length: '24-hours' }, key: newKey() })).status).toBe(201);
  return paid;
}

const naira = (amount: string | undefined): number => Number(amount);
const kobo = (amount: string | undefined): number => Math.round(Number(amount) * 100);

describe('the archive', () => {
  it('has every file, also of a player who has done nothing', async () => {
    const empty = await downloadArchive(site.baseUrl, await site.signUp());
    expect(Object.keys(empty)).toEqual([...SECTIONS.map(({ file }) => file), 'readme.txt']);
    expect(JSON.parse(empty['rounds.json'] ?? '')).toEqual([]);
    expect(readCsv(empty['ledger.csv'] ?? '')).toEqual([]);
  });

  it('has a row in every file of a player who has done everything, and the readme counts them', async () => {
    for (const { file, format: is } of SECTIONS) {
      const text = files[file] ?? '';
      const rows = is === 'csv' ? readCsv(text).length : is === 'list' ? (JSON.parse(text) as unknown[]).length : 1;
      expect({ file, has: rows > 0 }).toEqual({ file, has: true });
      expect(files['readme.txt']).toContain(is === 'object' ? `${file}\r\n` : `${file} (${rows})\r\n`);
    }
  });

  it('tells the ledger as the statement does: the chain in the file holds from its beginning to its end', async () => {
    const { data: statement } = await player.client.call(getStatement, { params: paramsOf(player.client) });
    const items: StatementEntry[] = readCsv(files['ledger.csv'] ?? '').map((row) => ({
      entryId: row['entryId'] ?? '', at: row['at'] ?? '', kind: row['kind'] ?? '', account: row['account'] ?? '', amount: kobo(row['amount']),
      balanceBefore: kobo(row['balanceBefore']), balanceAfter: kobo(row['balanceAfter']), reference: row['reference'] ?? '', hash: row['hash'] ?? '',
    }));
    expect(items).toEqual(statement.items);
    expect(verifyStatement([{ ...statement, items }])).toMatchObject({ ok: true, entries: items.length });
    const { items: transactions } = (await player.client.call(listTransactions, { params: paramsOf(player.client) })).data;
    expect(items.map(({ entryId }) => entryId).toReversed()).toEqual(transactions.map(({ entryId }) => entryId));
  });

  it('tells rounds, deposits, withdrawals and limits as the pages do', async () => {
    const { items: rounds } = (await player.client.call(listRounds, { params: paramsOf(player.client) })).data;
    const filed = JSON.parse(files['rounds.json'] ?? '') as Record<string, unknown>[];
    // Rounds that a provider decided are in a file of their own.
    const own = rounds.filter(({ provider }) => provider === undefined);
    expect(own.length).toBeLessThan(rounds.length);
    expect(filed.toReversed()).toEqual(own.map(({ roundId, gameId, at, stake, win, outcome, balanceBefore, balanceAfter, fairness }) =>
      expect.objectContaining({
        roundId, gameId, at, stake, win, outcome, balanceBefore, balanceAfter, clientSeed: fairness?.clientSeed, nonce: fairness?.nonce,
      }) as unknown,
    ));
    const { items: deposits } = (await player.client.call(listDeposits, { params: paramsOf(player.client) })).data;
    expect(readCsv(files['deposits.csv'] ?? '').map((row) => [row['depositId'], naira(row['amount']), row['state']])).toEqual(
      deposits.map(({ depositId, amount, state }) => [depositId, amount, state]),
    );
    expect(readCsv(files['withdrawals.csv'] ?? '')).toMatchObject([{ amount: '60000.00', state: 'checking', lastFour: player.account.lastFour }]);
    expect(readCsv(files['limits.csv'] ?? '')).toMatchObject([{ state: 'holds', kind: 'deposit', period: 'day', amount: '5000.00' }]);
    expect(readCsv(files['exclusions.csv'] ?? '')).toMatchObject([{ length: '24-hours', stateThen: 'cool-off' }]);
    expect(readCsv(files['consents.csv'] ?? '').map((row) => [row['tag'], row['given'], row['channel']])).toEqual([
      ['sms', 'yes', 'sign-up'], ['sms', 'no', 'app'],
    ]);
    expect(JSON.parse(files['profile.json'] ?? '')).toMatchObject({ username: 'busy', email: 'busy@player.example', address: { state: 'LA' } });
    expect(JSON.parse(files['details-history.json'] ?? '')).toMatchObject([{ before: { address: null }, after: { address: { state: 'LA' } } }]);
  });

  it('has the server’s seed of a revealed pair, and of no other', async () => {
    const seeds = readCsv(files['seeds.csv'] ?? '');
    expect(seeds.map(({ state, serverSeed }) => [state, serverSeed !== ''])).toEqual([['revealed', true], ['active', false], ['next', false]]);
    const { rows } = await site.pool.query<StoredSeed>(
      `SELECT seed_pair_id, server_seed, key_id, commit_hash FROM seed_pair WHERE user_id = $1 AND state <> 'revealed'`, [player.userId],
    );
    const live = await Promise.all(rows.map((row) => serverSeedOf(TEST_SEED_KEYS, row)));
    expect(live).not.toEqual([]);
    expect(live.filter((seed) => all.includes(seed))).toEqual([]);
  });

  it('has no secret in it: no hash of password, session, cookie, token or person, and no whole account number', async () => {
    const { rows } = await site.pool.query<{ secret: string }>(
      `SELECT password_hash AS secret FROM player UNION SELECT unnest(ARRAY[session_hash, binding_hash, device_hash]) FROM session UNION SELECT token_hash FROM archive
       UNION SELECT token_hash FROM email_token UNION SELECT encode(person_hash, 'hex') FROM identity UNION SELECT account_sealed FROM bank_account
       UNION SELECT account_sealed FROM withdrawal UNION SELECT body_hash FROM operation`,
    );
    expect(rows.length).toBeGreaterThan(15);
    const secrets = [...rows.map(({ secret }) => secret), ...(await readAccountNumbers(site.pool)), player.client.session?.sessionId ?? '', ...player.client.cookies.values()];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
  });

  it('has nothing of anybody else in it', async () => {
    const theirs = Object.values(await downloadArchive(site.baseUrl, other.client)).join('\n');
    const ids = (text: string) => new Set(text.match(/[\w-]{22,}/g));
    const rules = new Set(Object.values(RULES_VERSIONS));
    const shared = [...ids(theirs)].filter((id) => ids(all).has(id) && !rules.has(id));
    // Both archives may have what is the same for everybody: words, and the versions of texts and rules.
    expect(shared.filter((id) => /\d/.test(id) && /[A-Za-z]/.test(id) && !id.startsWith('2026-'))).toEqual([]);
    expect(all).not.toContain(other.userId);
    expect(all).not.toContain('other@player.example');
    expect(theirs).toContain('other@player.example');
  });

  it('has no cell that a spreadsheet would run', async () => {
    for (const { file, format: is } of SECTIONS) {
      if (is !== 'csv') continue;
      for (const row of readCsv(files[file] ?? '')) {
        for (const [name, value] of Object.entries(row)) {
          const isNumber = /^-?\d+(\.\d+)?$/.test(value);
          expect({ file, name, runs: /^[=+\-@\t\r]/.test(value) && !isNumber }).toEqual({ file, name, runs: false });
        }
      }
    }
    expect(readCsv(files['sessions.csv'] ?? '').map((row) => row['userAgent'])).toContain(`'${FORMULA_AGENT}`);
    expect(readCsv(files['deposit-steps.csv'] ?? '').map((row) => row['detail'])).toContain("'+FT2611210001");
  });

  it('covers every table about players, except those that are left out for a stated reason', async () => {
    const { rows } = await site.pool.query<{ table_name: string }>(
      `SELECT DISTINCT table_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
       WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND (column_name = 'user_id' OR column_name = 'deposit_id')`,
    );
    const sectionSql = SECTIONS.map(({ sql }) => sql).join('\n');
    const missing = rows.map(({ table_name: name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(sectionSql) && !Object.hasOwn(NOT_IN_ARCHIVE, name));
    expect(missing).toEqual([]);
    expect(Object.keys(NOT_IN_ARCHIVE).filter((name) => !rows.some((row) => row.table_name === name))).toEqual([]);
  });
});

describe('the password', () => {
  it('is asked of a player who has done nothing for half an hour', async () => {
    const client: TestClient = await site.signUp();
    site.pass(31 * MINUTE_MS);
    await expect(downloadArchive(site.baseUrl, client)).rejects.toThrow('password-needed');
    await client.call(confirmPassword, { params: { userId: userIdOf(client) }, body: { password: PASSWORD } });
    expect(Object.keys(await downloadArchive(site.baseUrl, client))).toContain('profile.json');
  });
});
