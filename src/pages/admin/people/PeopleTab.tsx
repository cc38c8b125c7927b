import { useEffect, useRef, useState } from 'react';
import type { AdminRole } from '../../../core/admin-roles';
import type { AdminPerson } from '../../../core/contract/admins';
import { keepInput, ownForm } from '../../../state/form-input';
import { useIsOffline, useSession } from '../../../state/use';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { useForm } from '../../shared/form/use-form';
import '../../shared/history/history.css';
import { Freshness, ListMissing } from '../desk/ListParts';
import { Ask } from './AskDialogs';
import { InviteForm } from './InviteForm';
import { Admins, Invitations } from './Lists';
import { mailGoes } from './mail-goes';
import { RemoveDialog } from './RemoveDialog';
import { ResetFactorDialog } from './ResetFactorDialog';
import { RolesDialog } from './RolesDialog';
import { useChange } from './use-change';
import type { Change, ChangeOutcome } from './use-change';
import { usePeople } from './use-people';
import { words } from './words';

/** The mails that were kept instead of sent. They can be read on the platform's own machine alone. */
const MAILBOX = '/api/mailbox';

/** Takes the focus, because the changed row may be gone or far above. */
function Outcome({ outcome }: { outcome: ChangeOutcome }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), [outcome]);
  return (
    <div ref={ref} tabIndex={-1} className="admin-said">
      <Notice kind={outcome.kind}>
        <p>{outcome.text}</p>
        {outcome.isMail === true ? <p className="quiet small">{words.invitedWhere}<code>{MAILBOX}</code>.</p> : null}
      </Notice>
    </div>
  );
}

/** The admins, and the invitations of others. */
export default function PeopleTab() {
  const { people, at, error, reload } = usePeople();
  const userId = useSession((session) => session.userId);
  const formName = ownForm('invitation', userId);
  const form = useForm({ name: formName, initial: { email: '' } });
  const isOffline = useIsOffline();
  const [asking, setAsking] = useState<Exclude<Change, { kind: 'invite' }> | null>(null);
  const [roles, setRoles] = useState<readonly AdminRole[]>([]);
  const [changing, setChanging] = useState<AdminPerson | null>(null);
  const [removing, setRemoving] = useState<AdminPerson | null>(null);
  const [resetting, setResetting] = useState<AdminPerson | null>(null);
  const change = useChange({
    reload,
    onInvited: () => {
      form.set('email', '');
      setRoles([]);
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
          <Freshness at={at} isOld={isOffline || error !== null} onReload={reload} />
        </div>
        <p className="quiet">{words.adminsText}{people.persons === people.items.length ? null : ` ${words.persons(people.persons)}.`}</p>
        {people.persons > 1 ? null : (
          <Notice kind="warning" title={words.onePerson}><p>{people.items.length === 1 ? words.onlyAdmin : words.onePersonText}</p></Notice>
        )}
        <Admins
          people={people.items} isOff={isOffline || change.busy} onConfirm={(person) => setAsking({ kind: 'confirm', person })}
          onRoles={setChanging} onResetFactor={setResetting} onRemove={setRemoving}
        />
      </section>
      <section className="stack" aria-labelledby="invite">
        <h2 id="invite">{words.invite}</h2>
        {change.outcome === null ? null : <Outcome outcome={change.outcome} />}
        <InviteForm
          form={form} busy={change.busy} isOffline={isOffline} mailGoes={mailGoes(people, roles, at)} roles={roles} onRoles={setRoles}
          onInvite={(email) => change.run({ kind: 'invite', email, roles })}
        />
      </section>
      <section className="stack" aria-labelledby="open">
        <h2 id="open">{words.open}</h2>
        <Invitations
          invitations={people.invitations} nowMs={at} isOff={isOffline || change.busy}
          onYes={(invitation) => setAsking({ kind: 'yes', invitation })} onTakeBack={(invitation) => setAsking({ kind: 'take-back', invitation })}
        />
      </section>
      {asking === null ? null : (
        <Ask
          change={asking}
          isOff={isOffline}
          onClose={() => setAsking(null)}
          onYes={() => {
            setAsking(null);
            change.run(asking);
          }}
        />
      )}
      {changing === null ? null : (
        <RolesDialog
          person={changing}
          isOffline={isOffline}
          onClose={() => setChanging(null)}
          onDone={() => {
            setChanging(null);
            change.say({ kind: 'success', text: words.rolesSaved(changing.name) });
            reload();
          }}
        />
      )}
      {resetting === null ? null : (
        <ResetFactorDialog
          person={resetting}
          isOffline={isOffline}
          onClose={() => setResetting(null)}
          onDone={() => {
            setResetting(null);
            change.say({ kind: 'success', text: words.factorReset(resetting.name) });
            reload();
          }}
        />
      )}
      {removing === null ? null : (
        <RemoveDialog
          person={removing}
          isOffline={isOffline}
          onClose={() => setRemoving(null)}
          onDone={({ approvals }) => {
            setRemoving(null);
            change.say({ kind: 'success', text: words.removed(removing.name, approvals) });
            reload();
          }}
        />
      )}
      {change.asksPassword ? (
        <PasswordDialog why={words.why} onClose={change.onPasswordCanceled} onConfirmed={change.onPasswordConfirmed} />
      ) : null}
    </div>
  );
}
