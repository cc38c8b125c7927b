import { fractionToNumber } from '../../core/fraction';
import { PLINKO_RISKS, PLINKO_ROWS, PLINKO_RTP } from '../../core/games/plinko';
import { formatNaira } from '../../core/money';
import { percentCut } from '../facts';
import { LARGEST_WIN } from '../../core/games/largest-win';
import { paysFigure } from './path';
import { words } from './words';

const MIDDLE = PLINKO_ROWS / 2;
const HALF = Array.from({ length: MIDDLE + 1 }, (_, bucket) => bucket);

/** The number of paths to each bucket, of 4096. */
function paths(bucket: number): number {
  let ways = 1;
  for (let i = 1; i <= bucket; i += 1) ways = (ways * (PLINKO_ROWS - i + 1)) / i;
  return ways;
}

export function PlinkoRules() {
  const [low = '', medium = '', high = ''] = PLINKO_RISKS.map((risk) => percentCut(fractionToNumber(PLINKO_RTP[risk]), 3));
  return (
    <div className="stack">
      {words.rules.map((sentence) => <p key={sentence}>{sentence}</p>)}
      <p>{words.returns(low, medium, high)} {words.mostWin(formatNaira(LARGEST_WIN, { whole: true }))}</p>
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
              <td>{percentCut((paths(bucket) * (bucket === MIDDLE ? 1 : 2)) / 2 ** PLINKO_ROWS)}</td>
              {PLINKO_RISKS.map((risk) => <td key={risk}>{paysFigure(risk, bucket)}×</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
