import { useNavigate, useSearchParams } from 'react-router-dom';
import { safeNext } from '../../core/safe-next';
import { useIsOffline, useSession } from '../../state/use';
import { Card } from '../../ui/States';
import SignInForm from './SignInForm';
import { words } from './words';

/** Continues at `?next=…` afterwards, where that is a page of this site. */
export default function SignInPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  // The key drops a guest's typed text when somebody signs in from another tab.
  const userId = useSession((session) => session.userId);
  const next = safeNext(search.get('next'));
  const isOffline = useIsOffline();
  return (
    <div className="form-page">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        {/* In the place of the introduction a small phone shows it above the form, and nothing moves. */}
        <p className="quiet" role="status">{isOffline ? words.offline : next === '/' ? words.intro : words.introNext}</p>
      </header>
      <Card>
        <SignInForm
          key={userId}
          onDone={() => void navigate(next, { replace: true })}
          joinHref={next === '/' ? '/sign-up' : `/sign-up?next=${encodeURIComponent(next)}`}
        />
      </Card>
    </div>
  );
}
