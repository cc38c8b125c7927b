import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { kobo, formatMoney } from '../../../core/money';
import { useCan, useSession } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { words } from './words';

/** From here on an account can't be closed: the rest can be paid out. */
const LEFT_MAX = kobo(100_00);

/** Real money that the platform would refuse to close over; null while there is none, or it is not known. */
function useMoneyLeft(): string | null {
  const balance = useSession((session) => session.balance);
  const currency = useSession((session) => session.balanceCurrency);
  return balance !== null && balance >= LEFT_MAX ? formatMoney(balance, currency) : null;
}

function Money({ text }: { text: string }) {
  const canWithdraw = useCan('withdrawals');
  const canDeposit = useCan('deposits');
  return (
    <Notice
      kind="warning"
      live
      title={words.inTheWay}
      action={
        <>
          {canWithdraw ? <Link className={buttonClass()} to="/withdraw">{words.withdraw}</Link> : null}
          {canDeposit ? <Link className={buttonClass('secondary')} to="/deposit">{words.deposits}</Link> : null}
        </>
      }
    >
      {text}
    </Notice>
  );
}

interface Props {
  /** What the platform found in the way; null while it was not asked. */
  inTheWay: string | null;
  onGoOn: () => void;
  onLeave: () => void;
}

/** What else would help, what goes, what stays, and what is in the way. */
export function BeforeClosing({ inTheWay, onGoOn, onLeave }: Props) {
  const canPause = useCan('protection');
  const left = useMoneyLeft();
  const text = inTheWay ?? (left === null ? null : words.money(left));
  const top = useRef<HTMLDivElement>(null);
  // Back from the last step: what is in the way is above, out of sight.
  useEffect(() => {
    if (inTheWay !== null) top.current?.focus();
  }, [inTheWay]);
  return (
    <div className="stack" ref={top} tabIndex={-1}>
      {text === null ? null : <Money text={text} />}
      <div>
        <h3>{words.instead}</h3>
        <p>{canPause ? words.insteadText : words.insteadHelp}</p>
        <p><Link to={canPause ? '/self-exclusion' : '/responsible-gambling'}>{canPause ? words.pause : words.help}</Link></p>
      </div>
      <div>
        <h3>{words.goes}</h3>
        <ul className="closing-list">{words.goesList.map((line) => <li key={line}>{line}</li>)}</ul>
      </div>
      <div>
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
