/** The players as the operator's people find and see them: what is found, what is masked, and what the audit trail says of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordStatements, explain } from '../support/query-plans';
import { search } from '../../server/desk-players/search';
import type { AdminRole } from '../../src/core/admin-roles';
import { listAudit } from '../../src/core/contract/admin';
import { approveWithdrawal } from '../../src/core/contract/approvals';
import {
  addPlayerNote, openPlayer, openPlayerRound, readPlayerDeposits, readPlayerEntries, readPlayerNotes, readPlayerPayouts, readPlayerProtection,
  readPlayerRounds, readPlayerSessions, readPlayerThreads, searchPlayers,
} from '../../src/core/contract/desk-players';
import { playAction, playRound, rotateSeeds } from '../../src/core/contract/games';
import { exclude } from '../../src/core/contract/protection';
import { sendMessage } from '../../src/core/contract/support';
import { removeBankAccount } from '../../src/core/contract/withdrawals';
import { statusAndCode, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { insertAdmin } from '../support/insert-admin';
import { newKey } from '../support/keys';
import { addManyPlayers } from '../support/many-players';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { ask, paidPlayer } from '../support/withdrawals';
import type { PaidPlayer } from '../support/withdrawals';

const PHONE = '08061234321';
const EMAIL = 'sade.adeyemi@player.example';
const BORN = '1988-02-29';

let ayo: TestPlatform;
let owner: TestClient;
let support: TestClient;
let payments: TestClient;
let sade: PaidPlayer;
let payoutId: string;
let reference: string;

async function makeAdmin(...roles: AdminRole[]): Promise<TestClient> {
  const client = await ayo.signUp();
  await ayo.pool.query(`UPDATE player SET role = 'admin', phone = NULL WHERE user_id = $1`, [userIdOf(client)]);
  await insertAdmin(ayo.pool, userIdOf(client), { roles });
  return client;
}

beforeAll(async () => {
  ayo = await testPlatform();
  [owner, support, payments] = [await ayo.signUpAdmin(), await makeAdmin('support'), await makeAdmin('payments')];
  sade = await paidPlayer(ayo, { naira: 500_000, firstname: 'Ada', lastname: 'Obi', username: 'sade88', phone: PHONE, email: EMAIL, dateOfBirth: BORN });
  payoutId = (await ask(sade, 120_000)).data.withdrawalId;
  await ayo.pool.query(`UPDATE player SET firstname = 'Ṣadé', lastname = 'Adéyẹmí' WHERE user_id = $1`, [sade.userId]);
  reference = (await ayo.pool.query<{ reference: string }>('SELECT reference FROM withdrawal WHERE withdrawal_id = $1', [payoutId])).rows[0]?.reference ?? '';
});
afterAll(() => ayo.close());

const find = (client: TestClient, term: string, cursor?: string) =>
  client.call(searchPlayers, { body: { term, ...(cursor !== undefined && { cursor }) } });
const params = () => ({ playerId: sade.userId });
/** The lines of the trail that this admin left about a subject, newest first. */
async function linesOf(client: TestClient, subject: string) {
  const { data } = await owner.call(listAudit, { query: { subject, limit: 100 } });
  const { rows } = await ayo.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
  return data.items.filter(({ by }) => by === rows[0]?.username).map(({ action, after }) => ({ action, after }));
}

describe('a search', () => {
  it.each([
    ['her family name’s beginning', () => 'adey', 'name'],
    ['her first name without its dots', () => 'SADE', 'username'],
    ['both names, the family name first', () => 'Adey Ṣadé', 'name'],
    ['her phone as she writes it', () => '0806 123 4321', 'phone'],
    ['her phone as a bank writes it', () => '+2348061234321', 'phone'],
    ['her e-mail', () => ` ${EMAIL.toUpperCase()}`, 'email'],
    ['her user name', () => 'sade8', 'username'],
    ['her id', () => sade.userId, 'user-id'],
    ['the payout’s id', () => payoutId, 'payment'],
    ['the bank’s reference of the payout', () => reference, 'payment'],
    ['the last four digits of her account', () => sade.account.lastFour, 'account'],
  ])('finds a player by %s', async (_, term, by) => {
    const { data } = await find(support, term());
    expect(data.items.find(({ playerId }) => playerId === sade.userId)).toEqual({
      playerId: sade.userId, username: 'sade88', name: 'Ṣ. Adéyẹmí', phone: '••• 4321', email: 's•••@…', memberSince: expect.any(String) as string,
      isClosed: false, isVerified: true, protection: 'none', by,
    });
  });

  it('finds somebody by an account that was removed since, and an account that was closed by its e-mail', async () => {
    const gone = await paidPlayer(ayo);
    await gone.client.call(removeBankAccount, { params: { userId: gone.userId, bankAccountId: gone.account.bankAccountId } });
    expect((await find(support, gone.account.lastFour)).data.items.map(({ playerId }) => playerId)).toContain(gone.userId);
    await ayo.pool.query(`UPDATE player SET closed_at = now(), email = 'closed@player.example' WHERE user_id = $1`, [gone.userId]);
    expect((await find(support, 'closed@player.example')).data.items).toEqual([expect.objectContaining({ playerId: gone.userId, isClosed: true })]);
  });

  it('finds nobody by what means something to SQL, nobody who works here, and keeps what was typed out of the logs', async () => {
    for (const term of [`' OR 1=1 --`, '%%', 'ad%', '__', `${'a'.repeat(99)}'`]) expect((await find(support, term)).data.items).toEqual([]);
    expect((await find(support, userIdOf(owner))).data.items).toEqual([]);
    const word = 'unforgettable-zebra';
    await find(support, word);
    expect(ayo.logs.filter((line) => line.includes(word) || line.includes('4321'))).toEqual([]);
  });

  it('is a line in the trail, with a masked term and how many were found', async () => {
    const admin = await makeAdmin('support');
    await find(admin, 'Adeyemi');
    await find(admin, PHONE);
    expect(await linesOf(admin, 'players')).toEqual([
      { action: 'players-searched', after: { kinds: ['phone', 'user-id', 'payment'], term: '••• 4321', found: 1, more: false } },
      { action: 'players-searched', after: { kinds: ['username', 'name'], term: 'A•••', found: 1, more: false } },
    ]);
  });

  it('tells no masked first name letter by letter: a first name is found by whole words alone', async () => {
    const found = async (term: string) => (await find(support, term)).data.items.filter(({ playerId, by }) => playerId === sade.userId && by === 'name').length;
    expect([await found('Sad'), await found('Adeyemi Sa'), await found('Sa Adeyemi')]).toEqual([0, 0, 0]);
    expect([await found('Adeyemi Sade'), await found('Sade Adeyemi')]).toEqual([1, 1]);
  });

  it('lists nobody’s hundreds: it ends after a hundred, and an admin who goes on is stopped', async () => {
    await addManyPlayers(ayo.pool, 1, 10_000);
    const admin = await makeAdmin('risk');
    const seen: string[] = [];
    let cursor: string | undefined;
    let isTooMany = false;
    for (let page = 0; page < 5; page += 1) {
      const { data } = await find(admin, 'obi', cursor);
      seen.push(...data.items.map(({ playerId }) => playerId));
      cursor = data.next ?? undefined;
      ({ isTooMany } = data);
    }
    expect([new Set(seen).size, seen.length, cursor, isTooMany]).toEqual([100, 100, undefined, true]);
    const lines = (await linesOf(admin, 'players')).map(({ after }) => after as Record<string, unknown>);
    expect(lines.map(({ found, listed }) => [found, listed])).toEqual([[100, '81–100'], [80, '61–80'], [60, '41–60'], [40, '21–40'], [20, undefined]]);
    // Who begins in the middle reads the same list, and the trail says which part of it.
    expect((await find(admin, 'obi', '80')).data.items.map(({ playerId }) => playerId)).toEqual(seen.slice(80));
    for (const forged of ['100', '7', '0', `0.0.${seen[3] ?? ''}`]) expect((await find(admin, 'obi', forged)).status).toBe(400);
    let answer = await find(admin, 'obi');
    for (let n = 0; n < 30 && answer.status === 200; n += 1) answer = await find(admin, `obi ${n}`);
    expect(statusAndCode(answer)).toEqual([429, 'too-many-requests']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await find(support, 'sade88')).status).toBe(200);
  });

  it.each(['adeyemi', 'ada obi', 'many77', PHONE, EMAIL, '4321', 'many-reference-000000000077'])('of 10,000 players by %s reads indexes alone', async (term) => {
    const recorder = recordStatements(ayo.pool);
    const statements = await recorder.during(() => search({ pool: recorder.pool, now: ayo.platform.now }, { adminId: userIdOf(owner), term }));
    const planned = await explain(ayo.pool, statements.filter(({ text }) => text.includes('FROM player p')));
    expect(planned.length).toBeGreaterThan(0);
    // The tables of accounts have two rows here: those are read whole, and with an index where there are many.
    expect(planned.flatMap(({ fullScans }) => fullScans).filter((table) => table === 'player' || table === 'deposit')).toEqual([]);
  });
});

describe('a player’s page', () => {
  it('shows money, payments and their times, and no value in full', async () => {
    await sade.client.call(playRound, { params: { userId: sade.userId, gameId: 'adire-gold' }, key: newKey(), body: { stake: 100, currency: 'NGN', bet: {} } });
    await sade.client.call(sendMessage, { params: { userId: sade.userId }, body: { text: 'Where is my payout?' }, key: newKey() });
    const page = await support.call(openPlayer, { params: params() });
    expect(page.data).toMatchObject({
      name: 'Ṣ. Adéyẹmí', phone: '••• 4321', email: 's•••@…', bornIn: '1988', identity: null, isVerified: true, money: { held: 120_000 },
      parts: ['entries', 'deposits', 'payouts', 'rounds', 'bonuses', 'protection', 'sessions', 'threads', 'flags', 'notes'],
    });
    const entries = await support.call(readPlayerEntries, { params: params(), body: { limit: 1 } });
    expect(entries.data.items[0]).toMatchObject({ round: { gameId: 'adire-gold' } });
    const older = await support.call(readPlayerEntries, { params: params(), body: { limit: 100, cursor: entries.data.next ?? '' } });
    expect(older.data.items.map(({ kind, account }) => `${kind} ${account}`)).toContain('withdrawal held');
    const rounds = await support.call(readPlayerRounds, { params: params(), body: {} });
    expect(rounds.data.items).toEqual([expect.objectContaining({ gameId: 'adire-gold', stake: 100 })]);
    const payouts = await support.call(readPlayerPayouts, { params: params(), body: {} });
    expect(payouts.data.items[0]).toMatchObject({
      withdrawalId: payoutId, state: 'checking', waitsFor: 'approvals', approvals: 0, approvalsNeeded: 2, accountName: 'O••• A•••', lastFour: sade.account.lastFour, reference,
    });
    const threads = await support.call(readPlayerThreads, { params: params(), body: {} });
    expect(threads.data.items[0]).toMatchObject({ state: 'waiting', messages: [expect.objectContaining({ text: 'Where is my payout?' })] });
    const answers = [page, entries, older, rounds, payouts, await support.call(readPlayerDeposits, { params: params(), body: {} }),
      await support.call(readPlayerSessions, { params: params() }), await support.call(readPlayerProtection, { params: params() })];
    for (const { status, text } of answers) {
      expect(status, text).toBe(200);
      for (const value of [PHONE.slice(1), EMAIL, BORN, 'OBI ADA', '127.0.0.1']) expect(text).not.toContain(value);
    }
  });

  it('opens a round as it was played, with its entries and the check, and tells no server seed that is in use', async () => {
    const admin = await makeAdmin('support');
    const { userId, client } = sade;
    // The round of the test before has just begun.
    ayo.pass(5_000);
    const mines = await client.call(playRound, { params: { userId, gameId: 'mines' }, key: newKey(), body: { stake: 200, currency: 'NGN', bet: { mines: 1 } } });
    const { roundId, fairness } = mines.data;
    let answer = await client.call(playAction, { params: { userId, roundId }, key: newKey(), body: { step: 0, action: { kind: 'open', cell: 7 } } });
    if (answer.data.state === 'open') answer = await client.call(playAction, { params: { userId, roundId }, key: newKey(), body: { step: 1, action: { kind: 'cash-out' } } });
    expect(answer.data.state).toBe('ended');
    const look = () => admin.call(openPlayerRound, { params: { ...params(), roundId } });
    const inUse = await look();
    expect([inUse.status, inUse.data.check]).toEqual([200, { verdict: 'follows', serverSeed: null }]);
    expect(inUse.data.round).toMatchObject({ gameId: 'mines', firstStake: 200, win: answer.data.win, actions: expect.any(Array) as unknown[], fairness });
    const last = inUse.data.entries.at(-1);
    expect(inUse.data.entries[0]).toMatchObject({ kind: 'stake', account: 'real', amount: -200, balanceBefore: inUse.data.round.balanceBefore });
    expect(last?.balanceAfter).toBe(inUse.data.round.balanceAfter);
    const rotated = await client.call(rotateSeeds, { params: { userId } });
    expect((await look()).data.check).toEqual({ verdict: 'follows', serverSeed: rotated.data.previous?.serverSeed });
    await ayo.pool.query('ALTER TABLE round DISABLE TRIGGER USER');
    await ayo.pool.query('UPDATE round SET win = win + 1 WHERE round_id = $1', [roundId]);
    expect((await look()).data.check?.verdict).toBe('differs');
    await ayo.pool.query('UPDATE round SET win = win - 1 WHERE round_id = $1', [roundId]);
    await ayo.pool.query('ALTER TABLE round ENABLE TRIGGER USER');
    expect(await linesOf(admin, sade.userId)).toEqual([{ action: 'player-read', after: { part: `round ${roundId}` } }]);
  });

  it('says what a payout waits for after an approval', async () => {
    expect((await payments.call(approveWithdrawal, { params: { withdrawalId: payoutId } })).status).toBe(200);
    const { data } = await payments.call(readPlayerPayouts, { params: params(), body: {} });
    expect(data.items[0]).toMatchObject({ waitsFor: 'approvals', approvals: 1, approvalsNeeded: 2 });
  });

  it('shows each role its parts alone', async () => {
    const { data } = await payments.call(openPlayer, { params: params() });
    expect(data.parts).toEqual(['entries', 'deposits', 'payouts', 'rounds', 'bonuses', 'flags', 'notes']);
    expect(statusAndCode(await payments.call(readPlayerSessions, { params: params() }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await (await makeAdmin('games')).call(openPlayer, { params: params() }))).toEqual([403, 'forbidden']);
    expect(statusAndCode(await sade.client.call(openPlayer, { params: params() }))).toEqual([403, 'forbidden']);
  });

  it('is never read without a line in the trail, and a second look at the same part within ten minutes leaves none', async () => {
    const admin = await makeAdmin('support');
    await admin.call(openPlayer, { params: params() });
    await admin.call(readPlayerEntries, { params: params(), body: {} });
    await admin.call(readPlayerEntries, { params: params(), body: {} });
    expect(await linesOf(admin, sade.userId)).toEqual([{ action: 'player-read', after: { part: 'entries' } }, { action: 'player-read', after: { part: 'page' } }]);
    ayo.pass(10 * 60_000);
    await admin.call(readPlayerEntries, { params: params(), body: {} });
    expect(await linesOf(admin, sade.userId)).toHaveLength(3);
    await ayo.pool.query(`CREATE FUNCTION refuse_line() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no line'; END $$`);
    await ayo.pool.query('CREATE TRIGGER refuse_line BEFORE INSERT ON admin_audit FOR EACH ROW EXECUTE FUNCTION refuse_line()');
    try {
      expect((await admin.call(readPlayerRounds, { params: params(), body: {} })).status).toBe(500);
      expect((await find(admin, PHONE)).status).toBe(500);
    } finally {
      await ayo.pool.query('DROP FUNCTION refuse_line CASCADE');
    }
  });

  it('shows a break and its end', async () => {
    const client = await ayo.signUp();
    await client.call(exclude, { params: { userId: userIdOf(client) }, body: { length: '24-hours' }, key: newKey() });
    const { data } = await support.call(openPlayer, { params: { playerId: userIdOf(client) } });
    expect(data.protection).toEqual({ state: 'cool-off', until: new Date(ayo.platform.now().getTime() + 24 * 60 * 60_000).toISOString() });
  });
});

describe('a note', () => {
  it('stays as it was written, is written once for its key, and its words are in no other table', async () => {
    const text = `<b>Called</b>; she'll "send" a slip`;
    const key = newKey();
    const first = await support.call(addPlayerNote, { params: params(), body: { text }, key });
    expect([first.status, first.data.text]).toEqual([201, text]);
    expect((await support.call(addPlayerNote, { params: params(), body: { text }, key })).data).toEqual(first.data);
    expect((await payments.call(readPlayerNotes, { params: params(), body: {} })).data.items).toEqual([first.data]);
    expect((await linesOf(support, sade.userId)).filter(({ action }) => action === 'player-note-added')).toHaveLength(1);
    expect(JSON.stringify(await linesOf(support, sade.userId))).not.toContain('slip');
    for (const sql of [`UPDATE player_note SET text = 'x'`, 'DELETE FROM player_note', 'TRUNCATE player_note']) await expect(ayo.pool.query(sql)).rejects.toThrow('rows are only ever added');
  });
});
