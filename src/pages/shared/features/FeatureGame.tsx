import { Link } from 'react-router-dom';
import { formatNaira } from '../../../core/money';
import { bytesWords } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { embeddedGame } from '../../../games/catalogue';
import { everyWords, percentCut, timesWords } from '../../../games/facts';
import { pitches } from '../../../games/pitches';
import { kindName } from '../../../games/words';
import { buttonClass } from '../../../ui/Button';
import { GameArt } from '../../../ui/GameArt';
import { Pill } from '../../../ui/States';
import { gamePath } from '../shelf/paths';
import type { ShelfGame } from '../shelf/shelf';
import { useArt } from '../shelf/use-shelf';
import './features.css';
import { featureWords as words } from './words';

function factsOf(game: ShelfGame): readonly (readonly [string, string])[] {
  const own = embeddedGame(game.gameId);
  const stakes = `${formatNaira(game.minStake, { whole: true })} – ${formatNaira(game.maxStake, { whole: true })}`;
  return [
    [words.rtp, percentCut(game.rtp)],
    ...(own?.hitRate === undefined ? [] : ([[words.hits, percentCut(own.hitRate, 1)]] as const)),
    ...(own?.profitRate === undefined ? [] : ([[words.profits, percentCut(own.profitRate, 1)]] as const)),
    ...(own ? ([[words.maxWin, words.upTo(timesWords(own.maxWin), everyWords(own.maxWinEvery))]] as const) : []),
    [words.stakes, stakes],
    [words.size, game.bytes === null ? words.onDevice : bytesWords(game.bytes)],
  ];
}

/** A game described at length, for lists with few games: the facts that a player wants before opening it. */
function FeatureGame({ game, heading: Heading }: { game: ShelfGame; heading: 'h2' | 'h3' }) {
  const art = useArt();
  const pitch = entryOf(pitches, game.gameId);
  return (
    <article className="feature">
      <Link className="feature-art" to={gamePath(game.gameId)} tabIndex={-1} aria-hidden="true">
        <GameArt sources={art(game)} eager />
      </Link>
      <div className="feature-text">
        <div className="row">
          <Pill>{kindName(game.kind)}</Pill>
          {game.practice ? <Pill kind="success">{words.practice}</Pill> : null}
        </div>
        <Heading className="feature-name">{game.name}</Heading>
        {pitch === undefined ? null : <p className="quiet">{pitch}</p>}
        <dl className="feature-facts">
          {factsOf(game).map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd className="figures">{value}</dd>
            </div>
          ))}
        </dl>
        <Link className={buttonClass()} to={gamePath(game.gameId)} aria-label={`${words.details}: ${game.name}`}>
          {words.details}
        </Link>
      </div>
    </article>
  );
}

/** A few games, each on a card of its own. `heading` is one level below the heading above them. */
export function Features({ games, heading = 'h2' }: { games: readonly ShelfGame[]; heading?: 'h2' | 'h3' }) {
  return (
    <div className="features" data-public>
      {games.map((game) => <FeatureGame key={game.gameId} game={game} heading={heading} />)}
    </div>
  );
}

/** An empty shape of a feature's size. */
export function FeatureSkeleton() {
  return (
    <div className="feature" aria-hidden="true">
      <div className="feature-art"><span className="skeleton feature-rest" /></div>
      <div className="feature-text feature-text-rest" />
    </div>
  );
}
