import { useEffect } from 'react';
import { loadDraws, storedDraws } from '../../../bridge/actions/draws';
import type { Draw } from '../../../core/contract/draws';
import type { PromotionTerms } from '../../../core/contract/promotions';
import { dateTime } from '../../../core/time';
import { Age } from '../../../ui/Age';
import { Skeleton } from '../../../ui/States';
import { useSnapshot } from '../../shared/answers/use-snapshot';
import { exampleOf } from '../../shared/promotions/terms';
import { DecidedBy } from './DecidedBy';
import { HeldDraw } from './HeldDraw';
import { PastDraw } from './PastDraw';
import { words } from './words';

/** The draw that is open or opens next. */
function RunningDraw({ draw: { entries, closesAt, commit, attempts = [] } }: { draw: Draw }) {
  const attempt = attempts.at(-1);
  return (
    <>
      <h2>{words.thisWeek}</h2>
      <p>{words.entries(entries)}. {words.closes(dateTime(Date.parse(closesAt)))}</p>
      {attempt === undefined ? null : <DecidedBy attempt={attempt} />}
      <p className="quiet small">{words.commit}: <span className="commit">{commit}</span></p>
    </>
  );
}

interface SortedDraws {
  readonly running: Draw | undefined;
  readonly heldDraws: readonly Draw[];
  readonly pastDraws: readonly Draw[];
}

/** Sorts the draws as they stand: open, being held (with the entries closed), and finished. An older platform says nothing of closed entries. */
function sortDraws(draws: readonly Draw[]): SortedDraws {
  const isHeld = ({ drawnAt, frozenAt = null }: Draw) => drawnAt === null && frozenAt !== null;
  return {
    running: draws.find((draw) => draw.drawnAt === null && !isHeld(draw)),
    heldDraws: draws.filter(isHeld),
    pastDraws: draws.filter(({ drawnAt }) => drawnAt !== null),
  };
}

interface Props {
  terms: PromotionTerms;
  isEntered: boolean;
  /** The player's own entries. */
  entryIds: readonly string[];
}

/** The running draw with its commit, those that are being held, and the finished ones. */
export function Draws({ terms, isEntered, entryIds }: Props) {
  const { data, savedAt, live, error, reload } = useSnapshot(storedDraws, loadDraws);
  // The player's own entry is among the counted ones.
  useEffect(() => {
    if (isEntered) reload();
  }, [isEntered, reload]);
  const { running, heldDraws, pastDraws } = sortDraws(data?.items ?? []);
  return (
    <>
      <p>{exampleOf(terms, running?.entries ?? null)}</p>
      {data === null ? error === null ? <Skeleton lines={3} /> : <p className="quiet">{words.noDraws}</p> : null}
      {data !== null && !live && savedAt !== null ? <p className="quiet small">{words.drawsFrom}, <Age at={savedAt} /></p> : null}
      {running === undefined ? null : <RunningDraw draw={running} />}
      {heldDraws.length === 0 ? null : (
        <>
          <h2>{words.held}</h2>
          {heldDraws.map((draw) => <HeldDraw key={draw.drawId} draw={draw} />)}
        </>
      )}
      {data === null ? null : (
        <>
          <h2>{words.past}</h2>
          {pastDraws.length === 0 ? <p className="quiet">{words.noPast}</p> : <ul className="stack">{pastDraws.map((draw) => <PastDraw key={draw.drawId} draw={draw} ownEntryIds={entryIds} />)}</ul>}
        </>
      )}
    </>
  );
}
