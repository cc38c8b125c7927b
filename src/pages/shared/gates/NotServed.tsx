import { useState } from 'react';
import { createPortal } from 'react-dom';
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

/** Says the same in the frame's place for status, to a player who has the form before them: nothing on the page moves away from a finger. */
export function NotServedLate() {
  const place = document.querySelector('.status');
  return place && createPortal(
    <div className="banner" role="status">
      <p>{words.title}</p>
      <Link className="text-link" to="/location-restriction">{words.why}</Link>
    </div>,
    place,
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
