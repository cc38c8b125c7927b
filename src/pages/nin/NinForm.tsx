import { useState } from 'react';
import { Link } from 'react-router-dom';
import { verifyIdentity } from '../../bridge/actions/identity';
import type { Identity } from '../../core/contract/identity';
import { can } from '../../state/catalogue';
import { ownForm } from '../../state/form-input';
import { openSignIn } from '../../state/session';
import { useSession } from '../../state/use';
import { Button, buttonClass } from '../../ui/Button';
import { Checkbox, TextField } from '../../ui/Field';
import { isDeviceOffline } from '../shared/form/device-offline';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { useForm } from '../shared/form/use-form';
import { ninFailure } from './failure';
import type { NinFailure } from './failure';
import { KINDS, normalNumber, kindOf, numberError } from './number';
import type { NumberKind } from './number';
import { WORDING_VERSION, words } from './words';

interface NinValues extends Readonly<Record<string, string | boolean>> {
  readonly number: string;
  readonly consent: boolean;
}

function Kinds({ selected, onChoose }: { selected: NumberKind; onChoose: (kind: NumberKind) => void }) {
  return (
    <fieldset className="nin-kinds">
      <legend className="quiet">{words.kind}</legend>
      <div className="chips">
        {KINDS.map((kind) => (
          <label className="chip" key={kind}>
            <input className="unseen" type="radio" name="kind" checked={kind === selected} onChange={() => onChoose(kind)} />
            {words.kinds[kind]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Failed({ failure }: { failure: NinFailure | null }) {
  if (failure === null || failure.notice === null) return null;
  const { notice, remedy } = failure;
  const action =
    remedy === 'sign-in' ? <Button variant="secondary" onClick={openSignIn}>{words.signInAgain}</Button>
    : remedy === 'edit-name' && can('details') ? <Link className={buttonClass('secondary')} to="/edit-profile">{words.editName}</Link>
    : remedy === 'withdraw' && can('withdrawals') ? <Link className={buttonClass('secondary')} to="/withdraw">{words.toWithdraw}</Link>
    : undefined;
  return <ErrorNotice kind="danger" live title={notice.title} action={action}>{notice.text}</ErrorNotice>;
}

/** The number is kept in this form alone, and is gone with the answer. */
export function NinForm({ onVerified }: { onVerified: (identity: Identity) => void }) {
  const userId = useSession((session) => session.userId);
  const firstName = useSession((session) => session.firstName);
  const lastName = useSession((session) => session.lastName);
  const form = useForm<NinValues>({ name: ownForm('nin', userId), initial: { number: '', consent: false }, secret: ['number', 'consent'] });
  const [selectedKind, setSelectedKind] = useState<NumberKind>('nin');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<NinFailure | null>(null);
  const { number, consent } = form.values;
  const kind = kindOf(number, selectedKind);

  async function verify(): Promise<void> {
    const error = numberError(number, kind);
    const errors = { ...(error !== null && { number: error }), ...(!consent && { consent: words.consentMissing }) };
    form.refuse(errors);
    setFailure(null);
    if (Object.keys(errors).length > 0) return;
    setBusy(true);
    const result = await verifyIdentity({ number: normalNumber(number), consent: true, wordingVersion: WORDING_VERSION });
    setBusy(false);
    if (result.ok) {
      form.set('number', '');
      onVerified(result.data);
      return;
    }
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const refusal = ninFailure(result.error, name, isDeviceOffline());
    form.refuse(refusal.fields);
    setFailure(refusal);
  }

  return (
    <FormShell attach={form.attach} busy={busy} onSubmit={() => void verify()}>
      <Kinds selected={kind} onChoose={setSelectedKind} />
      <TextField
        {...form.text('number')}
        className="nin-number"
        label={words.label[kind]}
        hint={words.hint[kind]}
        // The keyboard follows the chosen kind and not the recognised one, because it must not change in the middle of typing.
        inputMode={selectedKind === 'nin' ? 'numeric' : 'text'}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        maxLength={24}
      />
      <details className="nin-virtual">
        <summary>{words.virtualTitle}</summary>
        <ul>{words.virtual.map((line) => <li key={line}>{line}</li>)}</ul>
      </details>
      <Checkbox {...form.check('consent')} label={words.consent} hint={words.consentHint} />
      <Failed failure={failure} />
      <OfflineNote>{words.offline}</OfflineNote>
      <Button type="submit" wide busy={busy} busyLabel={words.busy}>{words.submit}</Button>
      {failure?.remedy === 'password' ? (
        <PasswordDialog why={words.passwordWhy} onClose={() => setFailure(null)} onConfirmed={() => void verify()} />
      ) : null}
    </FormShell>
  );
}
