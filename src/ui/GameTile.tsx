import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { GameArt } from './GameArt';
import { Skeleton } from './States';
import './game-tile.css';

interface Props {
  to: string;
  name: string;
  /** Where the art may be, best first. */
  art: readonly string[];
  /** Short figures, each a word or two: "RTP 95.09%", "12 KB". */
  facts: readonly string[];
  /** Over the art. */
  badge?: ReactNode;
  /** Beside the link, over the art: a control of its own. */
  action?: ReactNode;
  eager?: boolean;
}

/** A game on a shelf: the whole tile is its link, but for what lies over its corner. */
export function GameTile({ to, name, art, facts, badge, action, eager = false }: Props) {
  return (
    <article className="tile">
      <Link className="tile-link" to={to}>
        <span className="tile-art">
          <GameArt sources={art} name={name} eager={eager} />
          {badge === undefined ? null : <span className="tile-badge">{badge}</span>}
        </span>
        <span className="tile-name">{name}</span>
        <span className="tile-facts">{facts.join(' · ')}</span>
      </Link>
      {action}
    </article>
  );
}

/** A resting shape of a tile's size. */
export function TileSkeleton() {
  return (
    <div className="tile" aria-hidden="true">
      <span className="tile-art skeleton" />
      <Skeleton lines={1} />
    </div>
  );
}
