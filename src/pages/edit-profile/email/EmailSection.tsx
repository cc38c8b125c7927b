import { useState } from 'react';
import { useCan, useFigures, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice, Pill } from '../../../ui/States';
import { useRecheckOnReturn } from '../../shared/gates/use-recheck-on-return';
import { EmailForm } from './EmailForm';
import { words } from './words';

function ConfirmationPill() {
  const isActive = useFigures((figures) => figures.accountData?.emailActivated);
  if (isActive === undefined) return null;
  return <Pill kind={isActive ? 'success' : 'warning'}>{isActive ? words.confirmed : words.open}</Pill>;
}

/** A mail whose link was not opened yet. */
interface SentMail {
  /** Masked by the platform. */
  readonly to: string;
  /** The address that the new one replaces. */
  readonly replacedEmail: string | null;
}

/** Shows the address of the account, and lets the player change it. */
export function EmailSection() {
  const userId = useSession((session) => session.userId);
  const email = useSession((session) => session.email);
  const isAble = useCan('passwords');
  const [isOpen, setOpen] = useState(false);
  const [sentMail, setSentMail] = useState<SentMail | null>(null);
  const currentEmail = email === null || email === '' ? null : email;
  const isAwaited = sentMail !== null && sentMail.replacedEmail === currentEmail;
  useRecheckOnReturn(isAwaited);
  return (
    <section className="stack" aria-labelledby="own-email">
      <h2 id="own-email">{words.title}</h2>
      <div className="row own-email">
        <span>{currentEmail ?? words.none}</span>
        <ConfirmationPill />
      </div>
      {isAwaited ? <Notice kind="info" live title={words.sentTitle}>{words.sent(sentMail.to)}</Notice> : null}
      {isAble ? (
        <div><Button variant="secondary" onClick={() => setOpen(true)}>{words.change}</Button></div>
      ) : (
        <p className="quiet small">{words.askSupport}</p>
      )}
      {isOpen ? (
        <Dialog open title={words.change} closeLabel={words.close} onClose={() => setOpen(false)}>
          <EmailForm
            key={userId}
            userId={userId}
            currentEmail={currentEmail}
            onSent={(to) => {
              setSentMail({ to, replacedEmail: currentEmail });
              setOpen(false);
            }}
          />
        </Dialog>
      ) : null}
    </section>
  );
}
