/** Finds the games of a list that fit, and the filters that would change anything. Pure. */
import { VOLATILITIES, volatilitiesOf } from '../../../games/volatility';
import type { Volatility } from '../../../games/volatility';
import { isNew } from '../shelf/shelf';
import type { ShelfGame } from '../shelf/shelf';
import { MARKS, RTP_FLOORS, filterCount } from './view';
import type { Filter, Mark, RtpFloor } from './view';

/** Compares returns as `percentCut` shows them: one that reads "96.00%" counts as 96%. */
const DOUBLE_SLACK = 1e-9;

const hasReturn = ({ rtp }: ShelfGame, floor: RtpFloor): boolean => rtp * 100 + DOUBLE_SLACK >= floor;

function hasMark(game: ShelfGame, mark: Mark, favourites: ReadonlySet<string>): boolean {
  if (mark === 'favourite') return favourites.has(game.gameId);
  return mark === 'new' ? isNew(game) : game.practice;
}

/** Returns the same list where no filter is on. */
export function filterShelf(games: readonly ShelfGame[], filter: Filter, favourites: ReadonlySet<string>): readonly ShelfGame[] {
  if (filterCount(filter) === 0) return games;
  const { kind, rtp, volatility, only } = filter;
  return games.filter(
    (game) =>
      (kind === null || game.kind === kind) &&
      (rtp === null || hasReturn(game, rtp)) &&
      (volatility === null || volatilitiesOf(game).includes(volatility)) &&
      only.every((mark) => hasMark(game, mark, favourites)),
  );
}

/** The filters that can be chosen: those that some games match and others do not, and those that are on already. */
export interface Choices {
  readonly kinds: readonly string[];
  readonly rtps: readonly RtpFloor[];
  readonly volatilities: readonly Volatility[];
  readonly marks: readonly Mark[];
}

export function choicesFor(games: readonly ShelfGame[], filter: Filter, favourites: ReadonlySet<string>): Choices {
  const divides = (fits: (game: ShelfGame) => boolean) => {
    const count = games.filter(fits).length;
    return count > 0 && count < games.length;
  };
  const kinds = [...new Set(games.map(({ kind }) => kind))];
  return {
    kinds: kinds.length > 1 || filter.kind !== null ? kinds : [],
    rtps: RTP_FLOORS.filter((floor) => floor === filter.rtp || divides((game) => hasReturn(game, floor))),
    volatilities: VOLATILITIES.filter((each) => each === filter.volatility || divides((game) => volatilitiesOf(game).includes(each))),
    marks: MARKS.filter((mark) => filter.only.includes(mark) || divides((game) => hasMark(game, mark, favourites))),
  };
}
