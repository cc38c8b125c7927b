import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { fieldErrors } from '../../core/error-words';
import { failure } from '../../core/errors';
import type { Details } from '../../core/contract/details';
import { Button } from '../../ui/Button';
import { notify } from '../../state/notifications';
import { useApp } from '../../state/use';
import { ErrorNotice } from '../shared/form/ErrorNotice';
import { FormShell } from '../shared/form/FormShell';
import { OfflineNote } from '../shared/form/OfflineNote';
import { Fields } from './Fields';
import { PendingNotice } from './PendingNotice';
import { useDetailsForm } from './use-details-form';
import type { OwnDetails } from './use-own-details';
import { useSave } from './use-save';
import { valuesOf } from './values';
import { words } from './words';

interface Props {
  userId: string | null;
  own: OwnDetails;
  base: Details;
  details: Details;
}

/** Names, phone and address, including waiting changes. Saving works without a connection, too. */
export function DetailsForm({ userId, own, base, details }: Props) {
  const { pending, contestedMembers } = own;
  const isMemory = useApp((app) => app.storage === 'memory');
  const initial = valuesOf(details);
  const form = useDetailsForm(userId, initial);
  const { refuse } = form;
  const { isBusy, message, save, drop } = useSave(own, refuse);
  const refusal = pending?.item.state === 'refused' ? pending.item.problem : null;

  // The platform refused a change that was sent earlier, so its words stand at the fields.
  useEffect(() => {
    if (refusal) refuse(fieldErrors(failure('bad-request', { problem: refusal }).error));
  }, [refusal, refuse]);

  async function send(): Promise<void> {
    if (await save(form.values)) form.forget();
  }
  async function takeBack(): Promise<void> {
    const wasWaiting = pending?.item.state === 'waiting';
    form.forget();
    await drop();
    if (wasWaiting) notify({ kind: 'success', text: words.undone });
  }

  const notice = pending === null || isBusy ? null : (
    <PendingNotice
      pending={pending}
      base={base}
      contestedMembers={contestedMembers}
      onSend={() => void send()}
      onDrop={() => void takeBack()}
    />
  );
  // A notice that needs the player stands at the top; a waiting change is mentioned beside the button. Both stand outside of the form,
  // because the password is asked for in a form of its own.
  const isWaiting = pending?.item.state === 'waiting';
  return (
    <>
      {notice === null || isWaiting ? null : <UrgentNotice key={pending?.item.key}>{notice}</UrgentNotice>}
      <FormShell attach={form.attach} busy={isBusy} onSubmit={() => void send()}>
        <Fields form={form} initial={initial} pending={isBusy ? null : pending} />
        {message === null ? null : <ErrorNotice kind="warning" live>{message}</ErrorNotice>}
        {isWaiting ? null : <OfflineNote>{isMemory ? words.offlineMemory : words.offline}</OfflineNote>}
        <div className="row">
          <Button type="submit" busy={isBusy} busyLabel={words.saving}>{words.save}</Button>
          {form.isTyped ? <Button variant="ghost" onClick={form.forget}>{words.discard}</Button> : null}
        </div>
      </FormShell>
      {isWaiting ? notice : null}
    </>
  );
}

/** A notice that comes while the player looks at the form further down. It scrolls into view and takes the focus. */
function UrgentNotice({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus stays at a refused field, and at the heading of a page that has just opened.
    const { activeElement } = document;
    if (activeElement?.matches('main [aria-invalid="true"], main h1, body') !== true) place.current?.focus();
  }, []);
  return <div ref={place} tabIndex={-1} className="urgent">{children}</div>;
}
