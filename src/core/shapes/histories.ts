import type { listDeposits, listTransactions } from '../contract/cashier';
import type { AnswerOf } from '../contract/endpoint';
import type { listOpenRounds, listRounds } from '../contract/games';
import type { listConsents } from '../contract/player';
import type { listWithdrawals } from '../contract/withdrawals';
import { array, boolean, either, instant, integer, literal, nullable, number, object, optional, present, record, string, unknown } from './shape';
import type { Shape } from './shape';

const ngn = literal('NGN');
const next = nullable(string);
const timeline = array(object({ step: string, at: instant, detail: optional(string) }));

const fairness = object({ commit: string, clientSeed: string, nonce: number });
const round = {
  roundId: string,
  gameId: string,
  state: optional(literal('open', 'ended')),
  step: optional(integer),
  stake: number,
  currency: ngn,
  outcome: present,
  win: number,
  balance: number,
  version: number,
  fairness,
  bonus: optional(object({ staked: number, won: number })),
  freeSpinOf: optional(string),
  bet: optional(record),
  firstStake: optional(number),
  actions: optional(array(unknown)),
  abandoned: optional(boolean),
  at: instant,
};

export const openRoundsShape: Shape<AnswerOf<typeof listOpenRounds>> = object({ items: array(object({ ...round, settlesAt: instant })) });

const roundTotals = { rounds: number, staked: number, won: number, net: number };

export const roundsShape: Shape<AnswerOf<typeof listRounds>> = object({
  items: array(object({ ...round, fairness: optional(fairness), provider: optional(string), balanceBefore: number, balanceAfter: number })),
  next,
  totals: object(roundTotals),
  lastVisit: optional(nullable(object({ from: instant, to: instant, ...roundTotals }))),
});

export const transactionsShape: Shape<AnswerOf<typeof listTransactions>> = object({
  items: array(
    object({
      entryId: string,
      at: instant,
      kind: string,
      account: string,
      amount: number,
      currency: ngn,
      balanceBefore: number,
      balanceAfter: number,
      reference: string,
    }),
  ),
  next,
  totals: object({ in: number, out: number, net: number, lifetimeNetDeposits: number }),
});

export const depositsShape: Shape<AnswerOf<typeof listDeposits>> = object({
  items: array(
    object({
      depositId: string,
      method: string,
      amount: number,
      currency: ngn,
      state: literal('pending', 'success', 'failed', 'expired', 'cancelled', 'mismatch'),
      next: nullable(
        either(
          either(object({ type: literal('redirect'), url: string }), object({ type: literal('prompt'), text: string })),
          either(
            object({ type: literal('account'), bankName: string, accountNumber: string, accountName: string }),
            object({ type: literal('ussd'), code: string, bankName: string }),
          ),
        ),
      ),
      timeline,
      createdAt: instant,
      updatedAt: instant,
      expiresAt: optional(instant),
    }),
  ),
  next,
});

export const withdrawalsShape: Shape<AnswerOf<typeof listWithdrawals>> = object({
  items: array(
    object({
      withdrawalId: string,
      amount: number,
      currency: ngn,
      state: literal('checking', 'sending', 'paid', 'refused', 'failed'),
      bankName: string,
      lastFour: string,
      accountName: string,
      timeline,
      reason: nullable(string),
      createdAt: instant,
      updatedAt: instant,
    }),
  ),
  next,
});

export const consentsShape: Shape<AnswerOf<typeof listConsents>> = object({
  items: array(
    object({
      receiptId: string,
      tagCode: string,
      status: literal('Accepted', 'Withdrawn'),
      at: instant,
      wordingVersion: string,
      channel: literal('sign-up', 'app', 'implied'),
    }),
  ),
  next,
});
