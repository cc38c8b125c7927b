import type { AdminDraw } from '../../../../bridge/actions/draw-commits';
import { clock, dateTime, dayWords, lagosDayStart } from '../../../../core/time';
import { Button } from '../../../../ui/Button';
import { words } from './words';

const when = (instant: string): string => dateTime(Date.parse(instant));

/** Shows what the two admins have done so far. */
function Commits({ draw: { commits, frozenAt, canReveal, until } }: { draw: AdminDraw }) {
  const isWaiting = commits.some(({ isOwn, revealedAt }) => isOwn && revealedAt === null) && !canReveal;
  return (
    <>
      {commits.length === 0 ? null : (
        <ul>
          {commits.map(({ by, isOwn, commit, at, revealedAt }) => (
            <li key={commit}>
              {words.commit(isOwn ? words.you : by, when(at))}, {revealedAt === null ? words.sealed : words.revealed(when(revealedAt))}
            </li>
          ))}
        </ul>
      )}
      {until === null ? null : <p>{words.until(when(until))}</p>}
      {isWaiting && until === null ? <p className="quiet">{frozenAt === null ? words.waitsForClosing : words.waitsForOther}</p> : null}
    </>
  );
}

interface Props {
  draw: AdminDraw;
  onMake: () => void;
  onReveal: () => void;
}

/** One draw that is not over: what decides it, and what this admin has to do for it. */
export function AdminDrawCard({ draw, onMake, onReveal }: Props) {
  const { week, closesAt, frozenAt, entriesHash, entries, source, beaconAt, voided, canCommit, canReveal, whyNot } = draw;
  const day = dayWords(lagosDayStart(week), clock.now());
  return (
    <article className="card stack" aria-label={words.week(day)}>
      <h3>{words.week(day)}</h3>
      <p>{frozenAt === null ? words.open(entries, when(closesAt)) : words.frozen(entries, when(frozenAt))}</p>
      {voided === 0 ? null : <p>{words.heldAgain(voided)}</p>}
      <p>{words.bySource[source]} {beaconAt === null ? null : words.beaconAt(when(beaconAt))}</p>
      {source === 'admins' ? <Commits draw={draw} /> : null}
      {entriesHash === null ? null : <p className="quiet small">{words.entriesHash}: <span className="draw-hash">{entriesHash}</span></p>}
      {whyNot === null ? null : <p>{whyNot}</p>}
      {canCommit || canReveal ? (
        <div className="row">
          {canCommit ? <Button aria-label={words.makeOf(day)} onClick={onMake}>{words.make}</Button> : null}
          {canReveal ? <Button aria-label={words.revealOf(day)} onClick={onReveal}>{words.reveal}</Button> : null}
        </div>
      ) : null}
    </article>
  );
}
