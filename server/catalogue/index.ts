/** The public interface of `catalogue`: games' rows joined with their engines. */
export { GAME_COLUMNS, NEW_CATEGORY, readCatalogueTag, readCatalogueVersion, findGame, raiseCatalogueVersion, readGames, toGame } from './games';
export type { GameRow, CatalogueGame } from './games';
