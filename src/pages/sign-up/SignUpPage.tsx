import { lazy, Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { safeNext } from '../../core/safe-next';
import { useSession } from '../../state/use';
import { Card, Skeleton } from '../../ui/States';
import { useMinimumAge } from '../shared/gates/place';
import SignUpForm from './SignUpForm';
import { words } from './words';

/** Loaded late, because only people who are invited to run the site need it. */
const Invitation = lazy(() => import('./invitation/Invitation'));

/** Continues at `?next=…` afterwards, where that is a page of this site. */
function OpenAccount() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const years = useMinimumAge();
  // The key drops a guest's typed text when somebody signs in from another tab.
  const userId = useSession((session) => session.userId);
  const next = safeNext(search.get('next'));
  return (
    <div className="form-page">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{words.intro(years)}</p>
      </header>
      <Card>
        <SignUpForm
          key={userId}
          onDone={() => void navigate(next, { replace: true })}
          next={next}
          signInHref={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`}
        />
      </Card>
    </div>
  );
}

/** Opens a player's account, or an admin's by the link of an invitation. */
export default function SignUpPage() {
  const [search] = useSearchParams();
  const invitation = search.get('invitation');
  if (invitation === null) return <OpenAccount />;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Invitation token={invitation} />
    </Suspense>
  );
}
