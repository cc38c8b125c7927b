/** The bets that the solver tries, with the chances of what they pay. Pure. */
import { fractionToNumber } from '../fraction';
import { DICE_FACES, DICE_PAY_SCALE, dicePays } from '../games/dice';
import { MINES_RETURN, minesPays } from '../games/mines';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../games/plinko';
import { POCKETS } from '../games/roulette';
import { CONTRIBUTION_SCALE } from '../wagering';
import type { CountedGame } from './counted-games';
import { SLOT_CHANCES, SLOT_PAYS } from './slot-pays';

/** A pay in stakes, and its chance. */
export type Pay = readonly [stakes: number, chance: number];

export interface Bet {
  /** The part of the stake that counts toward the wagering, 0 … 1. */
  readonly contribution: number;
  /** The chance that exactly the stake comes back. Such a round counts nothing, so the bonus is as before. */
  readonly returned: number;
  /** The other pays. Their chances add up to less than 1, because the rest is the chance to lose the stake. */
  readonly pays: readonly Pay[];
}

/** The pays that the tried bets of dice aim at, in stakes: from nearly sure wins to long shots. */
const DICE_TARGETS = [1.02, 1.2, 1.5, 2, 3, 5, 8, 12, 20, 35, 60, 100, 200, 400, 800] as const;
/** The tried bets of mines: how many mines are laid, and how many cells are opened. */
const MINES_BETS = [[1, 1], [1, 12], [3, 3], [5, 5], [10, 6]] as const;
/** The tried bets of roulette: how many pockets each covers. */
const COVERED_POCKETS = [18, 12, 6, 4, 2, 1] as const;
const ROULETTE_PAYS = 36;
/** The share of stakes that dice pay back. */
const DICE_SHARE = 0.99;

/**
 * Lists the tried bets of a game; there are none for a game that does not count, or for blackjack. Throws an Error for a slot without a row
 * in `SLOT_CHANCES`, because a cost that leaves a game out would be too low.
 */
export function betsOf({ gameId, kind, contribution }: CountedGame): readonly Bet[] {
  if (contribution <= 0) return [];
  const bet = (pays: readonly Pay[], returned = 0): Bet => ({ contribution: contribution / CONTRIBUTION_SCALE, returned, pays });
  switch (kind) {
    case 'slots': {
      const slot = SLOT_CHANCES[gameId];
      if (slot === undefined) throw new Error(`no chances of ${gameId} in SLOT_CHANCES (bonus-cost/slot-pays.ts)`);
      return [bet(slot.chances.flatMap((chance, at): Pay[] => (at === 0 || chance === 0 ? [] : [[SLOT_PAYS[at] ?? 0, chance]])), slot.returned)];
    }
    case 'roulette':
      return COVERED_POCKETS.map((covered) => bet([[ROULETTE_PAYS / covered, covered / POCKETS]]));
    case 'dice':
      return DICE_TARGETS.map((target) => {
        const under = Math.floor((DICE_FACES * DICE_SHARE) / target);
        return bet([[dicePays(under) / DICE_PAY_SCALE, under / DICE_FACES]]);
      });
    case 'plinko':
      return Object.values(PLINKO_PAYS).map((pays) => plinkoBet(pays, bet));
    case 'mines':
      return MINES_BETS.map(([mines, opened]) => {
        const pays = fractionToNumber(minesPays(mines, opened));
        return bet([[pays, fractionToNumber(MINES_RETURN) / pays]]);
      });
    case 'blackjack':
      // Blackjack pays about even chances. Other games offer these, too, and wagering costs less there, so it is not tried.
      return [];
  }
}

/** Makes the bet of one table of plinko. Several buckets pay the same, so their chances are added up. */
function plinkoBet(pays: readonly number[], bet: (pays: readonly Pay[], returned: number) => Bet): Bet {
  const chances = new Map<number, number>();
  /** The number of ways for a ball to fall into the bucket: a binomial coefficient. */
  let ways = 1;
  pays.forEach((each, bucket) => {
    chances.set(each, (chances.get(each) ?? 0) + ways / 2 ** PLINKO_ROWS);
    ways = (ways * (PLINKO_ROWS - bucket)) / (bucket + 1);
  });
  const returned = chances.get(PLINKO_PAY_SCALE) ?? 0;
  const others = [...chances].filter(([each]) => each !== PLINKO_PAY_SCALE);
  return bet(others.map(([each, chance]) => [each / PLINKO_PAY_SCALE, chance] as const), returned);
}
