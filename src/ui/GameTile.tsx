import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { GameArt } from './GameArt';
import { Skeleton } from './States';
import './game-tile.css';

interface Props {
  to: string;
  name: string;
  /** The addresses of the art, best first. */
  art: readonly string[];
  /** Short figures, each a word or two: "RTP 95.09%", "12 KB". A tile without them is its art and its name. */
  facts?: readonly string[] | undefined;
  /** Drawn over the art, where the game differs from the others. */
  badge?: ReactNode;
  /** A control of its own, drawn over the art and beside the link. */
  action?: ReactNode;
  eager?: boolean;
}

/** A game on a shelf. The whole tile is its link, except the control over its corner. */
export function GameTile({ to, name, art, facts, badge, action, eager = false }: Props) {
  return (
    <article className="tile">
      <Link className="tile-link" to={to}>
        <span className="tile-art">
          <GameArt sources={art} eager={eager} />
          {badge === undefined ? null : <span className="tile-badge">{badge}</span>}
        </span>
        <span className="tile-name">{name}</span>
        {facts === undefined ? null : <span className="tile-facts">{facts.join('\n')}</span>}
      </Link>
      {action}
    </article>
  );
}

/** An empty shape of a tile's size. */
export function TileSkeleton() {
  return (
    <div className="tile" aria-hidden="true">
      <span className="tile-art skeleton" />
      <Skeleton lines={1} />
    </div>
  );
}
