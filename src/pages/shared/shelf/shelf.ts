/** The games of the lobby's pages: one list from two sources, cut into parts. Pure. */
import type { Game } from '../../../core/contract/games';
import { ZERO_KOBO, nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import type { EmbeddedGame } from '../../../games/catalogue';

export interface ShelfGame {
  readonly gameId: string;
  readonly name: string;
  readonly kind: string;
  readonly categories: readonly string[];
  readonly rtp: number;
  /** The share of a stake that counts toward wagering, 0 … 1; null where no platform gives it. */
  readonly contribution: number | null;
  readonly minStake: Kobo;
  readonly maxStake: Kobo;
  /** The size of the download; null where it is unknown. */
  readonly bytes: number | null;
  readonly art: string;
  /** The game can be practised here, without a network. */
  readonly practice: boolean;
  /** The platform offers it for money. */
  readonly real: boolean;
  /** The volatility that the platform gives; the app's own engines know it better, see `games/volatility`. */
  readonly volatility: string | null;
  /** The provider who runs it in a frame; null for the app's own games. */
  readonly provider: string | null;
  /** The largest win of a round in stakes, of a provider's game. */
  readonly maxWin: number | null;
}

/** Up to this many games are described at length, because a grid or a rail of one tile would look like an empty shelf. */
export const FEW_GAMES = 4;

export interface ShelfSource {
  /** The platform's list; null while it is unknown. */
  readonly games: readonly Game[] | null;
  /** The platform offers a list. */
  readonly canGames: boolean;
  /** The platform plays rounds for money. */
  readonly canRounds: boolean;
  /** The last request for the list failed. */
  readonly failed: boolean;
}

function fromEmbedded(game: EmbeddedGame): ShelfGame {
  return { ...game, contribution: null, bytes: null, practice: true, real: false, volatility: null, provider: null, maxWin: null };
}

function fromPlatform(game: Game, own: EmbeddedGame | undefined, canRounds: boolean): ShelfGame {
  return {
    gameId: game.gameId,
    name: game.name,
    kind: game.kind,
    categories: game.categories,
    rtp: game.rtp,
    contribution: game.contribution,
    minStake: nairaToKobo(game.minStake) ?? own?.minStake ?? ZERO_KOBO,
    maxStake: nairaToKobo(game.maxStake) ?? own?.maxStake ?? ZERO_KOBO,
    bytes: game.bytes,
    art: game.art,
    practice: own !== undefined,
    real: canRounds && game.enabled,
    volatility: game.volatility ?? null,
    provider: game.provider ?? null,
    maxWin: game.maxWin ?? null,
  };
}

/**
 * The games to show: the platform's where it has a list, otherwise those that come with the app, for practice. It is null while the list is
 * loading.
 */
export function shelfOf(source: ShelfSource, embedded: readonly EmbeddedGame[]): readonly ShelfGame[] | null {
  if (!source.canGames) return embedded.map(fromEmbedded);
  if (source.games === null) return source.failed ? embedded.map(fromEmbedded) : null;
  return source.games.map((game) =>
    fromPlatform(game, embedded.find(({ gameId }) => gameId === game.gameId), source.canRounds),
  );
}

/** The number of tiles in a rail; the others are behind "see all". */
export const RAIL_GAMES = 12;

/** The categories in the order in which the list names them. */
export function categoriesOf(games: readonly ShelfGame[]): readonly string[] {
  return [...new Set(games.flatMap(({ categories }) => categories))];
}

/** Two rows of tiles on a phone, one on a large screen. */
export const SHORTLIST_GAMES = 6;

/** A small choice of different games: the first of each kind, then the next in the order of the list. */
export function shortlistOf(games: readonly ShelfGame[]): readonly ShelfGame[] {
  const kinds = new Set<string>();
  const isFirst = ({ kind }: ShelfGame) => !kinds.has(kind) && kinds.add(kind);
  const firsts = games.filter(isFirst);
  return [...new Set([...firsts, ...games])].slice(0, SHORTLIST_GAMES);
}

const NEW_CATEGORY = 'new';

/** The platform calls it new. */
export function isNew(game: Pick<ShelfGame, 'categories'>): boolean {
  return game.categories.includes(NEW_CATEGORY);
}
