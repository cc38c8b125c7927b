import { useEffect, useMemo } from 'react';
import { loadBonuses, storedBonuses } from '../../../bridge/actions/bonuses';
import type { BonusesPage } from '../../../bridge/actions/bonuses';
import type { Bonus } from '../../../core/contract/bonuses';
import { failure } from '../../../core/errors';
import type { Result } from '../../../core/errors';
import type { Kobo } from '../../../core/money';
import { can } from '../../../state/catalogue';
import { useSession } from '../../../state/use';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { gameBonusOf } from './game-bonus';
import type { FreeSpins, GameBonus } from './game-bonus';

export type { FreeSpins, GameBonus };

/** Nothing is requested for a guest, or from a platform without bonuses. */
const load = (signal: AbortSignal): Promise<Result<BonusesPage>> =>
  can('bonuses') ? loadBonuses(signal) : Promise.resolve(failure('canceled'));

const NO_BONUSES: readonly Bonus[] = [];

/** The player's bonuses. They are loaded again after every round (`rounds`), which may have changed them. */
export function useBonuses(rounds: number): readonly Bonus[] {
  const { data, reload } = useSnapshot(storedBonuses, load);
  const hasAny = data !== null && data.items.length > 0;
  useEffect(() => {
    // Playing gives nobody a first bonus, so nothing is loaded for a player without one.
    if (rounds > 0 && hasAny) reload();
  }, [rounds, hasAny, reload]);
  return data?.items ?? NO_BONUSES;
}

/** Works out what these bonuses mean for this stake in this game. */
export function useGameBonus(bonuses: readonly Bonus[], gameId: string, stake: Kobo | null): GameBonus {
  const balance = useSession((session) => session.balance);
  return useMemo(() => gameBonusOf(bonuses, gameId, stake, balance), [bonuses, gameId, stake, balance]);
}
