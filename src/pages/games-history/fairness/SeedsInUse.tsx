import { useState } from 'react';
import { revealSeeds } from '../../../bridge/actions/fairness';
import type { SeedPairs } from '../../../bridge/actions/fairness';
import { errorWords } from '../../../core/error-words';
import { useSeeds } from '../../../state/use';
import { Age } from '../../../ui/Age';
import { Button } from '../../../ui/Button';
import { Notice, Skeleton } from '../../../ui/States';
import { ChooseSeed } from '../../shared/fairness/ChooseSeed';
import { SealFacts } from '../../shared/fairness/SealFacts';
import { Seeds } from '../../shared/fairness/Seeds';
import type { SnapshotState } from '../../shared/answers/use-snapshot';
import { words } from './words';

/** The seeds of the next rounds, and the button that reveals the secret of the last ones. */
export function SeedsInUse({ pairs }: { pairs: SnapshotState<SeedPairs> }) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly ok: boolean; readonly text: string; readonly commit: string | undefined } | null>(null);
  const current = pairs.data?.current ?? null;
  // The store has the pair only after the platform was asked in this visit.
  const hasSeal = useSeeds(({ pair }) => pair !== null && pair.commit === current?.commit);

  async function reveal(): Promise<void> {
    setBusy(true);
    setOutcome(null);
    const answer = await revealSeeds();
    setBusy(false);
    setOutcome({ ok: answer.ok, text: answer.ok ? words.revealed : errorWords(answer.error), commit: current?.commit });
    if (answer.ok) pairs.reload();
  }
  // Until the list has the secret a check would not know it.
  const isListing = outcome?.ok === true && outcome.commit === current?.commit && pairs.error === null;

  return (
    <section className="card stack" aria-labelledby="seeds-title">
      <h2 id="seeds-title">{words.seeds}</h2>
      <p className="quiet">{words.seedsText}</p>
      {current === null ? (
        pairs.error === null ? <Skeleton lines={4} /> : <p className="quiet">{words.seedsUnknown}</p>
      ) : (
        <>
          {hasSeal ? <SealFacts /> : <Seeds {...current} />}
          {pairs.live || pairs.savedAt === null ? null : <p className="quiet small">{words.asOf} <Age at={pairs.savedAt} /></p>}
          <div className="two-up">
            <div className="stack">
              <p className="quiet small">{words.revealHint}</p>
              <Button variant="secondary" busy={isBusy || isListing} busyLabel={words.revealing} onClick={() => void reveal()}>{words.reveal}</Button>
              {outcome === null || isListing ? null : <Notice kind={outcome.ok ? 'success' : 'warning'} live><p>{outcome.text}</p></Notice>}
            </div>
            <ChooseSeed onChosen={pairs.reload} />
          </div>
        </>
      )}
    </section>
  );
}
