/** The door of `catalogue`: the games as rows that admins change, joined with what their engines fix. */
export { CONTRIBUTION_SCALE, GAME_COLUMNS, NEW, catalogueTag, findGame, raiseCatalogueVersion, readGames, toGame } from './games';
export type { GameRow, KnownGame } from './games';
