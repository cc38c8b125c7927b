import { Suspense, lazy, useState } from 'react';
import type { RoundHistoryItem } from '../../../../core/contract/games';
import { dateTime } from '../../../../core/time';
import { Button } from '../../../../ui/Button';
import { Pill } from '../../../../ui/States';
import { useGames } from '../../../shared/history/use-games';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';

/** The stages of games are loaded for the rounds that somebody opens. */
const RoundDialog = lazy(() => import('./RoundDialog'));

/** A round: what was staked and what came of it, and a way to see it as the player saw it. */
export function RoundItem({ round, playerId }: { round: RoundHistoryItem; playerId: string }) {
  const { roundId, gameId, stake, win, currency, at, provider, state, balanceBefore, balanceAfter } = round;
  const [isShown, setShown] = useState(false);
  const games = useGames();
  const name = games.find((each) => each.gameId === gameId)?.name ?? gameId;
  const when = dateTime(Date.parse(at));
  return (
    <li className="history-card" data-row="" tabIndex={-1}>
      <div className="history-line">
        <span className="history-line-title">
          {name}{provider === undefined ? null : <span className="quiet"> {words.byProvider(provider)}</span>}
        </span>
        {state === 'open' ? <Pill kind="info">{words.open}</Pill> : <span className="figures"><Amount amount={stake} currency={currency} /> → <Amount amount={win} currency={currency} /></span>}
        <time className="quiet small figures" dateTime={at}>{when}</time>
        <span className="quiet small figures">
          <span className="unseen">{words.balance} </span><Amount amount={balanceBefore} currency={currency} /> → <Amount amount={balanceAfter} currency={currency} />
        </span>
        <span className="player-reference row spread">
          <code className="quiet small">{roundId}</code>
          <Button variant="ghost" onClick={() => setShown(true)} aria-label={words.round.showOf(name, when)}>{words.round.show}</Button>
        </span>
      </div>
      {isShown ? <Suspense fallback={null}><RoundDialog {...{ playerId, roundId, name }} onClose={() => setShown(false)} /></Suspense> : null}
    </li>
  );
}
