import { useMemo } from 'react';
import { loadSeedPairs, storedSeedPairs } from '../../../bridge/actions/fairness';
import type { SeedPairs } from '../../../bridge/actions/fairness';
import { roundsReport } from '../../../core/fairness/rounds-report';
import type { OpenNonce, PlatformPair } from '../../../core/fairness/rounds-report';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/Button';
import { EmptyState, Notice } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { Pairs, Summary } from './CheckResult';
import { ProofDownload } from './ProofDownload';
import { SeedsInUse } from './SeedsInUse';
import { useCheck } from './use-check';
import { words } from './words';

const NO_PAIRS: SeedPairs = { current: null, revealed: [] };

function platformPairs({ current, revealed }: SeedPairs): readonly PlatformPair[] {
  return [...(current === null ? [] : [{ ...current, serverSeed: null }]), ...revealed];
}

/** The page calls it when it opens, so that the worker's code is there when this part is shown. */
export { keepChecker as keepWorker } from '../../../bridge/actions/check-rounds';

interface Props {
  nameOf: (gameId: string) => string;
  /** An open round has a number and no receipt yet. */
  open: readonly OpenNonce[];
}

/** Checks all kept rounds on this device, offline too, and saves the proof as a file. */
export default function FairnessPart({ nameOf, open }: Props) {
  const pairs = useSnapshot(storedSeedPairs, loadSeedPairs);
  const { state, start } = useCheck();
  const seedPairs = pairs.data ?? NO_PAIRS;
  const rounds = state.is === 'checked' ? state.rounds : null;
  const report = useMemo(
    () => (rounds === null ? null : roundsReport({ rounds, pairs: platformPairs(seedPairs), open })),
    [rounds, seedPairs, open],
  );
  const isRunning = state.is === 'running';
  return (
    <>
      <section className="card stack" aria-labelledby="check-title">
        <h2 id="check-title">{words.title}</h2>
        <p className="quiet">{words.intro}</p>
        <div className="row">
          <Button busy={isRunning} busyLabel={isRunning ? words.checking(state.checkedCount, state.totalCount) : ''} onClick={() => start(seedPairs.revealed)}>
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
        <ProofDownload pairs={seedPairs} checked={rounds ?? []} />
      </section>
      {report === null || report.pairs.length === 0 ? null : <Pairs report={report} nameOf={nameOf} />}
      <SeedsInUse pairs={pairs} />
    </>
  );
}
