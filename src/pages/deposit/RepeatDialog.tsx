import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { DepositRequest } from '../../bridge/actions/cashier';
import type { Deposit } from '../../core/contract/cashier';
import { formatNaira, nairaToKobo } from '../../core/money';
import { clock, clockTime } from '../../core/time';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Pill } from '../../ui/States';
import { Amount } from '../shared/money/Amount';
import { agoWords } from './equal-deposit';
import { repeatWords } from './repeat-words';
import { words } from './words';

interface Props {
  request: DepositRequest;
  /** Null where only the platform knows that deposit. */
  earlier: Deposit | null;
  onAgain: () => void;
  onKeep: () => void;
}

/** Asks before an equal deposit is started a moment after the first. */
export function RepeatDialog({ request, earlier, onAgain, onKeep }: Props) {
  const [openedAt] = useState(() => clock.now());
  const kobo = nairaToKobo(request.amount);
  const amount = kobo === null ? words.theAmount : formatNaira(kobo, { whole: true });
  const agoText = earlier === null ? repeatWords.fewMinutesAgo : agoWords(Date.parse(earlier.createdAt), openedAt);
  return (
    <Dialog open title={repeatWords.title} closeLabel={repeatWords.close} onClose={onKeep}>
      <p>{repeatWords.text(amount, words.by[request.method], agoText)}</p>
      {earlier === null ? null : (
        <p className="row spread repeat-earlier">
          <strong><Amount amount={earlier.amount} currency={earlier.currency} whole /></strong>
          <time className="quiet small" dateTime={earlier.createdAt}>{clockTime(Date.parse(earlier.createdAt))}</time>
          <Pill>{words.statePill[earlier.state]}</Pill>
        </p>
      )}
      <p className="quiet small">{repeatWords.warning} <Link to="/help#deposit-repeated" onClick={onKeep}>{repeatWords.more}</Link></p>
      <Button wide onClick={onKeep}>{repeatWords.keep}</Button>
      <Button wide variant="secondary" onClick={onAgain}>{repeatWords.again(amount)}</Button>
    </Dialog>
  );
}
