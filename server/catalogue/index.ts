/** The public interface of `catalogue`: games' rows joined with their engines, and whether a game is open. */
export { GAME_COLUMNS, NEW_CATEGORY, readCatalogueTag, readCatalogueVersion, findGame, raiseCatalogueVersion, readGames, toGame } from './games';
export { isHidden, isOpen, isOpenSql } from './opening';
export type { GameRow, CatalogueGame } from './games';
