import { useState } from 'react';
import { recheckSession } from '../../../bridge/actions/sync';
import { figuresStore } from '../../../state/figures';
import { useSession } from '../../../state/use';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { gateWords } from './words';
import { ResendMail } from './ResendMail';

const words = gateWords.email;

/** Asks for the confirmation of the e-mail before anything is typed. `onChecked` is called when the account has been loaded again. */
export function EmailNeeded({ onChecked }: { onChecked?: () => void }) {
  const email = useSession((session) => session.email);
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const refresh = async () => {
    setBusy(true);
    setOutcome('');
    await recheckSession();
    setBusy(false);
    // Whoever uses this stops showing it once the account says that the e-mail is confirmed.
    setOutcome(figuresStore.getState().account.source === 'live' ? words.notYet : words.notKnown);
    onChecked?.();
  };
  return (
    <Notice kind="warning" title={words.title}>
      <p>{words.text(email ?? '')}</p>
      <div>
        <Button busy={busy} busyLabel={words.checking} onClick={() => void refresh()}>{words.opened}</Button>
      </div>
      <p role="status" hidden={outcome === ''}>{outcome}</p>
      <ResendMail />
    </Notice>
  );
}
