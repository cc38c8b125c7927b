import { formatNaira, kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { words } from './words';

/** Numbers that a bet covers. */
const COVERS = [1, 2, 3, 4, 6, 12, 18] as const;

export function RouletteRules({ stake }: { stake: Kobo }) {
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{words.mostWin(formatNaira(MAX_ROUND_WIN, { whole: true }))}</p>
      <table className="table-pays bets-pay">
        <thead>
          <tr>{[words.bet, words.covers, words.pays, words.ofStake(formatNaira(stake, { whole: true }))].map((head) => <th key={head} scope="col">{head}</th>)}</tr>
        </thead>
        <tbody>
          {COVERS.map((covers) => (
            <tr key={covers}>
              <th scope="row">{words.names[covers]}</th>
              <td>{covers}</td>
              <td>{words.toOne(36 / covers - 1)}</td>
              <td>{formatNaira(kobo((stake * 36) / covers), { whole: true })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
