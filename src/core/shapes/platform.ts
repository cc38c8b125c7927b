import type { Favourites } from '../contract/favourites';
import type { Game } from '../contract/games';
import type { HostConfig, HostVersion } from '../contract/platform';
import { array, boolean, instant, literal, number, object, optional, string } from './shape';
import type { Shape } from './shape';

const gameShape: Shape<Game> = object({
  gameId: string,
  name: string,
  kind: string,
  categories: array(string),
  rtp: number,
  contribution: number,
  minStake: number,
  maxStake: number,
  bytes: number,
  art: string,
  enabled: boolean,
  volatility: optional(string),
  provider: optional(string),
  maxWin: optional(number),
});

export const gameListShape: Shape<{ items: Game[] }> = object({ items: array(gameShape) });

export const favouritesShape: Shape<Favourites> = object({ items: array(object({ gameId: string, at: instant })) });

export const hostConfigShape: Shape<HostConfig> = object({
  capabilities: array(string),
  cdnUrl: string,
  consentPolicy: literal('ask', 'implied'),
  version: string,
  pixelUrl: optional(string),
});

export const hostVersionShape: Shape<HostVersion> = object({
  version: string,
  serviceWorker: literal('on', 'off'),
  offlineBytes: number,
});
