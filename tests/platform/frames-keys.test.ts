/** Under which keys a provider's calls are kept: apart from those that a player can send, and found again where the version before wrote them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '../../server/ledger/invariants';
import { setLimit } from '../../src/core/contract/protection';
import { kobo } from '../../src/core/money';
import { providerAt } from '../support/frame-provider/provider';
import type { CallAnswer } from '../support/frame-provider/provider';
import { callFrom, seatNewPlayer } from '../support/frame-provider/seats';
import type { Seat } from '../support/frame-provider/seats';
import { paramsOf, userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { giveMoney } from '../support/players';
import { invariantsOfGivenMoney } from '../support/withdrawals';

const drums = providerAt('http://127.0.0.1:9');

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform({ config: { gameProviders: [drums] } });
});
afterAll(async () => {
  expect(await findViolations(site.pool, invariantsOfGivenMoney())).toEqual([]);
  await site.close();
});

type Call = readonly [name: 'debit' | 'credit' | 'rollback', body: Record<string, unknown>];

const call = (name: string, body: Record<string, unknown>) =>
  callFrom(site, drums, name, ['debit', 'credit', 'rollback'].includes(name) ? { currency: 'NGN', ...body } : body);
const verdictOf = ({ status, problem, data }: CallAnswer): readonly unknown[] => [status, status < 400 ? data['balance'] : problem.code, problem.reason];

const seat = (): Promise<Seat> => seatNewPlayer(site, drums);

/** The key of a call as the version before wrote it, of the form of a player's. */
const oldKeyOf = (transactionId: string): string => createHash('sha256').update(`${drums.id}\n${transactionId}`).digest('hex');

function setUnder(client: TestClient, key: string) {
  return client.call(setLimit, { params: { ...paramsOf(client), kind: 'loss', period: 'day' }, body: { amount: 50_000, currency: 'NGN' }, key });
}

it('no key of a player’s blocks a call of the provider: a round that is lost stays lost', async () => {
  const { client, session } = await seat();
  for (const id of ['t5', 't6']) expect((await setUnder(client, oldKeyOf(id))).status).toBe(200);
  expect(verdictOf(await call('debit', { session, transactionId: 't6', roundId: 'lost', amount: 100 }))).toEqual([200, 900, undefined]);
  expect(verdictOf(await call('credit', { session, transactionId: 't5', roundId: 'lost', amount: 0 }))).toEqual([200, 900, undefined]);
  expect(verdictOf(await call('rollback', { session, transactionId: 't7', debitId: 't6' }))).toEqual([409, 'conflict', 'round-settled']);
});

it('a player can’t send a key of the form that those of providers have', async () => {
  const { client, session } = await seat();
  await call('debit', { session, transactionId: 'own', roundId: 'own', amount: 100 });
  const { rows } = await site.pool.query<{ key: string }>(`SELECT key FROM operation WHERE user_id = $1 AND kind = 'frame-debit'`, [userIdOf(client)]);
  expect(rows).toHaveLength(1);
  expect((await setUnder(client, rows[0]?.key ?? '')).problem?.code).toBe('key-missing');
  expect((await setUnder(client, 'frame:0123456789abcdef')).problem?.code).toBe('key-missing');
});

/** Puts what was just done under the key that the version before would have given it. */
async function putUnderOldKey(transactionId: string): Promise<void> {
  const tables = [['operation', 'key'], ['ledger_transaction', 'operation_key']];
  for (const [table, column] of tables) {
    await site.pool.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await site.pool.query(`UPDATE ${table} SET ${column} = $1 WHERE ${column} = 'frame:' || $1`, [oldKeyOf(transactionId)]);
    await site.pool.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  }
}

it('a call that the version before answered gets that answer again and happens once, refusals included', async () => {
  const { client, session } = await seat();
  const calls: readonly (readonly [...Call, readonly unknown[]])[] = [
    ['debit', { session, transactionId: 'b1', roundId: 'r', amount: 800 }, [200, 200, undefined]],
    ['debit', { session, transactionId: 'b2', roundId: 'r', amount: 300 }, [422, 'insufficient-funds', undefined]],
    ['credit', { session, transactionId: 'b3', roundId: 'r', amount: 70 }, [200, 270, undefined]],
    ['rollback', { session, transactionId: 'b4', debitId: 'b1' }, [409, 'conflict', 'round-settled']],
  ];
  const texts: string[] = [];
  for (const [name, body, answer] of calls) {
    const answered = await call(name, body);
    expect(verdictOf(answered)).toEqual(answer);
    texts.push(answered.text);
    await putUnderOldKey(String(body['transactionId']));
  }
  await giveMoney(site.pool, userIdOf(client), kobo(100_000));
  const again: string[] = [];
  for (const [name, body] of calls) again.push((await call(name, body)).text);
  expect(again).toEqual(texts);
  expect(verdictOf(await call('debit', { session, transactionId: 'b1', roundId: 'r', amount: 801 }))).toEqual([422, 'key-reused', undefined]);
  expect((await call('balance', { session })).data['balance']).toBe(1_270);
});
