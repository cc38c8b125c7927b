import { Link } from 'react-router-dom';
import { Card } from '../../ui/States';
import { FirstLimits } from '../shared/protection/FirstLimits';
import { words } from '../shared/protection/words';

const KINDS = ['deposit'] as const;

function focusHeading(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

/** Offers a deposit limit to a player who has not deposited yet. The offer is made once; the player can skip it. */
export function FirstDepositLimit() {
  return (
    <Card>
      <div className="stack">
        <h2>{words.offerTitle}</h2>
        <p className="quiet small">{words.depositText} <Link to="/self-exclusion">{words.limits}</Link></p>
        {/* The offer is gone after the answer, so the focus moves. */}
        <FirstLimits kinds={KINDS} isAside onDone={focusHeading} />
      </div>
    </Card>
  );
}
