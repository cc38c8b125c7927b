/** The real platform below HTTP for one run of the model: a player with two accounts, three admins, the simulator, a clock. */
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
import type { PayingOut } from './model';

export interface World {
  readonly pool: Pool;
  readonly cashier: Cashier;
  readonly userId: string;
  /** Has no money and uses the player's keys. */
  readonly stranger: { readonly userId: string };
  readonly adminIds: readonly string[];
  /** The player's account at the bank that does this with payouts. */
  bankAccount(payingOut: PayingOut): Promise<string>;
  newKey(): string;
  /** The player's calls of protection. */
  readonly protection: StagePlayer;
  /** A second account of the same person, with money of its own. */
  readonly second: StagePlayer;
}

const ENDINGS: Readonly<Record<PayingOut, string>> = {
  paid: '00', late: '01', failed: '02', reversed: '03', never: '04', 'answer-lost': '05', 'call-lost': '06', 'failed-later': '07', twice: '09',
};

/** What the second account could play with, in naira. */
const SECOND_HAS = 900_000;
const SOME_MONTHS_MS = 100 * 24 * 3_600_000;

export { START };

export async function makeWorld(pool: Pool): Promise<World> {
  const { userId } = await makePayable(pool);
  const accounts = new Map<PayingOut, string>();
  let keys = 0;
  const cashier = makeCashier(pool);
  const stage = makeStage(pool, { cashier });
  const second = await stage.player(0);
  // Long before, so that it counts towards no limit.
  cashier.pass(-SOME_MONTHS_MS);
  const { reference } = await cashier.start(second.userId, SECOND_HAS);
  await cashier.choose(reference, 'paid');
  await cashier.notify(cashier.news(reference));
  cashier.pass(SOME_MONTHS_MS);
  await makeOnePerson(stage.platform, userId, second.userId);
  return {
    pool,
    cashier,
    protection: stage.known(userId),
    second,
    userId,
    stranger: { userId: await makePlayer(pool) },
    adminIds: await Promise.all(Array.from({ length: 3 }, () => makePlayer(pool, { role: 'admin' }))),
    bankAccount: async (payingOut) => {
      const known = accounts.get(payingOut) ?? (await openBankAccount(pool, userId, ENDINGS[payingOut]));
      accounts.set(payingOut, known);
      return known;
    },
    newKey: () => `model-${String((keys += 1)).padStart(16, '0')}`,
  };
}

/** What an operation came to: its answer, or the refusal that promises nothing. */
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
