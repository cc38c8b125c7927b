import { removeAdminRole } from '../../../bridge/actions/admins';
import type { AdminRemoval } from '../../../bridge/actions/admins';
import type { AdminPerson } from '../../../core/contract/admins';
import { TakeDialog } from './TakeDialog';
import { words } from './words';

interface Props {
  person: AdminPerson;
  isOffline: boolean;
  onDone: (removed: AdminRemoval) => void;
  onClose: () => void;
}

/** Takes away an admin's role at once. */
export function RemoveDialog({ person: { userId, name }, ...props }: Props) {
  return (
    <TakeDialog
      {...props}
      title={words.removeTitle(name)}
      name={`removal of ${userId}`}
      texts={{ yes: words.removeYes, busy: words.removing, offline: words.offlineRemove }}
      onTake={(body) => removeAdminRole(userId, body)}
    >
      <p>{words.removeText(name)}</p>
      <p>{words.removeUndoes}</p>
      <p>{words.removeMail}</p>
    </TakeDialog>
  );
}
