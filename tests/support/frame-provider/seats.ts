/** Players with a framed game open, and their sessions as the provider's server knows them. */
import type { GameProvider } from '../../../server/config/frames';
import { launchGame } from '../../../src/core/contract/frames';
import { paramsOf } from '../http-client';
import type { TestClient } from '../http-client';
import type { TestPlatform } from '../platform';
import { richPlayer } from '../rich-players';
import { callPlatform, GAME } from './provider';
import type { CallAnswer, SendOptions } from './provider';

export interface Seat {
  readonly client: TestClient;
  /** The provider's session. */
  readonly session: string;
  /** The player's id at the provider. */
  readonly playerId: string;
}

/** Calls the platform as the provider's server does, by the platform's clock. */
export function callFrom(
  { baseUrl, platform }: TestPlatform, provider: GameProvider, name: string, body: unknown, more: Partial<SendOptions> = {},
): Promise<CallAnswer> {
  return callPlatform(baseUrl, provider, name, body, { at: platform.now().getTime(), ...more });
}

/** Returns the token in the address of a launch. */
export const tokenOf = (url: string): string => new URL(url).hash.replace('#token=', '');

/** Launches the game for a player and exchanges its token. */
export async function takeSeat(site: TestPlatform, provider: GameProvider, client: TestClient, gameId = GAME): Promise<Seat> {
  const { data } = await client.call(launchGame, { params: { ...paramsOf(client), gameId } });
  const answer = await callFrom(site, provider, 'exchange', { token: tokenOf(data.url), gameId });
  if (answer.status !== 200) throw new Error(`the exchange was answered with ${answer.status} ${answer.text}`);
  return { client, session: String(answer.data['session']), playerId: String(answer.data['playerId']) };
}

/** Makes a player with this money, in decimal naira, and with the game open. */
export async function seatNewPlayer(site: TestPlatform, provider: GameProvider, naira = 1_000, gameId = GAME): Promise<Seat> {
  return takeSeat(site, provider, await richPlayer(site, naira), gameId);
}
