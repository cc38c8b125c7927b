/** Bets as a player's device sends them: with the draw that it wrote down before. */
import type { Pool } from 'pg';
import { getFairness, playRound } from '../../src/core/contract/games';
import type { RoundAnswer, RoundSeeds } from '../../src/core/contract/games';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import type { RefusedBet } from '../../src/core/contract/refused-bets';
import type { AnswerOf } from '../../src/core/contract/endpoint';
import { paramsOf, userIdOf } from './http-client';
import type { TestAnswer, TestClient } from './http-client';
import { newKey } from './keys';

export interface TestBet {
  readonly gameId?: string;
  /** Decimal naira. */
  readonly stake?: number;
  readonly bet?: Readonly<Record<string, unknown>>;
  readonly seeds?: RoundSeeds | undefined;
  readonly freeSpinOf?: string;
  readonly playWindow?: string;
  readonly takesOver?: boolean;
  readonly key?: string;
}

/** Sends a bet: ₦10 on a slot under a new key, unless the test says otherwise. Without `seeds` it names no draw. */
export function placeBet(client: TestClient, { gameId = 'adire-gold', stake = 10, bet = {}, seeds, key = newKey(), ...more }: TestBet = {}): Promise<TestAnswer<RoundAnswer>> {
  const body = { stake, currency: 'NGN' as const, bet: { ...bet }, ...more, ...(seeds && { seeds }) };
  return client.call(playRound, { params: { ...paramsOf(client), gameId }, body, key });
}

export const readFairness = async (client: TestClient): Promise<AnswerOf<typeof getFairness>> =>
  (await client.call(getFairness, { params: paramsOf(client) })).data;

/** Reads the draw of the next bet, which the device writes down before it sends the bet. */
export async function readSeeds(client: TestClient): Promise<RoundSeeds> {
  const { commit, clientSeed, nonce } = await readFairness(client);
  return { commit, clientSeed, nonce };
}

export const readRefusedBets = async (client: TestClient): Promise<RefusedBet[]> =>
  (await client.call(listRefusedBets, { params: paramsOf(client), query: {} })).data.items;

/** Reads all money, bonuses and rounds of the player, to compare them with those after a refusal. */
export async function readHoldings(pool: Pool, client: TestClient): Promise<unknown> {
  const { rows } = await pool.query(
    `SELECT (SELECT json_agg(a ORDER BY account_id) FROM ledger_account a WHERE user_id = $1) AS money, (SELECT count(*) FROM round WHERE user_id = $1) AS rounds,
       (SELECT json_agg(w ORDER BY wallet_id) FROM bonus_wallet w WHERE user_id = $1) AS wallets,
       (SELECT json_agg(o ORDER BY round_id) FROM open_round o WHERE user_id = $1) AS open`,
    [userIdOf(client)],
  );
  return rows[0];
}
