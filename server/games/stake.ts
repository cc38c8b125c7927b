/** Checks whether a stake can be played in a game. Pure. */
import { isPlayableStake } from '../../src/core/games/engine';
import type { AnyEngine } from '../../src/core/games/engine';
import { formatNaira, kobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';

export interface StakeRule {
  /** In kobo, both inclusive. */
  readonly min: number;
  readonly max: number;
  readonly engine: Pick<AnyEngine, 'stakeStep'>;
}

const toNairaText = (amount: number): string => formatNaira(kobo(amount), { whole: true });

/** Says why `stake` (kobo) can't be played, in words for the field; null when it can. */
export function describeStakeProblem(stake: Kobo, { min, max, engine }: StakeRule): string | null {
  if (stake < min) return `The smallest stake here is ${toNairaText(min)}.`;
  if (stake > max) return `The largest stake here is ${toNairaText(max)}.`;
  if (!isPlayableStake(engine, stake)) return `Stakes go in steps of ${toNairaText(engine.stakeStep)} here.`;
  return null;
}
