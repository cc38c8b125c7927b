import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { acknowledgeRealityCheck } from '../../../bridge/actions/protection';
import type { PlayNow } from '../../../core/contract/protection';
import { errorWords } from '../../../core/error-words';
import { clock } from '../../../core/time';
import { Button, buttonClass } from '../../../ui/Button';
import { ErrorNotice } from '../../shared/form/ErrorNotice';
import { Amount } from '../../shared/money/Amount';
import { useCan } from '../../shared/shelf/use-shelf';
import { checkWords as words } from './check-words';
import '../../../ui/dialog.css';
import './reality-check.css';

const TICK_MS = 1_000;

function useNow(): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * Stops play for a reality check. Only the platform's answer closes it; Escape and a press beside it do not. The focus is on the heading,
 * so that a key that was meant to play does nothing.
 */
export function RealityCheck({ play }: { play: PlayNow }) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // The check is due by the platform's clock, whatever this device's clock says.
  const now = useNow();
  const canHistories = useCan('histories');
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (dialog === null) return undefined;
    const before = document.activeElement;
    dialog.showModal();
    heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  async function goOn(): Promise<void> {
    setFailed(null);
    setBusy(true);
    const result = await acknowledgeRealityCheck();
    setBusy(false);
    if (!result.ok && result.error.code !== 'canceled') setFailed(errorWords(result.error));
  }

  return (
    <dialog
      ref={ref}
      className="dialog reality"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
      // Some browsers close a dialog for a second Escape, so it is opened again.
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      <div className="dialog-body stack">
        <h2 id={id} ref={heading} tabIndex={-1}>{words.title}</h2>
        <p className="reality-time">{words.time(Math.max(now, Date.parse(play.dueAt)) - Date.parse(play.startedAt))}</p>
        <dl className="reality-facts">
          <div><dt>{words.staked}</dt><dd><Amount amount={play.staked} currency="NGN" /></dd></div>
          <div><dt>{words.won}</dt><dd><Amount amount={play.won} currency="NGN" /></dd></div>
          <div><dt>{words.net}</dt><dd><Amount amount={Math.round((play.won - play.staked) * 100) / 100} currency="NGN" signed /></dd></div>
        </dl>
        {failed === null ? null : <ErrorNotice kind="danger" live>{`${words.failed} ${failed}`}</ErrorNotice>}
        <div className="reality-ways">
          <Link className={buttonClass('primary', true)} to="/">{words.leave}</Link>
          <Button variant="secondary" wide busy={busy} busyLabel={words.sending} onClick={() => void goOn()}>{failed === null ? words.goOn : words.again}</Button>
          {canHistories ? <Link className={buttonClass('ghost', true)} to="/games-history">{words.history}</Link> : null}
          <Link className={buttonClass('ghost', true)} to="/self-exclusion">{words.limits}</Link>
        </div>
      </div>
    </dialog>
  );
}
