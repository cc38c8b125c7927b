/** Players who can be paid out, over HTTP: verified, with money and a bank account. */
import type { PaymentGateway, PayoutGateway } from '../../server/gateways/payment/port';
import type { Invariant } from '../../server/ledger/invariants';
import { MONEY_INVARIANTS } from '../../server/money-invariants';
import type { BodyOf } from '../../src/core/contract/endpoint';
import { listApprovals } from '../../src/core/contract/approvals';
import type { AdminWithdrawal } from '../../src/core/contract/approvals';
import { getBalance } from '../../src/core/contract/player';
import { addBankAccount, createWithdrawal, getWithdrawal, getWithdrawalOptions } from '../../src/core/contract/withdrawals';
import type { BankAccount, Withdrawal } from '../../src/core/contract/withdrawals';
import { kobo, nairaToKobo } from '../../src/core/money';
import { userIdOf } from './http-client';
import type { TestAnswer, TestClient } from './http-client';
import { newKey } from './keys';
import type { NewPlayer, TestPlatform } from './platform';
import { giveMoney } from './players';

export const GTBANK = '058';

/** Counts over the whole file, so that no two tests get the same account number. */
let accountCount = 0;
/**
 * Returns an account number whose simulated holder is OBI ADA, the name in `newPlayer`; `ending` chooses the result of payouts.
 */
export function accountOfAda(ending = '00'): string {
  accountCount += 1;
  return `${String(accountCount).padStart(6, '0')}00${ending}`;
}

export interface PaidPlayer {
  readonly client: TestClient;
  readonly userId: string;
  readonly account: BankAccount;
}

export interface PaidPlayerOptions extends NewPlayer {
  /** The last digits of the bank account's number. */
  readonly ending?: string;
  /** Decimal naira; 100,000 by default. */
  readonly naira?: number;
  readonly verified?: boolean;
  /** False where the money was paid in and not played yet. */
  readonly isPlayed?: boolean;
}

/** Makes a verified player with money and a bank account. */
export async function paidPlayer(ayo: TestPlatform, { ending = '00', naira = 100_000, verified = true, isPlayed = true, ...more }: PaidPlayerOptions = {}): Promise<PaidPlayer> {
  const client = await ayo.signUp(more);
  const userId = userIdOf(client);
  if (verified) await ayo.pool.query(`UPDATE player SET verification = 'verified' WHERE user_id = $1`, [userId]);
  if (naira > 0) await giveMoney(ayo.pool, userId, nairaToKobo(naira) ?? kobo(0), ayo.platform.now(), { isPlayed });
  const { data: account } = await client.call(addBankAccount, {
    params: { userId },
    body: { bankCode: GTBANK, accountNumber: accountOfAda(ending) },
  });
  return { client, userId, account };
}

/** The fields of a request about money that was not played. */
export type UnplayedOptions = Pick<BodyOf<typeof createWithdrawal>, 'unplayed' | 'endsBonuses'>;

/** Agrees to the end of each bonus as the options of withdrawals show it now; `isClosing`: with the account. */
export async function acceptBonusEnds({ client, userId }: PaidPlayer, isClosing = false): Promise<{ walletId: string; version: number }[]> {
  const { turnover } = (await client.call(getWithdrawalOptions, { params: { userId } })).data;
  return ((isClosing ? turnover?.closingEnds : turnover?.endsBonuses) ?? []).map(({ walletId, version = 0 }) => ({ walletId, version }));
}

/** Requests a withdrawal and returns the answer, whatever its status. */
export function ask(player: PaidPlayer, naira: number, key = newKey(), more: UnplayedOptions = {}): Promise<TestAnswer<Withdrawal>> {
  const { client, userId, account } = player;
  return client.call(createWithdrawal, {
    params: { userId },
    body: { bankAccountId: account.bankAccountId, amount: naira, currency: 'NGN', ...more },
    key,
  });
}

export async function readWithdrawal({ client, userId }: PaidPlayer, withdrawalId: string): Promise<Withdrawal> {
  return (await client.call(getWithdrawal, { params: { userId, withdrawalId } })).data;
}

/** Finds a withdrawal in the queue as this admin sees it; undefined where it is not there. */
export async function findInQueue(admin: TestClient, id: string): Promise<AdminWithdrawal | undefined> {
  const { data } = await admin.call(listApprovals, { query: { limit: 100 } });
  return data.items.find(({ withdrawalId }) => withdrawalId === id);
}

export const stepsOf = ({ timeline }: Withdrawal): string[] => timeline.map(({ step }) => step);

/** Returns the balance and the held money in decimal naira. */
export async function readMoney({ client, userId }: Pick<PaidPlayer, 'client' | 'userId'>): Promise<{ real: number; held: number }> {
  const { items } = (await client.call(getBalance, { params: { userId } })).data;
  const of = (type: string): number => items.find((item) => item.type === type)?.amount ?? 0;
  return { real: of('Real'), held: of('Held') };
}

/** Returns all invariants except that every credit belongs to a deposit, because these players' money has no deposit. */
export function invariantsOfGivenMoney(): readonly Invariant[] {
  return MONEY_INVARIANTS.filter(({ rule }) => rule !== 'every credit of a deposit belongs to a deposit that succeeded');
}

/** Replaces functions of the payout gateway. */
export function wrapPayouts(change: (payouts: PayoutGateway) => Partial<PayoutGateway>): (gateway: PaymentGateway) => PaymentGateway {
  return (gateway) => ({ ...gateway, payouts: { ...gateway.payouts, ...change(gateway.payouts) } });
}
