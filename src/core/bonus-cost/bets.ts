/** The bets that the solver tries, with the chances of what they pay. Pure. */
import { fractionToNumber } from '../fraction';
import { DICE_FACES, DICE_PAY_SCALE, dicePays } from '../games/dice';
import { minesPays } from '../games/mines';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../games/plinko';
import { POCKETS } from '../games/roulette';
import { CONTRIBUTION_SCALE } from '../wagering';
import type { CountedGame } from './counted-games';
import { SLOT_CHANCES, SLOT_PAYS } from './slot-pays';

/** A pay in stakes, and its chance. */
export type Pay = readonly [stakes: number, chance: number];

export interface Bet {
  /** The part of its stake that counts, 0 … 1. */
  readonly contribution: number;
  /** The chance that the stake comes back, so that nothing has happened. */
  readonly returned: number;
  /** Everything else but losing the stake. The chances add up to less than 1. */
  readonly pays: readonly Pay[];
}

/** From nearly sure wins to long shots, in stakes. */
const TARGETS = [1.02, 1.2, 1.5, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400, 800] as const;
/** Mines laid and cells opened. */
const MINES_BETS = [[1, 1], [1, 12], [3, 3], [5, 5], [10, 6]] as const;
/** How many of the pockets a bet at roulette covers. */
const COVERED_POCKETS = [18, 12, 6, 4, 2, 1] as const;
const ROULETTE_PAYS = 36;

/** The bets of a game that are tried; none for one that does not count, or whose chances are not known here. */
export function betsOf({ gameId, kind, contribution }: CountedGame): readonly Bet[] {
  if (contribution <= 0) return [];
  const bet = (pays: readonly Pay[], returned = 0): Bet => ({ contribution: contribution / CONTRIBUTION_SCALE, returned, pays });
  switch (kind) {
    case 'slots': {
      const slot = SLOT_CHANCES[gameId];
      if (slot === undefined) return [];
      return [bet(slot.chances.flatMap((chance, at): Pay[] => (at === 0 || chance === 0 ? [] : [[SLOT_PAYS[at] ?? 0, chance]])), slot.returned)];
    }
    case 'roulette':
      return COVERED_POCKETS.map((covered) => bet([[ROULETTE_PAYS / covered, covered / POCKETS]]));
    case 'dice':
      return TARGETS.map((target) => {
        const under = Math.floor((DICE_FACES * 0.99) / target);
        return bet([[dicePays(under) / DICE_PAY_SCALE, under / DICE_FACES]]);
      });
    case 'plinko':
      return Object.values(PLINKO_PAYS).map((pays) => plinkoBet(pays, bet));
    case 'mines':
      return MINES_BETS.map(([mines, opened]) => {
        const pays = fractionToNumber(minesPays(mines, opened));
        return bet([[pays, 0.99 / pays]]);
      });
    case 'blackjack':
      // Its rounds are between even chances at other games, and cost more for what counts.
      return [];
  }
}

function plinkoBet(pays: readonly number[], bet: (pays: readonly Pay[], returned: number) => Bet): Bet {
  const chances = new Map<number, number>();
  let ways = 1;
  pays.forEach((each, bucket) => {
    chances.set(each, (chances.get(each) ?? 0) + ways / 2 ** PLINKO_ROWS);
    ways = (ways * (PLINKO_ROWS - bucket)) / (bucket + 1);
  });
  const returned = chances.get(PLINKO_PAY_SCALE) ?? 0;
  const others = [...chances].filter(([each]) => each !== PLINKO_PAY_SCALE);
  return bet(others.map(([each, chance]) => [each / PLINKO_PAY_SCALE, chance] as const), returned);
}
