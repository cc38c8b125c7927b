import { useState } from 'react';
import { recheckSession } from '../../../bridge/actions/sync';
import { figuresStore } from '../../../state/figures';
import { Button } from '../../../ui/Button';
import { gateWords } from './words';

const words = gateWords.email;

/** The button of a player who has confirmed the e-mail elsewhere, and below it what the platform says. `onChecked` is called when it has answered. */
export function EmailCheck({ onChecked }: { onChecked?: (() => void) | undefined }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  const refresh = async () => {
    setBusy(true);
    setOutcome('');
    await recheckSession();
    setBusy(false);
    // The page stops showing this component once the account says that the e-mail is confirmed.
    setOutcome(figuresStore.getState().account.source === 'live' ? words.notYet : words.notKnown);
    onChecked?.();
  };
  return (
    <>
      <div>
        <Button busy={busy} busyLabel={words.checking} onClick={() => void refresh()}>{words.opened}</Button>
      </div>
      <p role="status" hidden={outcome === ''}>{outcome}</p>
    </>
  );
}
