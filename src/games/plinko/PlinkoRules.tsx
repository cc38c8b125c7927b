import { fractionToNumber } from '../../core/fraction';
import { PLINKO_PATHS, PLINKO_RISKS, PLINKO_ROWS, PLINKO_RTP, pathsTo } from '../../core/games/plinko';
import { formatNaira } from '../../core/money';
import { percentCut } from '../facts';
import { MAX_ROUND_WIN } from '../../core/games/largest-win';
import { paysFigure, riskOdds } from './plinko-bet';
import { words } from './words';

const MIDDLE = PLINKO_ROWS / 2;
const HALF = Array.from({ length: MIDDLE + 1 }, (_, bucket) => bucket);

export function PlinkoRules() {
  const returns = PLINKO_RISKS.map((risk) => percentCut(fractionToNumber(PLINKO_RTP[risk]), 3));
  const profits = PLINKO_RISKS.map((risk) => percentCut(riskOdds(risk).profitRate, 1));
  const mostWin = words.mostWin(formatNaira(MAX_ROUND_WIN, { whole: true }));
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{words.returns(words.byRisk(returns))} {words.profits(words.byRisk(profits))} {mostWin}</p>
      <table className="table-pays">
        <thead>
          <tr>
            {[words.bucket, words.chance, ...PLINKO_RISKS.map((risk) => words.risks[risk])].map((head) => <th key={head} scope="col">{head}</th>)}
          </tr>
        </thead>
        <tbody>
          {HALF.map((bucket) => (
            <tr key={bucket}>
              <th scope="row">{bucket === MIDDLE ? words.middle(bucket + 1) : words.edges(bucket + 1, PLINKO_ROWS + 1 - bucket)}</th>
              <td>{percentCut((pathsTo(bucket) * (bucket === MIDDLE ? 1 : 2)) / PLINKO_PATHS)}</td>
              {PLINKO_RISKS.map((risk) => <td key={risk}>{paysFigure(risk, bucket)}×</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
