/** Launches games of other providers, polls them while they are open in a frame, ends them, and shows their rounds again. */
import { endLaunch, getLaunch, getRoundReplay, launchGame } from '../../core/contract/frames';
import type { Launch, LaunchState, RoundReplay } from '../../core/contract/frames';
import type { Result } from '../../core/errors';
import { roundToKobo } from '../../core/money';
import { applyMoneyAnswer } from '../../state/apply-figures';
import { callAsPlayer, now } from '../index';

export function launchFramedGame(gameId: string): Promise<Result<Launch>> {
  return callAsPlayer(launchGame, ({ userId }) => ({ params: { userId, gameId } }));
}

/** Asks how the game stands; the balance in the answer goes into the stores. */
export async function pollLaunch(launchId: string, signal: AbortSignal): Promise<Result<LaunchState>> {
  const result = await callAsPlayer(getLaunch, ({ userId }) => ({ params: { userId, launchId }, signal }));
  const balance = result.ok ? roundToKobo(result.data.balance) : null;
  if (result.ok && balance !== null) applyMoneyAnswer(balance, result.data.currency, result.data.version, now());
  return result;
}

/** Ends the game. The platform does so by itself a few minutes later if this call is lost. */
export async function closeLaunch(launchId: string): Promise<void> {
  await callAsPlayer(endLaunch, ({ userId }) => ({ params: { userId, launchId } }));
}

/** Loads the link by which a round is shown again; it is good for a few minutes and is stored nowhere. */
export function loadReplayLink(roundId: string): Promise<Result<RoundReplay>> {
  return callAsPlayer(getRoundReplay, ({ userId }) => ({ params: { userId, roundId }, noStore: true }));
}
