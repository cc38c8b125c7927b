import { useState } from 'react';
import { takeBreak } from '../../bridge/actions/protection';
import { endOfExclusion, stateOfLength } from '../../core/protection';
import type { ExclusionLength } from '../../core/protection';
import type { Break } from '../../core/protection-view';
import { dateTime } from '../../core/time';
import { useCan, useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Notice } from '../../ui/States';
import { useNow } from './use-now';
import { words } from './words';

export const BREAKS = ['24-hours', '7-days', '30-days'] as const satisfies readonly ExclusionLength[];
export const EXCLUSIONS = ['6-months', '1-year', '2-years', '5-years', 'permanent'] as const satisfies readonly ExclusionLength[];

/** The lengths that would make the present break longer; all lengths where there is none. */
function longerLengths(lengths: readonly ExclusionLength[], onBreak: Break | null, nowMs: number): readonly ExclusionLength[] {
  if (onBreak === null) return lengths;
  const { until, state } = onBreak;
  if (until === null) return [];
  return lengths.filter((length) => {
    const end = endOfExclusion(length, nowMs);
    const isWeaker = state === 'excluded' && stateOfLength(length) === 'cool-off';
    return !isWeaker && (until === undefined || end === null || end > until);
  });
}

/** Lists all effects before the button. */
function Effects({ length, end, isOffline }: { length: ExclusionLength; end: number | null; isOffline: boolean }) {
  const hasBonuses = useCan('bonuses');
  const starts = end === null
    ? isOffline ? words.startsForGoodOffline : words.startsForGood
    : isOffline ? words.startsOffline(dateTime(end)) : words.starts(dateTime(end));
  return (
    <div className="happens">
      <h3>{words.happens}</h3>
      <ul>
        <li>{starts}</li>
        <li>{words.stops}</li>
        {stateOfLength(length) === 'excluded' ? (
          <>
            {hasBonuses ? <li>{words.endsBonuses}</li> : null}
            <li>{words.stopsMarketing}</li>
          </>
        ) : null}
        <li>{words.open}</li>
        <li>{words.firm}</li>
      </ul>
    </div>
  );
}

interface ConfirmProps {
  length: ExclusionLength;
  end: number | null;
  onClose: () => void;
  onBreakBegun: () => void;
}

function Confirm({ length, end, onClose, onBreakBegun }: ConfirmProps) {
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const state = stateOfLength(length);

  async function begin(): Promise<void> {
    setBusy(true);
    const result = await takeBreak(length);
    setBusy(false);
    if (result.outcome === 'refused') setFailed(result.error.problem?.detail ?? words.notKept);
    else if (result.outcome === 'unknown') setFailed(words.notKnown);
    else if (result.outcome === 'not-taken') setFailed(words.notTaken);
    else {
      onClose();
      onBreakBegun();
    }
  }

  return (
    <Dialog open title={words.confirmTitle[state]} closeLabel={words.confirmNo} onClose={onClose}>
      <p className="confirm-until">{end === null ? words.confirmForGood : words.confirmUntil(dateTime(end))}</p>
      <p>{words.firm} {words.open}</p>
      {failed === null ? null : <Notice kind="danger" live>{failed}</Notice>}
      <div className="row">
        <Button busy={busy} busyLabel={words.starting} onClick={() => void begin()}>{words.confirmYes[state]}</Button>
        <Button variant="secondary" onClick={onClose}>{words.confirmNo}</Button>
      </div>
    </Dialog>
  );
}

interface Props {
  lengths: readonly ExclusionLength[];
  texts: { readonly id: string; readonly title: string; readonly text: string; readonly choose: string };
  onBreak: Break | null;
  onBreakBegun: () => void;
}

/** Asks for the length, shows the effects, and asks once more with the date of the end. */
export function TakeBreak({ lengths, texts, onBreak, onBreakBegun }: Props) {
  const now = useNow();
  const { id } = texts;
  const isOffline = useIsOffline();
  const [selected, setSelected] = useState<ExclusionLength | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const offeredLengths = longerLengths(lengths, onBreak, now);
  if (offeredLengths.length === 0) return null;
  const length = selected !== null && offeredLengths.includes(selected) ? selected : null;
  const end = length === null ? null : endOfExclusion(length, now);
  return (
    <section className="stack" aria-labelledby={id}>
      <header>
        <h2 id={id}>{texts.title}</h2>
        <p className="quiet">{onBreak === null ? texts.text : words.longer}</p>
      </header>
      <fieldset className="lengths">
        <legend>{texts.choose}</legend>
        <div className="chips">
          {offeredLengths.map((each) => (
            <label className="chip" key={each}>
              <input className="unseen" type="radio" name={id} checked={each === length} onChange={() => setSelected(each)} />
              {words.length[each]}
            </label>
          ))}
        </div>
      </fieldset>
      <div role="status" className="needs-connection-place">{length === null ? null : <Effects length={length} end={end} isOffline={isOffline} />}</div>
      {length === null ? null : (
        <div><Button variant="secondary" onClick={() => setConfirming(true)}>{words.begin[stateOfLength(length)]}</Button></div>
      )}
      {isConfirming && length !== null ? (
        <Confirm length={length} end={end} onClose={() => setConfirming(false)} onBreakBegun={onBreakBegun} />
      ) : null}
    </section>
  );
}
