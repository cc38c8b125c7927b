import { BLACKJACK_STRATEGY } from '../../core/games/blackjack-strategy';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { formatNaira } from '../../core/money';
import { embeddedGame } from '../catalogue';
import { everyWords, percentCut, timesWords } from '../facts';
import { words } from './words';

const DEALERS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', words.aceShort];
const ROWS: readonly (readonly [name: string, plays: string])[] = [
  ...BLACKJACK_STRATEGY.hard.map((plays, at) => [String(at + 4), plays] as const),
  ...BLACKJACK_STRATEGY.soft.map((plays, at) => [words.softName(at + 12), plays] as const),
  ...BLACKJACK_STRATEGY.pair.map((plays, at) => [words.pairName(words.pairs[at] ?? ''), plays] as const),
];

export function BlackjackRules() {
  const { hitRate = 0, profitRate = 0, maxWin = 0, maxWinEvery = 0 } = embeddedGame('blackjack') ?? {};
  const most = words.mostWin(timesWords(maxWin), everyWords(maxWinEvery), formatNaira(MAX_ROUND_WIN, { whole: true }));
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{most} {words.abandoned}</p>
      <p>{words.best} {words.odds(percentCut(hitRate, 1), percentCut(profitRate, 1))} {words.table}</p>
      <table className="table-pays bj-best">
        <caption>{words.dealerShows}</caption>
        <thead><tr><th scope="col">{words.yours}</th>{DEALERS.map((card) => <th key={card} scope="col">{card}</th>)}</tr></thead>
        <tbody>
          {ROWS.map(([name, plays]) => (
            <tr key={name}><th scope="row">{name}</th>{Array.from(plays, (play, at) => <td key={at} data-play={play}>{play}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
