/** Players in the situations in which calls are refused. */
import { giveBonus } from '../bonuses';
import { paramsOf, userIdOf } from '../http-client';
import type { TestClient } from '../http-client';
import { newKey } from '../keys';
import { newPlayer } from '../platform';
import type { NewPlayer, TestPlatform } from '../platform';
import { richPlayer } from '../rich-players';
import { CASH_OUT, givePair, open } from '../stepped-rounds';
import { DOUBLE, DOUBLE_SEED, MINES_SEED } from '../stepped-stage';
import { playRound } from '../../../src/core/contract/games';
import type { RoundAnswer } from '../../../src/core/contract/games';
import { exclude } from '../../../src/core/contract/protection';
import type { ExclusionLength } from '../../../src/core/protection';

export { CASH_OUT, DOUBLE, newKey, open, paramsOf, richPlayer, userIdOf };

/** Signs the player in on a second device. */
export async function signInElsewhere(site: TestPlatform, client: TestClient): Promise<TestClient> {
  const { rows: [player] } = await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [userIdOf(client)]);
  return site.signIn(player?.username ?? '');
}

interface PlayerAndBody {
  readonly client: TestClient;
  readonly signUpData: ReturnType<typeof newPlayer>;
}

/** Makes a player and returns the body of the sign-up. */
export async function playerAndBody(site: TestPlatform, more: NewPlayer = {}): Promise<PlayerAndBody> {
  const signUpData = newPlayer(more);
  return { client: await site.signUp({ ...signUpData, ...more }), signUpData };
}

/** Makes a player on a break or with an exclusion. */
export async function playerOnBreak(site: TestPlatform, length: ExclusionLength = '24-hours', naira = 10_000): Promise<TestClient> {
  const client = await richPlayer(site, naira);
  const { status, text } = await client.call(exclude, { params: paramsOf(client), body: { length }, key: newKey() });
  if (status !== 201) throw new Error(text);
  return client;
}

interface Playing {
  readonly client: TestClient;
  readonly round: RoundAnswer;
}

/** Makes a player with a running round of several steps: mines, or a hand at blackjack that can be doubled. */
export async function playerInRound(site: TestPlatform, gameId: 'mines' | 'blackjack' = 'mines', naira = 10_000): Promise<Playing> {
  const client = await richPlayer(site, naira);
  await givePair(site.pool, userIdOf(client), gameId === 'mines' ? MINES_SEED : DOUBLE_SEED, site.platform.now());
  const bet = gameId === 'mines' ? { mines: 3 } : {};
  const { data } = await client.call(playRound, { params: { ...paramsOf(client), gameId }, body: { stake: 100, currency: 'NGN', bet }, key: newKey() });
  if (data.state !== 'open') throw new Error(`the round of ${gameId} is over`);
  return { client, round: data };
}

interface WithBonus {
  readonly client: TestClient;
  readonly walletId: string;
}

/** Makes a player who has only a bonus. */
export async function playerWithBonus(site: TestPlatform, terms: Parameters<typeof giveBonus>[3] = {}): Promise<WithBonus> {
  const client = await site.signUp();
  return { client, walletId: await giveBonus(site.platform, userIdOf(client), 1_000_00, terms) };
}
