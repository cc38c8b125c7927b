/** The public interface of `catalogue`: games' rows joined with their engines, whether a game is open, and the art of games. */
export { countArt, deleteUnnamedArt, readArt, storeArt } from './art';
export { toServedArt } from './webp';
export { GAME_COLUMNS, NEW_CATEGORY, readCatalogueTag, readCatalogueVersion, findGame, raiseCatalogueVersion, readGames, toGame } from './games';
export { isHidden, isHiddenSql, isOpen, isOpenSql } from './opening';
export type { GameRow, CatalogueGame } from './games';
