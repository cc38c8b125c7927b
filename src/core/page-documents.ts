/** The documents that the build prepares for the pages, as it hands them to the host in one file. */
import type { Game } from './contract/games';
import type { Capability } from './contract/platform';

/**
 * The callers that a frame is drawn for: before the scripts run, the host knows no more of them. `unknown-platform` is everybody, on a
 * platform of unknown capabilities.
 */
export const CALLERS = ['guest', 'player', 'unknown-platform'] as const;
export type Caller = (typeof CALLERS)[number];

/** Stands in a frame where the content of the page goes. */
export const CONTENT_PLACE = '<!--page-->';

/** Values that the host fills in for a game, as `%GAME_NAME%`. */
export type Placeholder = 'GAME_NAME' | 'GAME_ART' | 'GAME_RETURN';

export interface PageContent {
  readonly markup: string;
  /** The rules that the content needs beyond those of the frame. The whole style sheets come with the page's code. */
  readonly css: string;
  /** Set where the markup is all that the app draws for a guest: the app takes it over. With the games that it was drawn from, or null. */
  readonly drawnFrom?: { readonly games: readonly Game[] | null };
}

export interface PageDocument {
  readonly name: string;
  /** As in the route table, `/game/:gameId`. The not-found page has none. */
  readonly paths: readonly string[];
  readonly title: string;
  readonly description: string;
  /** Search engines may list the page. */
  readonly isListed: boolean;
  /** The page is there for each of these that the catalogue has, whose id ends the address. */
  readonly each?: 'game' | 'category';
  /** The page exists only where the platform has this capability. */
  readonly needs?: Capability;
  /** The page's folder below `src/pages`, where its content needs the page's style sheets. Only the build reads it. */
  readonly folder?: string;
  /** The index of each caller's frame in `frames`. */
  readonly frames: Readonly<Record<Caller, number>>;
  readonly content: PageContent;
  /** The content that a guest is shown instead, where the page is only for players. */
  readonly guestContent?: PageContent;
  /** Set where the content names this game: `content` stands in its place where the catalogue lacks it, because a hidden game is named to nobody. */
  readonly withoutGame?: { readonly gameId: string; readonly content: PageContent };
}

export interface PageDocuments {
  /** Markup of `#root` with `CONTENT_PLACE` in it. */
  readonly frames: readonly string[];
  /** The first page that matches an address is the page there. */
  readonly pages: readonly PageDocument[];
}
