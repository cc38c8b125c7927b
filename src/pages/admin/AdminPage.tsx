import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useFigures } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Skeleton } from '../../ui/States';
import { useRole } from './use-role';
import { words } from './words';

/** Everything of the desk is loaded for an admin alone, so no player loads it. */
const Desk = lazy(() => import('./desk/Desk'));
const OwnPassword = lazy(() => import('./own-password/OwnPassword'));
const SecondFactor = lazy(() => import('./second-factor/SecondFactor'));

/** Tells somebody who typed the address that it is not for them; none of the operator's data is requested. */
function NotForYou({ isKnown }: { isKnown: boolean }) {
  return (
    <div className="state">
      <h1 tabIndex={-1}>{isKnown ? words.notYours : words.unknown}</h1>
      <p className="quiet">{isKnown ? words.notYoursText : words.unknownText}</p>
      <div className="row">
        {isKnown ? null : <Button onClick={() => location.reload()}>{words.again}</Button>}
        <Link className={buttonClass(isKnown ? 'primary' : 'secondary')} to="/">{words.toLobby}</Link>
      </div>
    </div>
  );
}

/** What an admin has to do comes before the desk: a password of their own, then the second factor. */
function Inside() {
  const isPasswordDue = useFigures(({ accountData }) => accountData?.ownPasswordDue === true);
  const secondFactor = useFigures(({ accountData }) => accountData?.secondFactor);
  const [areCodesShown, setCodesShown] = useState(false);
  if (isPasswordDue) return <OwnPassword />;
  if (secondFactor === undefined && !areCodesShown) return <Desk />;
  return <SecondFactor isNeeded={secondFactor === 'needed'} onCodes={setCodesShown} />;
}

/** The operator's page. The platform checks the role with every call; this page only explains it. */
export default function AdminPage() {
  const role = useRole();
  if (role === 'admin') return <Suspense fallback={<Skeleton lines={5} />}><Inside /></Suspense>;
  if (role !== 'waiting') return <NotForYou isKnown={role === 'player'} />;
  return (
    <div className="stack" aria-busy="true">
      <h1 tabIndex={-1}>{words.area}</h1>
      <p className="unseen" role="status">{words.waiting}</p>
      <Skeleton lines={5} />
    </div>
  );
}
