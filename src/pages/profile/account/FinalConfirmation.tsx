import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/Button';
import { ErrorNotice } from '../../shared/form/ErrorNotice';
import { OfflineNote } from '../../shared/form/OfflineNote';
import { words } from './words';

interface Props {
  busy: boolean;
  message: string | null;
  onConfirm: () => void;
  onLeave: () => void;
}

/** The last confirmation; nothing was sent before it. The focus is not on the button that closes the account. */
export function FinalConfirmation({ busy, message, onConfirm, onLeave }: Props) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <>
      <p ref={text} tabIndex={-1}>{words.sure}</p>
      {message === null ? null : <ErrorNotice kind="danger" live title={words.failed}>{message}</ErrorNotice>}
      <OfflineNote>{words.closeOffline}</OfflineNote>
      <div className="row">
        <Button variant="danger" busy={busy} busyLabel={words.closing} onClick={onConfirm}>{words.yes}</Button>
        <Button variant="ghost" onClick={onLeave}>{words.keep}</Button>
      </div>
    </>
  );
}
