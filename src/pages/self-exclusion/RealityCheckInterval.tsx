import { useRef, useState } from 'react';
import { setRealityCheck } from '../../bridge/actions/protection';
import type { Protection } from '../../core/contract/protection';
import { REALITY_CHECK_MINUTES } from '../../core/protection';
import type { RealityCheckMinutes } from '../../core/protection';
import { dateTime } from '../../core/time';
import { useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { formFailure } from '../shared/form/form-failure';
import { OfflineNote } from '../shared/form/OfflineNote';
import { words } from './words';

const UNREACHED = { notSent: words.notSent, unknown: words.unknownOutcome } as const;

/** Sets the time between two reality checks. */
export function RealityCheckInterval({ check }: { check: Protection['realityCheck'] }) {
  const isOffline = useIsOffline();
  const [selected, setSelected] = useState<RealityCheckMinutes | null>(null);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const { minutes, pending } = check;
  const choices = useRef<HTMLFieldSetElement>(null);

  // Choosing does not save yet: the arrow keys pass over values, and going back to a longer interval takes a day.
  async function save(next: RealityCheckMinutes): Promise<void> {
    setFailed(null);
    setBusy(true);
    const result = await setRealityCheck(next);
    setBusy(false);
    if (result.ok) {
      // The button that was pressed disappears, so the focus moves.
      choices.current?.querySelector<HTMLElement>(':checked')?.focus();
      setSelected(null);
    } else if (result.error.code !== 'canceled') setFailed(formFailure(result.error, [], UNREACHED, isDeviceOffline()).message);
  }

  return (
    <section className="stack" aria-labelledby="reality-check">
      <header>
        <h2 id="reality-check">{words.check}</h2>
        <p className="quiet">{words.checkText} {words.checkRule}</p>
      </header>
      <fieldset className="lengths" ref={choices} disabled={isOffline}>
        <legend className="unseen">{words.check}</legend>
        <div className="chips">
          {REALITY_CHECK_MINUTES.map((each) => (
            <label className="chip" key={each}>
              <input className="unseen" type="radio" name="reality-check" checked={each === (selected ?? minutes)} onChange={() => setSelected(each)} />
              {words.every(each)}
            </label>
          ))}
        </div>
      </fieldset>
      <div role="status" className="needs-connection-place">
        {pending === null ? null : <p className="small">{words.checkPending(pending.minutes, dateTime(Date.parse(pending.from)))}</p>}
        {failed === null ? null : <ErrorNotice kind="danger">{failed}</ErrorNotice>}
      </div>
      {selected === null || selected === minutes || isOffline ? null : (
        <div className="stack">
          <p className="small">{selected < minutes ? words.checkNow : words.checkLater}</p>
          <div><Button variant="secondary" busy={busy} busyLabel={words.saving} onClick={() => void save(selected)}>{words.every(selected)}</Button></div>
        </div>
      )}
      <OfflineNote>{words.checkOffline}</OfflineNote>
    </section>
  );
}
