import { Link } from 'react-router-dom';
import type { Bonus } from '../../../core/contract/bonuses';
import { clock } from '../../../core/time';
import { entryOf } from '../../../core/words/is-key-of';
import { percentPlain } from '../../../games/facts';
import { buttonClass } from '../../../ui/Button';
import { Pill } from '../../../ui/States';
import { gamePath } from '../shelf/paths';
import { Amount } from '../money/Amount';
import { costVerdict, endWords, naira, ruleLines } from './facts';
import { Forfeit } from './Forfeit';
import { words } from './words';

export function statusWords(status: string): string {
  return entryOf(words.states, status) ?? status;
}

/** Shows, as a bar and in words, how much of the wagering is done. */
function Progress({ bonus: { requirement, progress, freeSpins } }: { bonus: Bonus }) {
  if (requirement <= 0) return freeSpins === null ? null : <p className="quiet small">{words.noneYet}</p>;
  const toStake = Math.max(0, Math.round((requirement - progress) * 100) / 100);
  return (
    <div>
      <progress className="bonus-progress" max={requirement} value={progress} aria-label={words.progressLabel} />
      <p className="small">{words.progress(naira(progress), naira(requirement), naira(toStake))}</p>
    </div>
  );
}

/** The expected cost of the remaining wagering, game by game. With large text the table scrolls by itself, also by keyboard. */
function Costs({ bonus }: { bonus: Bonus }) {
  const verdict = costVerdict(bonus);
  if (verdict === null) return null;
  return (
    <details className="bonus-fold">
      <summary>{words.costTitle}</summary>
      <div className="stack">
        <p>{words.costNote}</p>
        <p><strong>{verdict}</strong></p>
        <div className="bonus-costs-frame" role="region" aria-label={words.costTitle} tabIndex={0}>
          <table className="bonus-costs">
            <thead><tr><th scope="col">{words.game}</th><th scope="col">{words.counts}</th><th scope="col">{words.cost}</th></tr></thead>
            <tbody>
              {bonus.costs.map(({ gameId, name, contribution, cost }) => (
                <tr key={gameId}>
                  <th scope="row">{name}</th>
                  <td className="figures">{percentPlain(contribution)}</td>
                  <td>{cost === null ? words.notCounted : <Amount amount={cost} currency="NGN" whole />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </details>
  );
}

/** A running bonus: its money, its requirement, its end, and the button to give it up. */
export function BonusCard({ bonus, onEnded }: { bonus: Bonus; onEnded: () => void }) {
  const { name, status, current, freeSpins, match, games, currency } = bonus;
  const isActive = status === 'active';
  const nameOf = (gameId: string) => bonus.costs.find((each) => each.gameId === gameId)?.name ?? gameId;
  return (
    <article className="card stack bonus-card" aria-label={name}>
      <div className="row spread">
        <h3>{name}</h3>
        <Pill kind={isActive ? 'success' : 'info'}>{statusWords(status)}</Pill>
      </div>
      {isActive ? (
        <p><span className="quiet small">{words.inIt}</span><br /><Amount className="bonus-amount" amount={current} currency={currency} /></p>
      ) : null}
      {freeSpins === null || freeSpins.left <= 0 ? null : (
        <div className="row spread">
          <p>{words.spins(freeSpins.left, freeSpins.count, naira(freeSpins.stake))}</p>
          <Link className={buttonClass('secondary')} to={gamePath(freeSpins.gameId)}>{words.toSpins}</Link>
        </div>
      )}
      {isActive ? <Progress bonus={bonus} /> : null}
      {match === null || isActive ? null : (
        <>
          <p>{words.match(match.percent, naira(match.maxBonus), naira(match.minDeposit))}</p>
          <div><Link className={buttonClass('secondary')} to="/deposit">{words.toDeposit}</Link></div>
        </>
      )}
      <ul className="quiet small bonus-terms">
        {[endWords(bonus, clock.now()), ...ruleLines(bonus, games === null ? null : games.map(nameOf).join(', '))]
          .filter((line) => line !== '').map((line) => <li key={line}>{line}</li>)}
      </ul>
      {isActive ? <Costs bonus={bonus} /> : null}
      <Forfeit key={bonus.version} bonus={bonus} onEnded={onEnded} />
    </article>
  );
}
