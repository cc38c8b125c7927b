/** Compares what devices, gateway and admins saw in a simulation with what the platform has stored. */
import type { Pool } from 'pg';
import type { IntentRecord } from '../../../src/core/intent';
import { FORBIDDEN_DETAIL } from '../../../server/cashier/deposits/start-deposit';
import { findForeignDraws } from './draws';
import { findBrokenPromises } from './protection';
import type { Simulation } from './run';

interface Row {
  readonly user_id: string;
  readonly key: string;
  readonly status: number | null;
  readonly answer: string | null;
}

/** Describes how a device's intent differs from the platform's row for its key; null when they agree. */
function differenceOf({ key, kind, state, answer, refusal }: IntentRecord, row: Row | undefined): string | null {
  const has = row === undefined ? 'nothing' : `${row.status ?? 'running'}`;
  const says = `${kind} ${key} is ${state}${refusal === null ? '' : ` (${refusal.because})`}, the platform has ${has}`;
  if (state === 'confirmed') {
    if (row?.status !== 201) return says;
    return JSON.stringify(answer) === JSON.stringify(JSON.parse(row.answer ?? 'null')) ? null : `${says}, another answer`;
  }
  if (state !== 'refused') return says;
  // The device closed the key of a request that counts as not sent, so that the request can't arrive later.
  if (refusal?.because === 'not-sent') return row !== undefined && JSON.parse(row.answer ?? '{}').code === 'key-closed' ? null : says;
  // Any other refusal is either the answer stored under the key, or it does not answer the key; then there may be no row.
  if (row === undefined) return null;
  return row.status !== null && row.status >= 300 ? null : says;
}

export async function findDifferences(pool: Pool, { clients, asks, bonusAsks, stepAsks, books, userIds }: Simulation): Promise<string[]> {
  const differences: string[] = [];
  const { rows } = await pool.query<Row>('SELECT user_id, key, status, answer FROM operation WHERE user_id = ANY($1)', [userIds]);
  const byKey = new Map(rows.map((row) => [`${row.user_id}/${row.key}`, row]));
  const intents = clients.flatMap((client) => client.intents());
  differences.push(...findForeignDraws(intents));
  differences.push(...findBrokenPromises([...asks, ...bonusAsks, ...stepAsks], intents, new Map(rows.map(({ user_id, key, answer }) => [`${user_id}/${key}`, answer]))));
  for (const { userId, key } of [...asks, ...bonusAsks, ...stepAsks]) byKey.delete(`${userId}/${key}`);
  for (const intent of intents) {
    const difference = differenceOf(intent, byKey.get(`${intent.userId}/${intent.key}`));
    if (difference !== null) differences.push(difference);
    byKey.delete(`${intent.userId}/${intent.key}`);
  }
  for (const key of byKey.keys()) differences.push(`nobody asked for ${key}`);

  // The gateway is an independent witness: the platform must have credited its payments exactly, and nothing else.
  const { rows: credits } = await pool.query<{ reference: string; amount: number }>(
    `SELECT 'dep-' || t.reference AS reference, e.amount FROM ledger_transaction t JOIN ledger_entry e USING (transaction_id)
     WHERE t.kind = 'deposit' AND t.user_id = ANY($1) AND e.account_id = 'real:' || t.user_id`,
    [userIds],
  );
  const credited = new Map(credits.map(({ reference, amount }) => [reference, amount]));
  if (credited.size !== credits.length) differences.push('a deposit was credited twice');
  for (const [reference, amount] of credited) {
    if (books.received(reference) !== amount) differences.push(`${reference} was credited ${amount}, the gateway has ${books.received(reference)}`);
  }
  const { rows: depositRows } = await pool.query<{ reference: string; state: string; forbidden: boolean }>(
    `SELECT reference, state, EXISTS (SELECT FROM deposit_step s WHERE s.deposit_id = d.deposit_id AND s.step = 'failed' AND s.detail = $2) AS forbidden
     FROM deposit d WHERE user_id = ANY($1)`,
    [userIds, FORBIDDEN_DETAIL],
  );
  const stateOf = new Map(depositRows.map(({ reference, state }) => [reference, state]));
  // The platform ended these deposits after the gateway had begun them; if somebody pays later, people must decide.
  const forbiddenReferences = new Set(depositRows.filter(({ forbidden }) => forbidden).map(({ reference }) => reference));
  for (const { reference, state, isWhole } of books.payments()) {
    const expectedStates = state !== 'success' ? ['failed', 'cancelled', 'expired'] : forbiddenReferences.has(reference) ? ['failed', 'mismatch'] : isWhole ? ['success'] : ['mismatch'];
    const actualState = stateOf.get(reference) ?? 'not there';
    if (!expectedStates.includes(actualState)) differences.push(`${reference} is ${actualState}, the gateway says ${state}${isWhole ? '' : ', one kobo short'}`);
  }
  return [...differences, ...(await findPayoutDifferences(pool, books.sent(), userIds))];
}

/** Lists payouts that differ between ledger and gateway: the ledger must have paid exactly what the gateway sent. */
async function findPayoutDifferences(pool: Pool, sent: ReadonlyMap<string, number>, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ reference: string; amount: number; state: string }>(
    'SELECT reference, amount, state FROM withdrawal WHERE user_id = ANY($1)', [userIds],
  );
  const knownReferences = new Set(rows.map(({ reference }) => reference));
  const unknownPayouts = [...sent.keys()].filter((reference) => !knownReferences.has(reference)).map((reference) => `${reference} was sent, nobody asked for it`);
  const wrongPayouts = rows.filter(({ reference, amount, state }) => (state === 'paid' ? sent.get(reference) !== amount : sent.has(reference)));
  return [...unknownPayouts, ...wrongPayouts.map(({ reference, state }) => `${reference} is ${state}, the gateway sent ${sent.get(reference) ?? 'nothing'}`)];
}
