/** Whether what everybody believes after a simulation is what happened. */
import type { Pool } from 'pg';
import type { IntentRecord } from '../../../src/core/intent';
import { BARRED_DETAIL } from '../../../server/cashier/deposits/start';
import { brokenPromises } from './protection';
import type { Simulation } from './run';

interface Row {
  readonly user_id: string;
  readonly key: string;
  readonly status: number | null;
  readonly answer: string | null;
}

/** What a device believes of an intent beside what the platform has under its key; null: the same. */
function differenceOf({ key, kind, state, answer, refusal }: IntentRecord, row: Row | undefined): string | null {
  const has = row === undefined ? 'nothing' : `${row.status ?? 'running'}`;
  const says = `${kind} ${key} is ${state}${refusal === null ? '' : ` (${refusal.because})`}, the platform has ${has}`;
  if (state === 'confirmed') {
    if (row?.status !== 201) return says;
    return JSON.stringify(answer) === JSON.stringify(JSON.parse(row.answer ?? 'null')) ? null : `${says}, another answer`;
  }
  if (state !== 'refused') return says;
  // Refused by the key's own answer, or by one that promised nothing (then nothing may be there).
  if (row === undefined) return null;
  return refusal?.because === 'platform' && row.status !== null && row.status >= 300 ? null : says;
}

export async function untruths(pool: Pool, { clients, asks, bonusAsks, stepAsks, books, userIds }: Simulation): Promise<string[]> {
  const found: string[] = [];
  const { rows } = await pool.query<Row>('SELECT user_id, key, status, answer FROM operation WHERE user_id = ANY($1)', [userIds]);
  const byKey = new Map(rows.map((row) => [`${row.user_id}/${row.key}`, row]));
  const intents = clients.flatMap((client) => client.intents());
  found.push(...brokenPromises([...asks, ...bonusAsks, ...stepAsks], intents, new Map(rows.map(({ user_id, key, answer }) => [`${user_id}/${key}`, answer]))));
  for (const { userId, key } of [...asks, ...bonusAsks, ...stepAsks]) byKey.delete(`${userId}/${key}`);
  for (const intent of intents) {
    const difference = differenceOf(intent, byKey.get(`${intent.userId}/${intent.key}`));
    if (difference !== null) found.push(difference);
    byKey.delete(`${intent.userId}/${intent.key}`);
  }
  for (const key of byKey.keys()) found.push(`nobody asked for ${key}`);

  // The gateway is the outside witness: what it took in is credited, to the kobo, and nothing else is.
  const { rows: credits } = await pool.query<{ reference: string; amount: number }>(
    `SELECT 'dep-' || t.reference AS reference, e.amount FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id)
     WHERE t.kind = 'deposit' AND t.user_id = ANY($1) AND e.account_id = 'real:' || t.user_id`,
    [userIds],
  );
  const credited = new Map(credits.map(({ reference, amount }) => [reference, amount]));
  if (credited.size !== credits.length) found.push('a deposit was credited twice');
  for (const [reference, amount] of credited) {
    if (books.received(reference) !== amount) found.push(`${reference} was credited ${amount}, the gateway has ${books.received(reference)}`);
  }
  const { rows: looked } = await pool.query<{ reference: string; state: string; barred: boolean }>(
    `SELECT reference, state, EXISTS (SELECT FROM deposit_step s WHERE s.deposit_id = d.deposit_id AND s.step = 'failed' AND s.detail = $2) AS barred
     FROM deposit d WHERE user_id = ANY($1)`,
    [userIds, BARRED_DETAIL],
  );
  const stateOf = new Map(looked.map(({ reference, state }) => [reference, state]));
  // Ended by us, although the gateway had begun it: whoever pays all the same is for people to look at, once the news is here.
  const barred = new Set(looked.filter((row) => row.barred).map(({ reference }) => reference));
  for (const { reference, state, whole } of books.payments()) {
    const wanted = state !== 'success' ? ['failed', 'cancelled', 'expired'] : barred.has(reference) ? ['failed', 'mismatch'] : whole ? ['success'] : ['mismatch'];
    const is = stateOf.get(reference) ?? 'not there';
    if (!wanted.includes(is)) found.push(`${reference} is ${is}, the gateway says ${state}${whole ? '' : ', one kobo short'}`);
  }
  return [...found, ...(await untruePayouts(pool, books.sent(), userIds))];
}

/** What the gateway sent is paid, to the kobo, and nothing else is. */
async function untruePayouts(pool: Pool, sent: ReadonlyMap<string, number>, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string; amount: number; state: string }>(
    'SELECT reference, amount, state FROM withdrawal WHERE user_id = ANY($1)', [userIds],
  );
  const known = new Set(rows.map(({ reference }) => reference));
  const strays = [...sent.keys()].filter((reference) => !known.has(reference)).map((reference) => `${reference} was sent, nobody asked for it`);
  const untrue = rows.filter(({ reference, amount, state }) => (state === 'paid' ? sent.get(reference) !== amount : sent.has(reference)));
  return [...strays, ...untrue.map(({ reference, state }) => `${reference} is ${state}, the gateway sent ${sent.get(reference) ?? 'nothing'}`)];
}
