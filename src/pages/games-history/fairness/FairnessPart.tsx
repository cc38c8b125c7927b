import { useEffect, useMemo, useState } from 'react';
import { loadSeedPairs, readSeenSeeds, storedSeedPairs } from '../../../bridge/actions/fairness';
import type { SeedPairs } from '../../../bridge/actions/fairness';
import type { OpenDraw } from '../../../core/fairness/open-round-check';
import { refusedReport } from '../../../core/fairness/refused-bets';
import { roundsReport } from '../../../core/fairness/rounds-report';
import { platformPairs } from '../../../core/seed-pairs';
import { NO_SEEDS_SEEN } from '../../../core/seen-seeds';
import type { SeenSeeds } from '../../../core/seen-seeds';
import { clock } from '../../../core/time';
import { seedsStore } from '../../../state/seeds';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/Button';
import { EmptyState, Notice } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { Pairs, Summary } from './CheckResult';
import { Evidence } from './Evidence';
import { ProofDownload } from './ProofDownload';
import { RefusedBets } from './RefusedBets';
import { SeedsInUse } from './SeedsInUse';
import { useCheck } from './use-check';
import { words } from './words';

const NO_PAIRS: SeedPairs = { current: null, revealed: [] };

/** Reads what this device has noted about the player's seeds, and reads it again whenever something is noted. */
function useSeenSeeds(): SeenSeeds {
  const [seen, setSeen] = useState(NO_SEEDS_SEEN);
  useEffect(() => {
    let isWanted = true;
    const read = () => void readSeenSeeds().then((now) => isWanted && setSeen(now));
    read();
    const unsubscribe = seedsStore.subscribe(read);
    return () => {
      isWanted = false;
      unsubscribe();
    };
  }, []);
  return seen;
}

/** The page calls it when it opens, so that the worker's code is there when this part is shown. */
export { keepChecker as keepWorker } from '../../../bridge/actions/check-rounds';

interface Props {
  nameOf: (gameId: string) => string;
  /** An open round has a number and no receipt yet. */
  open: readonly OpenDraw[];
}

/** Checks all kept rounds on this device, offline too, and saves the proof as a file. */
export default function FairnessPart({ nameOf, open }: Props) {
  const pairs = useSnapshot(storedSeedPairs, loadSeedPairs);
  const seen = useSeenSeeds();
  const { state, start } = useCheck();
  const seedPairs = pairs.data ?? NO_PAIRS;
  const checked = state.is === 'checked' ? state : null;
  const report = useMemo(() => {
    if (checked === null) return null;
    const { rounds, history, openRoundsOfRevealedPairs } = checked;
    const platformFacts = { pairs: platformPairs(seedPairs), wholeAt: seedPairs.wholeAt ?? null, open, openRoundsOfRevealedPairs };
    return roundsReport({ rounds, history, ...platformFacts, now: clock.now() });
  }, [checked, seedPairs, open]);
  const refused = useMemo(() => checked && refusedReport(checked.refusedBets), [checked]);
  const isRunning = state.is === 'running';
  return (
    <>
      <section className="card stack" aria-labelledby="check-title">
        <h2 id="check-title">{words.title}</h2>
        <p className="quiet">{words.intro}</p>
        <div className="row">
          <Button busy={isRunning} busyLabel={isRunning ? words.checking(state.checkedCount, state.totalCount) : ''} onClick={() => start({ pairs: seedPairs, open })}>
            {report === null ? words.check : words.checkAgain}
          </Button>
          <Link className="text-link" to="/help#check-result">{words.howCheck}</Link>
        </div>
        {isRunning ? <progress className="check-progress" aria-label={words.progress} value={state.checkedCount} max={Math.max(1, state.totalCount)} /> : null}
        {state.is === 'no-worker' ? <Notice kind="warning" live>{words.noWorker}</Notice> : null}
        {state.is === 'no-store' ? <Notice kind="warning" live>{words.noStore}</Notice> : null}
        {report === null ? null : report.roundCount === 0 && report.missingCount === 0 ? (
          <EmptyState title={words.noneTitle}>{words.noneText}</EmptyState>
        ) : (
          <Summary report={report} />
        )}
        {refused === null || refused.count === 0 ? null : <RefusedBets report={refused} />}
        <ProofDownload pairs={seedPairs} checked={checked?.rounds ?? []} refusedBets={checked?.refusedBets ?? []} seen={seen} />
      </section>
      {seen.evidence.length === 0 ? null : <Evidence evidence={seen.evidence} />}
      {report === null || report.pairs.length === 0 ? null : <Pairs report={report} nameOf={nameOf} seen={seen} />}
      <SeedsInUse pairs={pairs} />
    </>
  );
}
