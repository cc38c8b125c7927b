import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { loadProtection } from '../../bridge/actions/protection';
import { useOutbox } from '../../bridge/outbox/use-outbox';
import { useProtection } from '../../bridge/protection/use-protection';
import { breakOf, waitingLimits } from '../../core/protection-view';
import { useFigures } from '../../state/use';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { EmptyState, Skeleton } from '../../ui/States';
import { RealityCheckInterval } from './RealityCheckInterval';
import { Advice } from './Advice';
import { Limits } from './Limits';
import { BreakStatus } from './BreakStatus';
import { Overview } from './Overview';
import { RefusedProtection } from './RefusedProtection';
import { BREAKS, EXCLUSIONS, TakeBreak } from './TakeBreak';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './self-exclusion.css';

function SnapshotAge({ savedAt, live }: { savedAt: number | null; live: boolean }) {
  if (savedAt === null || live) return null;
  return <p className="quiet small">{words.lastKnown} <Age at={savedAt} /></p>;
}

/** `/self-exclusion`. Shows how the player is protected, and everything the player can do about it; also without a connection. */
export default function SelfExclusionPage() {
  const { protection, savedAt, live, error } = useProtection((state) => state);
  const items = useOutbox((outbox) => outbox.items);
  const [breaksBegun, setBreaksBegun] = useState(0);
  const accountProtection = useFigures((figures) => figures.accountData?.protection);
  const waiting = useMemo(() => waitingLimits(items), [items]);
  const onBreak = useMemo(() => breakOf(accountProtection, protection, items), [accountProtection, protection, items]);
  const countBreak = () => setBreaksBegun((before) => before + 1);
  return (
    <div className="protection">
      <header className="stack">
        <p><Link className="text-link" to="/profile">{words.back}</Link></p>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      <RefusedProtection />
      {onBreak === null ? null : <BreakStatus onBreak={onBreak} breaksBegun={breaksBegun} />}
      {protection === null ? (
        error === null ? <><p className="unseen" role="status">{words.loading}</p><Skeleton lines={8} className="protection-wait" /></> : (
          <EmptyState title={words.unknownTitle} action={<Button variant="secondary" onClick={() => void loadProtection()}>{words.tryAgain}</Button>}>
            {words.unknown}
          </EmptyState>
        )
      ) : (
        <>
          <div className="stack">
            {protection.advice === undefined ? null : <Advice advice={protection.advice} />}
            <Overview protection={protection} onBreak={onBreak} />
            <SnapshotAge savedAt={savedAt} live={live} />
          </div>
          <Limits limits={protection.limits} waiting={waiting} />
          <RealityCheckInterval check={protection.realityCheck} />
        </>
      )}
      <TakeBreak lengths={BREAKS} texts={words.pause} onBreak={onBreak} onBreakBegun={countBreak} />
      <TakeBreak lengths={EXCLUSIONS} texts={words.exclusion} onBreak={onBreak} onBreakBegun={countBreak} />
    </div>
  );
}
