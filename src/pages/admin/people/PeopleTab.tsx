import { useState } from 'react';
import type { Invitation } from '../../../core/contract/admins';
import { keepInput, ownForm } from '../../../state/kept-input';
import { useConnection, useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/PasswordDialog';
import { useForm } from '../../shared/use-form';
import '../../shared/history.css';
import { Freshness, ListMissing } from '../ListParts';
import { InviteForm } from './InviteForm';
import { Admins, Invitations } from './Lists';
import { useChange } from './use-change';
import type { Said } from './use-change';
import { usePeople } from './use-people';
import { words } from './words';

/** Where kept mails can be read, on the platform's own machine alone. */
const MAILBOX = '/api/mailbox';

function Outcome({ said }: { said: Said }) {
  return (
    <Notice kind={said.kind} live>
      <p>{said.text}</p>
      {said.isMail === true ? <p className="quiet small">{words.invitedWhere}<code>{MAILBOX}</code>.</p> : null}
    </Notice>
  );
}

interface AskProps {
  invitation: Invitation;
  isOff: boolean;
  onYes: () => void;
  onClose: () => void;
}

function AskTakeBack({ invitation, isOff, onYes, onClose }: AskProps) {
  return (
    <Dialog open title={words.takeBackTitle} closeLabel={words.close} onClose={onClose}>
      <p>{words.takeBackText(invitation.email)}</p>
      {isOff ? <p role="status">{words.offlineTake}</p> : null}
      <div className="row">
        <Button variant="danger" disabled={isOff} onClick={onYes}>{words.takeBackYes}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </Dialog>
  );
}

/** Who may act here, and how others are let in. */
export default function PeopleTab() {
  const { people, at, error, reload } = usePeople();
  const userId = useSession((session) => session.userId);
  const formName = ownForm('invitation', userId);
  const form = useForm({ name: formName, initial: { email: '' } });
  const isCut = useConnection(({ reach }) => reach === 'offline' || reach === 'portal');
  const [asking, setAsking] = useState<Invitation | null>(null);
  const change = useChange({
    reload,
    onInvited: () => {
      form.set('email', '');
      keepInput(formName, {});
    },
    onRefused: form.refuse,
  });

  if (people === null) return <ListMissing error={error} offlineText={words.offlineText} onReload={reload} />;
  return (
    <div className="stack admin-people">
      <section className="stack" aria-labelledby="admins">
        <div className="row spread">
          <h2 id="admins">{words.admins(people.items.length)}</h2>
          <Freshness at={at} isOld={isCut || error !== null} onReload={reload} />
        </div>
        <p className="quiet">{words.adminsText}</p>
        <Admins people={people.items} />
      </section>
      <section className="stack" aria-labelledby="invite">
        <h2 id="invite">{words.invite}</h2>
        {change.said === null ? null : <Outcome said={change.said} />}
        <InviteForm form={form} busy={change.busy} isCut={isCut} onInvite={(email) => change.run({ kind: 'invite', email })} />
      </section>
      <section className="stack" aria-labelledby="open">
        <h2 id="open">{words.open}</h2>
        <Invitations invitations={people.invitations} nowMs={at} isOff={isCut || change.busy} onTakeBack={setAsking} />
      </section>
      {asking === null ? null : (
        <AskTakeBack
          invitation={asking}
          isOff={isCut}
          onClose={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            change.run({ kind: 'take-back', invitation: asking });
          }}
        />
      )}
      {change.asksPassword ? (
        <PasswordDialog why={words.why} onClose={change.passwordRefused} onConfirmed={change.passwordGiven} />
      ) : null}
    </div>
  );
}
