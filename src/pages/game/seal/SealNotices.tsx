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

/** Says that the answer is about another round than the one that was asked for, where the money is, and that this device keeps bet and answer. */
export function MismatchNotice({ mismatch, showing }: { mismatch: BetMismatch; showing: Showing }) {
  const { stake, win, isOpen } = showing;
  return (
    <Notice kind="danger" title={sealWords.mismatchTitle} live action={<ToCheck />}>
      <p>{words.mismatch[mismatch]} {isOpen === true ? words.mismatchOpen : words.mismatchMoney(formatNaira(stake), formatNaira(win))}</p>
    </Notice>
  );
}

/** Says what has changed about the seeds, after the platform refused a bet that named others. Pressing again is left to the player. */
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
