import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { buttonClass } from '../../ui/Button';
import { Card, Notice } from '../../ui/States';
import { Outcome } from '../shared/form/Outcome';
import { RequestMailForm } from './RequestMailForm';
import { NewPasswordForm } from './NewPasswordForm';
import type { LinkTrouble } from './NewPasswordForm';
import { words } from './words';

const SIGN_IN = '/sign-in';

/** The state of the link that this page was opened with. */
type LinkState = 'done' | LinkTrouble;

/** With `?token=…` from the mail the page sets a new password; without one it requests the mail. */
export default function ResetPasswordPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const token = search.get('token');
  const [linkState, setLinkState] = useState<LinkState | null>(null);

  /** Removes the link from the address and the history, because it is not needed any more. */
  function end(how: LinkState): void {
    setLinkState(how);
    void navigate('/reset-password', { replace: true });
  }

  function content() {
    if (linkState === 'done') {
      return (
        <Outcome title={words.doneTitle} text={words.done}>
          <Link className={buttonClass()} to={SIGN_IN}>{words.signIn}</Link>
        </Outcome>
      );
    }
    if (token !== null) return <NewPasswordForm key={token} token={token} onDone={() => end('done')} onTrouble={end} />;
    return (
      <>
        {linkState === null ? null : <Trouble {...linkState} />}
        <RequestMailForm />
      </>
    );
  }

  return (
    <div className="form-page">
      <header className="stack" data-public>
        <h1 tabIndex={-1}>{words.title}</h1>
        {linkState === 'done' ? null : <p className="quiet">{token === null ? words.intro : words.introSet}</p>}
      </header>
      <Card className="stack">{content()}</Card>
    </div>
  );
}

function Trouble({ isUsedHere, why }: LinkTrouble) {
  const action = isUsedHere ? <Link className={buttonClass()} to={SIGN_IN}>{words.signIn}</Link> : undefined;
  return (
    <Notice kind="warning" live title={isUsedHere ? words.usedTitle : words.invalidTitle} action={action}>
      {isUsedHere ? words.used : `${why} ${words.invalid}`}
    </Notice>
  );
}
