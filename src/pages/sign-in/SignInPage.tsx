import { useNavigate, useSearchParams } from 'react-router-dom';
import { safeNext } from '../../core/safe-next';
import { useSession } from '../../state/use';
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
  return (
    <div className="form-page">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="quiet">{next === '/' ? words.intro : words.introNext}</p>
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
