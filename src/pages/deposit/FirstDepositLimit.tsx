import { Card } from '../../ui/States';
import { FirstLimits } from '../shared/protection/FirstLimits';
import { words } from '../shared/protection/words';

const KINDS = ['deposit'] as const;

function focusHeading(): void {
  document.querySelector<HTMLElement>('#main h1')?.focus();
}

/** Offers a deposit limit, until the player has set one or has skipped it. `stops` counts the deposits that waited for that. */
export function FirstDepositLimit({ stops }: { stops: number }) {
  return (
    <Card>
      <div className="stack">
        <h2>{words.offerTitle}</h2>
        {/* The offer is gone after the answer, so the focus moves. */}
        <FirstLimits kinds={KINDS} isAside stops={stops} onDone={focusHeading} />
      </div>
    </Card>
  );
}
