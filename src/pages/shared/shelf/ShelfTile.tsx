import { memo } from 'react';
import { percentCut } from '../../../games/facts';
import { bytesWords } from '../../../core/time';
import { GameTile } from '../../../ui/GameTile';
import { Pill } from '../../../ui/States';
import { GameHeart } from './GameHeart';
import { gamePath } from './paths';
import type { ShelfGame } from './shelf';
import { useArt } from './use-shelf';
import { words } from '../words';

/** The line below the name on a tile: the return, and the size of the download where it is known. */
export function tileFacts(game: Pick<ShelfGame, 'rtp' | 'bytes' | 'provider'>): readonly string[] {
  const { provider, rtp, bytes } = game;
  return [...(provider === null ? [] : [provider]), words.rtp(percentCut(rtp)), ...(bytes === null ? [] : [bytesWords(bytes)])];
}

interface TileProps {
  game: ShelfGame;
  eager?: boolean;
  /** Shows the return and the size, too. */
  withFacts?: boolean;
}

/** A game of the list as a tile. It is drawn again only when the game or its place changes. */
export const ShelfTile = memo(function ShelfTile({ game, eager = false, withFacts = false }: TileProps) {
  const art = useArt()(game);
  return (
    <GameTile
      to={gamePath(game.gameId)}
      name={game.name}
      art={art}
      facts={withFacts ? tileFacts(game) : undefined}
      badge={game.practice ? undefined : <Pill>{words.moneyOnly}</Pill>}
      action={<GameHeart game={game} className="tile-action" />}
      eager={eager}
    />
  );
});
