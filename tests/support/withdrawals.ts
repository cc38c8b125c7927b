/** Players who can be paid out, over HTTP: verified, with money and a bank account. */
import { randomBytes } from 'node:crypto';
import type { PaymentGateway, PayoutGateway } from '../../server/gateways/payment/port';
import type { Invariant } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import { getBalance } from '../../src/core/contract/player';
import { addBankAccount, createWithdrawal, getWithdrawal } from '../../src/core/contract/withdrawals';
import type { BankAccount, Withdrawal } from '../../src/core/contract/withdrawals';
import { kobo, nairaToKobo } from '../../src/core/money';
import type { TestAnswer, TestClient } from './http-client';
import type { NewPlayer, TestPlatform } from './platform';
import { giveMoney } from './players';

export const GTBANK = '058';

let drawn = 0;
/** An account number whose simulated holder is OBI ADA, as `newPlayer` is called; `ending`: what becomes of payouts. */
export function accountOfAda(ending = '00'): string {
  drawn += 1;
  return `${String(drawn).padStart(6, '0')}00${ending}`;
}

export const newKey = (): string => randomBytes(16).toString('hex');
export const userIdOf = (client: TestClient): string => client.session?.userId ?? '';
export const paramsOf = (client: TestClient): { userId: string } => ({ userId: userIdOf(client) });

export interface PaidPlayer {
  readonly client: TestClient;
  readonly userId: string;
  readonly account: BankAccount;
}

export interface MakePaidPlayer extends NewPlayer {
  /** Of the bank account's number. */
  readonly ending?: string;
  /** Decimal naira; default 100,000. */
  readonly naira?: number;
  readonly verified?: boolean;
}

/** A verified player with money and a bank account. */
export async function paidPlayer(ayo: TestPlatform, { ending = '00', naira = 100_000, verified = true, ...more }: MakePaidPlayer = {}): Promise<PaidPlayer> {
  const client = await ayo.signUp(more);
  const userId = userIdOf(client);
  if (verified) await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userId]);
  if (naira > 0) await giveMoney(ayo.pool, userId, nairaToKobo(naira) ?? kobo(0), ayo.platform.now());
  const { data: account } = await client.call(addBankAccount, {
    params: { userId },
    body: { bankCode: GTBANK, accountNumber: accountOfAda(ending) },
  });
  return { client, userId, account };
}

/** Asks for a withdrawal, whatever comes of it. */
export function ask({ client, userId, account }: PaidPlayer, naira: number, key = newKey()): Promise<TestAnswer<Withdrawal>> {
  return client.call(createWithdrawal, {
    params: { userId },
    body: { bankAccountId: account.bankAccountId, amount: naira, currency: 'NGN' },
    key,
  });
}

export async function withdrawalNow({ client, userId }: PaidPlayer, withdrawalId: string): Promise<Withdrawal> {
  return (await client.call(getWithdrawal, { params: { userId, withdrawalId } })).data;
}

export const stepsOf = ({ timeline }: Withdrawal): string[] => timeline.map(({ step }) => step);

/** Decimal naira: what can be played with, and what is held. */
export async function moneyOf({ client, userId }: Pick<PaidPlayer, 'client' | 'userId'>): Promise<{ real: number; held: number }> {
  const { items } = (await client.call(getBalance, { params: { userId } })).data;
  const of = (type: string): number => items.find((item) => item.type === type)?.amount ?? 0;
  return { real: of('Real'), held: of('Held') };
}

/** All but that every credit belongs to a deposit: the money of these players is written into the ledger by hand. */
export function invariantsOfGivenMoney(): readonly Invariant[] {
  return MONEY_INVARIANTS.filter(({ says }) => says !== 'every credit of a deposit belongs to a deposit that succeeded');
}

/** Puts something between the platform and its payouts. */
export function wrapPayouts(change: (payouts: PayoutGateway) => Partial<PayoutGateway>): (gateway: PaymentGateway) => PaymentGateway {
  return (gateway) => ({ ...gateway, payouts: { ...gateway.payouts, ...change(gateway.payouts) } });
}
