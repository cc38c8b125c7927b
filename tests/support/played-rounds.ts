/** Rounds of one step for money, without the calls of the contract. */
import { playRound } from '../../server/games/play-round';
import type { RawAnswer } from '../../server/http/router';
import type { Platform } from '../../server/platform';
import { roundAnswer } from '../../src/core/contract/games';
import type { RoundAnswer } from '../../src/core/contract/games';
import { HERE, SESSION_HASH } from './caller-places';
import { newKey } from './keys';

export interface RoundOptions {
  readonly key?: string;
  readonly stake?: number;
  readonly gameId?: string;
  readonly bet?: Record<string, unknown>;
}

/** Plays a round and returns the answer, whatever its status. */
export function tryRound(
  platform: Platform, userId: string, { key = newKey(), stake = 10, gameId = 'adire-gold', bet = {} }: RoundOptions = {},
): Promise<RawAnswer> {
  return playRound(platform, { userId, gameId, key, place: HERE, sessionHash: SESSION_HASH, body: { stake, currency: 'NGN', bet } });
}

/** Plays a round; throws unless it is answered with 201. */
export async function playOneRound(platform: Platform, userId: string, options: RoundOptions = {}): Promise<RoundAnswer> {
  const { status, text } = await tryRound(platform, userId, options);
  if (status !== 201) throw new Error(`the round was answered with ${status} ${text}`);
  return roundAnswer.parse(JSON.parse(text));
}
