import { useState } from 'react';
import { recheckSession } from '../../bridge/sync-worker';
import { useSession } from '../../state/use';
import { Button } from '../../ui/Button';
import { Notice } from '../../ui/States';
import { ResendMail } from '../shared/ResendMail';
import { words } from './words';

/** Said before anything is typed, with the way to do it. */
export function EmailNeeded() {
  const email = useSession((session) => session.email);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    await recheckSession();
    setBusy(false);
  };
  return (
    <Notice kind="warning" title={words.emailTitle}>
      <p>{words.emailText(email ?? '')}</p>
      <div>
        <Button busy={busy} busyLabel={words.emailLooking} onClick={() => void look()}>{words.emailOpened}</Button>
      </div>
      <ResendMail />
    </Notice>
  );
}
