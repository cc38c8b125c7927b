import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney, kobo } from '../../../core/money';
import { useCan, useSession } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { obstacleLinks } from './closing-obstacle';
import type { ClosingObstacle } from './closing-obstacle';
import { words } from './words';

/** An account with this much or more can't be closed, because the money can be paid out. */
const CLOSES_BELOW = kobo(100_00);

/** The obstacle that this device knows of; null while it knows none. */
function useExpectedObstacle(): ClosingObstacle | null {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency);
  if (balance === null || balance < CLOSES_BELOW) return null;
  return { text: words.money(formatMoney(balance, currency)), obstacles: null };
}

function Obstacle({ text, obstacles }: ClosingObstacle) {
  const canWithdraw = useCan('withdrawals');
  const canDeposit = useCan('deposits');
  const { toRounds, toWithdraw, toDeposits } = obstacleLinks(obstacles);
  return (
    <Notice
      kind="warning"
      live
      title={words.obstacleTitle}
      action={
        <>
          {toRounds ? <Link className={buttonClass()} to="/games-history">{words.rounds}</Link> : null}
          {canWithdraw && toWithdraw ? <Link className={buttonClass(toRounds ? 'secondary' : 'primary')} to="/withdraw?closing=1">{words.withdraw}</Link> : null}
          {canDeposit && toDeposits ? <Link className={buttonClass('secondary')} to="/deposit">{words.deposits}</Link> : null}
        </>
      }
    >
      {text}
    </Notice>
  );
}

interface Props {
  /** Null until the platform was asked. */
  foundObstacle: ClosingObstacle | null;
  onGoOn: () => void;
  onLeave: () => void;
}

/** Shows alternatives, what is deleted, what is kept, and the obstacles. */
export function BeforeClosing({ foundObstacle, onGoOn, onLeave }: Props) {
  const canPause = useCan('protection');
  const expected = useExpectedObstacle();
  const obstacle = foundObstacle ?? expected;
  const place = useRef<HTMLDivElement>(null);
  // The player came back from the last step, and its button is gone.
  useEffect(() => {
    if (foundObstacle !== null) place.current?.focus();
  }, [foundObstacle]);
  return (
    <div className="stack">
      <div className="closing-part">
        <h3>{words.breakTitle}</h3>
        <p>{canPause ? words.breakText : words.helpText}</p>
        <p><Link to={canPause ? '/self-exclusion' : '/responsible-gambling'}>{canPause ? words.pause : words.help}</Link></p>
      </div>
      {obstacle === null ? null : <div ref={place} tabIndex={-1}><Obstacle {...obstacle} /></div>}
      <div className="closing-part">
        <h3>{words.goes}</h3>
        <ul className="closing-list">{words.goesList.map((line) => <li key={line}>{line}</li>)}</ul>
      </div>
      <div className="closing-part">
        <h3>{words.stays}</h3>
        <ul className="closing-list">{words.staysList.map((line) => <li key={line}>{line}</li>)}</ul>
        <p className="small"><Link to="/privacy#how-long">{words.privacy}</Link></p>
      </div>
      <p className="quiet small">{words.takeData}</p>
      <div className="row">
        <Button variant="danger" onClick={onGoOn}>{words.goOn}</Button>
        <Button variant="ghost" onClick={onLeave}>{words.keep}</Button>
      </div>
    </div>
  );
}
