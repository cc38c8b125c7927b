import { resetFactorOf } from '../../../bridge/actions/second-factor';
import type { AdminPerson } from '../../../core/contract/admins';
import { TakeDialog } from './TakeDialog';
import { words } from './words';

interface Props {
  person: AdminPerson;
  isOffline: boolean;
  onDone: () => void;
  onClose: () => void;
}

/** Takes away an admin's second factor. */
export function ResetFactorDialog({ person: { userId, name }, onDone, ...props }: Props) {
  return (
    <TakeDialog
      {...props}
      title={words.resetTitle(name)}
      name={`factor of ${userId}`}
      texts={{ yes: words.resetYes, busy: words.resetting, offline: words.offlineTake }}
      onTake={(body) => resetFactorOf(userId, body)}
      onDone={() => onDone()}
    >
      <p>{words.resetText(name)}</p>
      <p>{words.resetMail}</p>
    </TakeDialog>
  );
}
