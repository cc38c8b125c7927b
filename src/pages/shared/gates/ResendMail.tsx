import { useState } from 'react';
import { resendActivation } from '../../../bridge/actions/session';
import { Button } from '../../../ui/Button';
import { isDeviceOffline } from '../form/device-offline';
import { formFailure } from '../form/form-failure';
import { gateWords } from './words';
import { useRecheckOnReturn } from './use-recheck-on-return';

const words = gateWords.mail;

/** Requests the activation mail again, for a signed-in player. */
export function ResendMail() {
  const [busy, setBusy] = useState(false);
  useRecheckOnReturn();
  const [outcome, setOutcome] = useState<{ readonly isSent: boolean; readonly text: string } | null>(null);

  async function send(): Promise<void> {
    setBusy(true);
    const result = await resendActivation();
    setBusy(false);
    if (result.ok) setOutcome({ isSent: true, text: words.sent(result.data.sentTo) });
    else {
      const { message } = formFailure(result.error, [], words, isDeviceOffline());
      setOutcome({ isSent: false, text: message ?? words.unknown });
    }
  }

  return (
    <div className="stack">
      <div>
        <Button variant="secondary" busy={busy} busyLabel={words.busy} onClick={() => void send()}>{words.send}</Button>
      </div>
      <p role="status" hidden={outcome === null} className={outcome?.isSent === false ? 'field-error' : 'small'}>{outcome?.text}</p>
    </div>
  );
}
