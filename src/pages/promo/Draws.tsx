import { useEffect, useState } from 'react';
import { loadDraws, loadDrawProof, storedDraws } from '../../bridge/actions/promotions';
import type { Draw, PromotionTerms } from '../../core/contract/promotions';
import { checkDraw } from '../../core/draw';
import { dateTime, dayWords, clock, lagosDayStart } from '../../core/time';
import { Age } from '../../ui/Age';
import { Button } from '../../ui/Button';
import { Card, Notice, Skeleton } from '../../ui/States';
import { useSnapshot } from '../shared/answers/use-snapshot';
import { exampleOf, naira } from '../shared/promotions/terms';
import { words } from '../shared/promotions/words';

type Check = { readonly is: 'none' | 'busy' | 'failed' | 'differs' } | { readonly is: 'fits'; readonly count: number; readonly passedOver: number };

/** Checks a finished draw on this device. */
function CheckDraw({ draw }: { draw: Draw }) {
  const [state, setState] = useState<Check>({ is: 'none' });
  const check = async () => {
    setState({ is: 'busy' });
    const proof = await loadDrawProof(draw.drawId);
    if (!proof.ok) setState({ is: 'failed' });
    else setState(checkDraw(proof.data, draw) === 'right' ? { is: 'fits', count: proof.data.entryIds.length, passedOver: proof.data.passedOver?.length ?? 0 } : { is: 'differs' });
  };
  return (
    <>
      {state.is === 'fits' ? <Notice kind="success" live>{words.fits(state.count)} {state.passedOver === 0 ? null : words.passed(state.passedOver)}</Notice> : null}
      {state.is === 'differs' ? <Notice kind="danger" live>{words.differs}</Notice> : null}
      {state.is === 'failed' ? <Notice kind="warning" live>{words.checkFailed}</Notice> : null}
      {state.is === 'fits' ? null : (
        <div><Button variant="secondary" busy={state.is === 'busy'} busyLabel={words.checkingDraw} onClick={() => void check()}>{words.check}</Button></div>
      )}
    </>
  );
}

function PastDraw({ draw, entryIds }: { draw: Draw; entryIds: readonly string[] }) {
  return (
    <li>
      <Card className="stack">
        <h3>{words.week(dayWords(lagosDayStart(draw.week), clock.now()))}</h3>
        {draw.winners.length === 0 ? <p className="quiet">{words.nobody}</p> : (
          <ul className="stack">
            {draw.winners.map(({ place, name, prize, entryId }) => (
              <li key={entryId}>
                {entryIds.includes(entryId) ? <strong>{words.ownWin(place, naira(prize))}</strong> : words.winner(place, name, naira(prize))}
              </li>
            ))}
          </ul>
        )}
        <CheckDraw draw={draw} />
      </Card>
    </li>
  );
}

/** The running draw with its commit, and the finished ones. `entryIds` are the player's own. */
export function Draws({ terms, isEntered, entryIds }: { terms: PromotionTerms; isEntered: boolean; entryIds: readonly string[] }) {
  const { data, savedAt, live, error, reload } = useSnapshot(storedDraws, loadDraws);
  // The player's own entry is among the counted ones.
  useEffect(() => {
    if (isEntered) reload();
  }, [isEntered, reload]);
  const running = data?.items.find(({ drawnAt }) => drawnAt === null);
  const pastDraws = data?.items.filter(({ drawnAt }) => drawnAt !== null) ?? [];
  return (
    <>
      <p>{exampleOf(terms, running?.entries ?? null)}</p>
      {data === null ? error === null ? <Skeleton lines={3} /> : <p className="quiet">{words.noDraws}</p> : null}
      {data !== null && !live && savedAt !== null ? <p className="quiet small">{words.drawsFrom}, <Age at={savedAt} /></p> : null}
      {running === undefined ? null : (
        <>
          <h2>{words.thisWeek}</h2>
          <p>{words.entries(running.entries)}. {words.closes(dateTime(Date.parse(running.closesAt)))}</p>
          <p className="quiet small">{words.commit}: <span className="commit">{running.commit}</span></p>
        </>
      )}
      {data === null ? null : (
        <>
          <h2>{words.past}</h2>
          {pastDraws.length === 0 ? <p className="quiet">{words.noPast}</p> : <ul className="stack">{pastDraws.map((draw) => <PastDraw key={draw.drawId} draw={draw} entryIds={entryIds} />)}</ul>}
        </>
      )}
    </>
  );
}
