import { useState } from 'react';
import { Link } from 'react-router-dom';
import { loadLargePayments } from '../../../bridge/actions/reports';
import type { LargeDay } from '../../../core/contract/reports';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import type { ReportPeriod } from '../../../core/reports/period';
import { useIsOffline } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { addressOfPlayer } from '../players/address';
import { SaveFile } from './SaveFile';
import { amountText } from '../desk/amount-text';
import { dayText } from './texts';
import { words } from './words';

interface Loaded {
  readonly items: readonly LargeDay[];
  readonly next: string | null;
}

/** The days that may have to be reported. They are asked for by a press, because looking at them is a line in the audit trail. */
export function LargePayments({ period, from }: { period: ReportPeriod; from: number }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const isOffline = useIsOffline();

  async function load(): Promise<void> {
    const cursor = loaded?.next ?? undefined;
    setBusy(true);
    const result = await loadLargePayments({ ...period, ...(cursor !== undefined && { cursor }) }, new AbortController().signal);
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) setLoaded((before) => ({ items: [...(before?.items ?? []), ...result.data.items], next: result.data.next }));
  }

  return (
    <section className="stack report-screen" aria-labelledby="report-large">
      <div className="row spread">
        <h2 id="report-large">{words.large}</h2>
        {loaded === null || loaded.items.length === 0 ? null : <SaveFile body={{ ...period, what: 'large' }} name={words.large} />}
      </div>
      <p className="quiet">{words.largeText(amountText(from))}</p>
      {error === null ? null : <Notice kind="warning" live>{errorWords(error)}</Notice>}
      {loaded === null ? null : <div role="status">{loaded.items.length === 0 ? <p className="quiet">{words.largeNone}</p> : null}</div>}
      {loaded === null || loaded.items.length === 0 ? null : <ul className="cards">{loaded.items.map((day) => <Large key={`${day.day} ${day.direction} ${day.playerId}`} item={day} />)}</ul>}
      {loaded !== null && loaded.next === null ? null : (
        <div className="row">
          <Button variant="secondary" disabled={isOffline} busy={busy} busyLabel={words.loading} onClick={() => void load()}>{loaded === null ? words.largeShow : words.more}</Button>
        </div>
      )}
    </section>
  );
}

function Large({ item: { day, direction, playerId, username, count, total, largest } }: { item: LargeDay }) {
  return (
    <li className="history-card">
      <div className="history-line">
        <Link className="history-line-title" data-row="" to={addressOfPlayer(playerId)}>{username}</Link>
        <span className="figures">{amountText(total)}</span>
        <span className="quiet small figures">{dayText(day)} · {words.directions[direction]}</span>
        <span className="quiet small figures">{words.payments(count)}, {words.largest(amountText(largest))}</span>
      </div>
    </li>
  );
}
