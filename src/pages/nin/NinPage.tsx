import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { loadIdentity } from '../../bridge/actions/identity';
import type { Identity } from '../../core/contract/identity';
import { safeNext } from '../../core/safe-next';
import { shortDate } from '../../core/time';
import { can } from '../../state/catalogue';
import { notify } from '../../state/notifications';
import { useFigures } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/more-icons';
import { Skeleton } from '../../ui/States';
import { useLoaded } from '../shared/answers/use-loaded';
import { NinForm } from './NinForm';
import { words } from './words';
import '../shared/form/forms.css';
import '../shared/history/history.css';
import './nin.css';

/** The identity of a verified player. `identity` is null where only the fact is known. */
function Verified({ identity, next }: { identity: Identity | null; next: string | null }) {
  const lastFour = identity?.lastFour ?? null;
  const at = identity?.verifiedAt ?? null;
  return (
    <section className="card nin-done" aria-labelledby="nin-done">
      <span className="nin-sign"><Icon name="check" size={28} /></span>
      <h2 id="nin-done">{words.doneTitle}</h2>
      {lastFour === null ? null : (
        <p className="nin-masked"><span aria-hidden="true">{words.masked(lastFour)}</span><span className="unseen">{words.maskedLabel(lastFour)}</span></p>
      )}
      {identity?.kind === 'virtual-nin' ? <p>{words.byVirtual}</p> : null}
      {at === null ? null : <p className="quiet">{words.on(shortDate(Date.parse(at)))}</p>}
      <p className="quiet small">{words.doneKept}</p>
      <div className="row">
        {next !== null ? <Link className={buttonClass()} to={next}>{words.back}</Link>
        : can('withdrawals') ? <Link className={buttonClass()} to="/withdraw">{words.toWithdraw}</Link> : null}
        <Link className={buttonClass('secondary')} to="/profile">{words.toProfile}</Link>
      </div>
    </section>
  );
}

/** Explains, before anything is typed, why the number is needed and what happens to it. */
function Purpose() {
  return (
    <>
      <section className="stack">
        <h2>{words.whyTitle}</h2>
        <ul className="nin-list">{words.why.map((line) => <li key={line}>{line}</li>)}</ul>
      </section>
      <section className="stack">
        <h2>{words.keptTitle}</h2>
        <p>{words.keptData}</p>
        <p>{words.notKept}</p>
        <p><Link className="text-link" to="/privacy">{words.privacy}</Link></p>
      </section>
    </>
  );
}

/** The reason, the data that is kept, the number and the consent. Afterwards the page shows the masked identity. */
export default function NinPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const identity = useLoaded(loadIdentity);
  const isKnownVerified = useFigures((figures) => figures.accountData?.verification === 'verified');
  const nextParam = search.get('next');
  const next = nextParam === null ? null : safeNext(nextParam);
  const isVerified = identity.data?.state === 'verified' || (identity.data === null && isKnownVerified);
  const isWaiting = identity.data === null && identity.error === null && !isKnownVerified;

  function onVerified(verified: Identity): void {
    identity.set(verified);
    notify({ kind: 'success', text: words.done });
    if (next !== null) void navigate(next, { replace: true });
    else document.querySelector<HTMLElement>('#main h1')?.focus();
  }

  return (
    <div className="form-page nin">
      <header className="stack">
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro}</p>
      </header>
      {isWaiting ? <><p className="unseen" role="status">{words.loading}</p><Skeleton lines={8} /></> : null}
      {isVerified ? <Verified identity={identity.data} next={next} /> : null}
      {isWaiting || isVerified ? null : (
        <>
          <Purpose />
          {identity.data === null ? (
            <div className="row spread">
              <p className="quiet small">{words.notKnown}</p>
              <Button variant="secondary" onClick={identity.reload}>{words.again}</Button>
            </div>
          ) : null}
          <NinForm onVerified={onVerified} />
        </>
      )}
    </div>
  );
}
