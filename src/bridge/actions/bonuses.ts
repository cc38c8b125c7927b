/** Loads the player's bonuses, and gives one up. */
import { listBonuses } from '../../core/contract/bonuses';
import type { Bonus } from '../../core/contract/bonuses';
import type { AnswerOf } from '../../core/contract/endpoint';
import type { Result } from '../../core/errors';
import type { Snapshot } from '../../data/schema';
import { getSnapshot } from '../../data/snapshots';
import { callAsPlayer, database } from '../index';
import { currentIds } from '../session/ids';
import { submitIntent } from './intents';
import type { IntentOutcome } from '../money/intents';

export type BonusesPage = AnswerOf<typeof listBonuses>;

export function loadBonuses(signal?: AbortSignal): Promise<Result<BonusesPage>> {
  return callAsPlayer(listBonuses, ({ userId }) => ({ params: { userId }, ...(signal && { signal }) }));
}

/** Reads the first page that this device has stored; null where it has none. */
export async function storedBonuses(): Promise<Snapshot<BonusesPage> | null> {
  const userId = currentIds()?.userId;
  return userId === undefined ? null : getSnapshot(database, userId, 'bonuses', listBonuses.answer);
}

/** Gives a bonus up, exactly once; see `submitIntent`. */
export function forfeitBonus({ walletId, version }: Pick<Bonus, 'walletId' | 'version'>): Promise<IntentOutcome<Bonus>> {
  return submitIntent({ kind: 'forfeit', gameId: walletId, body: { version } });
}
