import { useState } from 'react';
import { Link } from 'react-router-dom';
import { loadPlace } from '../../../bridge/actions/place';
import { Button, buttonClass } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { gateWords } from './words';

const words = gateWords.place;

/** Says, before anything is typed, that this place is not served. `text` says what can't be done from here. */
export function NotServed({ text }: { text: string }) {
  return (
    <Notice
      kind="warning"
      title={words.title}
      action={
        <>
          <Link className={buttonClass('secondary')} to="/location-restriction">{words.why}</Link>
          <CheckPlaceAgain />
        </>
      }
    >
      <p>{text}</p>
    </Notice>
  );
}

/** Asks the platform again, so that a visitor who switched a VPN off can continue without a reload. */
export function CheckPlaceAgain() {
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await loadPlace();
    setBusy(false);
  };
  return <Button variant="ghost" busy={busy} busyLabel={words.checking} onClick={() => void refresh()}>{words.again}</Button>;
}
