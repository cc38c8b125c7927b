import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useCan, useSession } from '../../state/use';
import { buttonClass } from '../../ui/Button';
import { Card } from '../../ui/States';
import { Outcome } from '../shared/form/Outcome';
import { ChangeForm } from './ChangeForm';
import { words } from './words';

/** Changes the password. Passwords that are typed here are never stored. */
export default function ChangePasswordPage() {
  const userId = useSession((session) => session.userId);
  const canList = useCan('sessions');
  const [isDone, setDone] = useState(false);
  return (
    <div className="form-page">
      <header className="stack">
        <p><Link className="text-link" to="/profile">{words.back}</Link></p>
        <h1 tabIndex={-1}>{words.title}</h1>
        {isDone ? null : <p className="quiet">{words.intro}</p>}
      </header>
      <Card>
        {isDone ? (
          <Outcome title={words.doneTitle} text={words.done}>
            {canList ? <Link className={buttonClass()} to="/users-sessions">{words.devices}</Link> : null}
            <Link className={buttonClass('secondary')} to="/profile">{words.profile}</Link>
          </Outcome>
        ) : (
          <ChangeForm key={userId} userId={userId} onDone={() => setDone(true)} />
        )}
      </Card>
    </div>
  );
}
