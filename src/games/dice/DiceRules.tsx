import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { chanceText, paysText, rollText, winAt } from './dice-bet';
import { words } from './words';

const EXAMPLES = [9_800, 7_500, 5_000, 2_500, 1_000, 500, 100, 10, 1];

export function DiceRules({ stake }: { stake: Kobo }) {
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{words.mostWin(formatNaira(MAX_ROUND_WIN, { whole: true }))}</p>
      <table className="table-pays">
        <caption>{words.tableNote(formatNaira(stake))}</caption>
        <thead>
          <tr>{[words.target, words.chance, words.pays, words.winAtStake].map((head) => <th key={head} scope="col">{head}</th>)}</tr>
        </thead>
        <tbody>
          {EXAMPLES.map((under) => (
            <tr key={under}>
              <th scope="row">{rollText(under)}</th>
              <td>{chanceText(under)}</td>
              <td>{paysText(under)}</td>
              <td>{winAt(under, stake) > MAX_ROUND_WIN ? '–' : formatNaira(winAt(under, stake), { whole: true })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
