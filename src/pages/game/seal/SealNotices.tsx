import { Link } from 'react-router-dom';
import type { BetMismatch } from '../../../core/fairness/bet-mismatch';
import { isBadChange } from '../../../core/fairness/observe-pair';
import { formatNaira } from '../../../core/money';
import type { Showing } from '../../../games/face';
import { useSeeds } from '../../../state/use';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { seedWords as words } from '../../shared/fairness/words';
import { openFairness } from '../facts/folds';
import { words as sealWords } from './words';

const ToCheck = () => <Link className={buttonClass('secondary')} to="/games-history?view=fairness">{words.toCheck}</Link>;

/** A round that is not the one that was asked for is no result: what was done with the money, and where both are kept. */
export function MismatchNotice({ mismatch, showing }: { mismatch: BetMismatch; showing: Showing }) {
  const { stake, win, isOpen } = showing;
  return (
    <Notice kind="danger" title={sealWords.mismatchTitle} live action={<ToCheck />}>
      <p>{words.mismatch[mismatch]} {isOpen === true ? words.mismatchOpen : words.mismatchMoney(formatNaira(stake), formatNaira(win))}</p>
    </Notice>
  );
}

/** The platform refused the bet for other seeds than it named: what has changed. The player presses again, or not. */
export function SealChangedNotice() {
  const change = useSeeds((seeds) => seeds.change);
  const isBad = isBadChange(change);
  return (
    <Notice
      kind={isBad ? 'danger' : 'warning'}
      title={sealWords.changedTitle}
      live
      action={isBad ? <ToCheck /> : <Button variant="secondary" onClick={openFairness}>{words.toSeal}</Button>}
    >
      <p>{words.changed[change]}</p>
    </Notice>
  );
}
