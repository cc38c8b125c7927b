/**
 * The platform below HTTP for one run of the money model: a player with two accounts, three admins, the simulator and a clock.
 */
import type { Pool } from 'pg';
import { ProblemError } from '../../../server/http/problem';
import type { RawAnswer } from '../../../server/http/router';
import { makeCashier } from '../deposits';
import type { Cashier } from '../deposits';
import { START } from '../money';
import { makePayable, openBankAccount } from '../payable-players';
import { makePlayer } from '../players';
import { makeOnePerson } from '../persons';
import { makeStage } from '../protection/stage';
import type { StagePlayer } from '../protection/stage';
import type { PayoutOutcome } from './model';

export interface World {
  readonly pool: Pool;
  readonly cashier: Cashier;
  readonly userId: string;
  /** Another player, who has no money and uses the player's keys. */
  readonly stranger: { readonly userId: string };
  readonly adminIds: readonly string[];
  /** Returns the player's bank account for which the simulator ends payouts this way. */
  bankAccount(payoutOutcome: PayoutOutcome): Promise<string>;
  newKey(): string;
  /** The player's protection calls. */
  readonly protection: StagePlayer;
  /** A second account of the same person, with money of its own. */
  readonly second: StagePlayer;
}

const ENDINGS: Readonly<Record<PayoutOutcome, string>> = {
  paid: '00', late: '01', failed: '02', reversed: '03', never: '04', 'answer-lost': '05', 'call-lost': '06', 'failed-later': '07', twice: '09',
};

/** The balance of the second account, in naira. */
const SECOND_ACCOUNT_NAIRA = 900_000;
const SOME_MONTHS_MS = 100 * 24 * 3_600_000;

export { START };

export async function makeWorld(pool: Pool): Promise<World> {
  const { userId } = await makePayable(pool);
  const accounts = new Map<PayoutOutcome, string>();
  let keys = 0;
  const cashier = makeCashier(pool);
  const stage = makeStage(pool, { cashier });
  const second = await stage.player(0);
  // The deposit is so old that it counts towards no limit.
  cashier.pass(-SOME_MONTHS_MS);
  const { reference } = await cashier.start(second.userId, SECOND_ACCOUNT_NAIRA);
  await cashier.choose(reference, 'paid');
  await cashier.notify(cashier.notificationBody(reference));
  cashier.pass(SOME_MONTHS_MS);
  await makeOnePerson(stage.platform, userId, second.userId);
  return {
    pool,
    cashier,
    protection: stage.existingPlayer(userId),
    second,
    userId,
    stranger: { userId: await makePlayer(pool) },
    adminIds: await Promise.all(Array.from({ length: 3 }, () => makePlayer(pool, { role: 'admin' }))),
    bankAccount: async (payoutOutcome) => {
      const bankAccountId = accounts.get(payoutOutcome) ?? (await openBankAccount(pool, userId, ENDINGS[payoutOutcome]));
      accounts.set(payoutOutcome, bankAccountId);
      return bankAccountId;
    },
    newKey: () => `model-${String((keys += 1)).padStart(16, '0')}`,
  };
}

/** Returns the answer of an operation, or its refusal when that refusal does not answer the key. */
export async function outcomeOf(work: Promise<RawAnswer>): Promise<RawAnswer | ProblemError> {
  return work.catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
}

export function codeOf(outcome: RawAnswer | ProblemError): string | null {
  if (outcome instanceof ProblemError) return outcome.code;
  return outcome.status < 300 ? null : String((JSON.parse(outcome.text) as { code: unknown }).code);
}
