import { useState } from 'react';
import { errorWords } from '../../core/error-words';
import { failure } from '../../core/errors';
import type { Details } from '../../core/contract/details';
import type { DetailMember } from '../../core/details-edit';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { ErrorHelp } from '../shared/form/ErrorNotice';
import { PasswordDialog } from '../shared/form/PasswordDialog';
import { delayWords } from '../shared/outbox/delay-words';
import type { PendingEdit } from './use-own-details';
import { memberText } from './values';
import { words } from './words';

interface Props {
  pending: PendingEdit;
  base: Details;
  contestedMembers: readonly DetailMember[];
  /** Sends the waiting or refused change with the values of the form. */
  onSend: () => void;
  /** Takes the change back. */
  onDrop: () => void;
}

/** Shows the state of a change that is not saved yet, and what the player can do about it. */
export function PendingNotice(props: Props) {
  const { state, problem } = props.pending.item;
  if (state === 'waiting') return <WaitingNotice {...props} />;
  if (state === 'conflict') return <Conflict {...props} />;
  if (problem?.code === 'password-needed') return <PasswordNeeded {...props} />;
  return <RefusedNotice {...props} />;
}

function WaitingNotice({ pending, onDrop }: Props) {
  return (
    <Notice kind="info" live title={words.waitingTitle} action={<Button variant="secondary" onClick={onDrop}>{words.undo}</Button>}>
      <p>{delayWords(pending.item) ?? words.waiting}</p>
    </Notice>
  );
}

function RefusedNotice({ pending, onDrop }: Props) {
  const { problem } = pending.item;
  const { error } = failure('bad-request', problem === null ? {} : { problem });
  return (
    <Notice kind="danger" live title={words.refusedTitle} action={<Button variant="secondary" onClick={onDrop}>{words.undo}</Button>}>
      <p>{errorWords(error)} {words.refusedHere}</p>
      <ErrorHelp text={errorWords(error)} />
    </Notice>
  );
}

function PasswordNeeded({ onSend, onDrop }: Props) {
  const [isDialogOpen, setOpen] = useState(false);
  return (
    <Notice
      kind="warning"
      live
      title={words.passwordTitle}
      action={
        <>
          <Button onClick={() => setOpen(true)}>{words.givePassword}</Button>
          <Button variant="secondary" onClick={onDrop}>{words.undo}</Button>
        </>
      }
    >
      <p>{words.password}</p>
      {isDialogOpen ? (
        <PasswordDialog
          onClose={() => setOpen(false)}
          onConfirmed={() => {
            setOpen(false);
            onSend();
          }}
        />
      ) : null}
    </Notice>
  );
}

/** Shows both values of every member that was changed on both sides, and lets the player choose. */
function Conflict({ pending, base, contestedMembers, onSend, onDrop }: Props) {
  return (
    <Notice
      kind="warning"
      live
      title={words.conflictTitle}
      action={
        <>
          <Button onClick={onSend}>{words.keepMine}</Button>
          <Button variant="secondary" onClick={onDrop}>{words.takeTheirs}</Button>
        </>
      }
    >
      <p>{words.conflict}</p>
      <dl className="both">
        {contestedMembers.map((member) => (
          <div key={member} className="both-member">
            <dt>{words.member[member]}</dt>
            <dd><span className="quiet small">{words.yours}</span> {memberText(pending.edit.patch, member)}</dd>
            <dd><span className="quiet small">{words.theirs}</span> {memberText(base, member)}</dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}
