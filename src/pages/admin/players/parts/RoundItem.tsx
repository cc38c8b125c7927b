import type { RoundHistoryItem } from '../../../../core/contract/games';
import { dateTime } from '../../../../core/time';
import { Pill } from '../../../../ui/States';
import { useGames } from '../../../shared/history/use-games';
import { Amount } from '../../../shared/money/Amount';
import { words } from '../words';

/** A round: what was staked and what came of it. */
export function RoundItem({ round }: { round: RoundHistoryItem }) {
  const { roundId, gameId, stake, win, currency, at, provider, state, balanceBefore, balanceAfter } = round;
  const games = useGames();
  return (
    <li className="history-card" data-row="" tabIndex={-1}>
      <div className="history-line">
        <span className="history-line-title">
          {games.find((each) => each.gameId === gameId)?.name ?? gameId}{provider === undefined ? null : <span className="quiet"> {words.byProvider(provider)}</span>}
        </span>
        {state === 'open' ? <Pill kind="info">{words.open}</Pill> : <span className="figures"><Amount amount={stake} currency={currency} /> → <Amount amount={win} currency={currency} /></span>}
        <time className="quiet small figures" dateTime={at}>{dateTime(Date.parse(at))}</time>
        <span className="quiet small figures">
          <span className="unseen">{words.balance} </span><Amount amount={balanceBefore} currency={currency} /> → <Amount amount={balanceAfter} currency={currency} />
        </span>
        <span className="quiet small player-reference"><code>{roundId}</code></span>
      </div>
    </li>
  );
}
