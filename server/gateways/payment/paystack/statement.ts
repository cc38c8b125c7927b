import * as z from 'zod/mini';
import { kobo } from '../../../../src/core/money';
import { GatewayUnavailableError } from '../port';
import type { PaymentState, StatementLine } from '../port';
import { callPaystack } from './client';
import type { PaystackDeps } from './client';
import { paymentState } from './deposits';
import { payoutState } from './payouts';
import { transaction, transfer } from './shapes';

const PER_PAGE = 100;
/** A statement of a week never has a million lines; if it seems to, Paystack repeats a page. */
const MAX_PAGES = 10_000;

/** Reads Paystack's payments and transfers from `from` to `to`. Throws a GatewayUnavailableError where the list is incomplete. */
export async function readPaystackStatement(deps: PaystackDeps, from: Date, to: Date): Promise<StatementLine[]> {
  const paidIn = await readAll(deps, '/transaction', from, to, transaction);
  const paidOut = await readAll(deps, '/transfer', from, to, transfer);
  return [
    ...paidIn.map((row): StatementLine => ({
      reference: row.reference, direction: 'in', amount: kobo(row.amount), currency: row.currency,
      state: paymentState(row), at: parseTime(row.paid_at ?? row.created_at ?? row.createdAt),
    })),
    ...paidOut.map((row): StatementLine => ({
      reference: row.reference, direction: 'out', amount: kobo(row.amount), currency: row.currency,
      state: toPaymentState(row.status), at: parseTime(row.createdAt),
    })),
  ];
}

async function readAll<T>(deps: PaystackDeps, path: string, from: Date, to: Date, row: z.ZodMiniType<T>): Promise<T[]> {
  const rows: T[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      from: from.toISOString(), to: to.toISOString(), perPage: String(PER_PAGE), page: String(page),
    });
    const answer = await callPaystack(deps, { method: 'GET', path: `${path}?${query.toString()}`, data: z.array(row) });
    if (!answer.ok) throw new GatewayUnavailableError(`Paystack gave no statement (${answer.status} ${answer.code})`);
    rows.push(...answer.data);
    if (answer.data.length < PER_PAGE) return rows;
  }
  throw new GatewayUnavailableError('Paystack gave a statement without an end');
}

function toPaymentState(status: string): PaymentState {
  const state = payoutState(status);
  return state === 'unknown' ? 'pending' : state;
}

function parseTime(text: string | null | undefined): Date {
  const at = new Date(text ?? Number.NaN);
  if (Number.isNaN(at.getTime())) throw new GatewayUnavailableError('Paystack gave a statement line without a time');
  return at;
}
