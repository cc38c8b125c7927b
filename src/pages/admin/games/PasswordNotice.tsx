import { useState } from 'react';
import { queue } from '../../../bridge/actions/outbox';
import type { OutboxItem } from '../../../core/outbox/item';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { editIn } from './edit';
import { words } from './words';

/** Sends the changes again that the platform refused without the password, unchanged and over the same versions. */
async function sendAgain(items: readonly OutboxItem[]): Promise<void> {
  for (const item of items) {
    const edit = editIn(item);
    if (edit !== null) await queue('edit-game', { ...edit, base: { ...edit.base }, patch: { ...edit.patch } });
  }
}

/** Changes that were made without a connection and reached the platform when it wanted the password again. */
export function PasswordNotice({ items }: { items: readonly OutboxItem[] }) {
  const [isDialogOpen, setOpen] = useState(false);
  if (items.length === 0) return null;
  return (
    <Notice kind="warning" live title={words.passwordTitle(items.length)} action={<Button onClick={() => setOpen(true)}>{words.givePassword}</Button>}>
      <p>{words.passwordText}</p>
      {isDialogOpen ? (
        <PasswordDialog
          why={words.passwordWhy}
          onClose={() => setOpen(false)}
          onConfirmed={() => {
            setOpen(false);
            void sendAgain(items);
          }}
        />
      ) : null}
    </Notice>
  );
}
