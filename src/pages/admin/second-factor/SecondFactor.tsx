import { useState } from 'react';
import { recheckSession } from '../../../bridge/actions/second-factor';
import { signOut } from '../../../bridge/actions/session';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { Card } from '../../../ui/States';
import { GiveForm } from './GiveForm';
import { RecoveryCodes } from './RecoveryCodes';
import { SetUp } from './SetUp';
import { words } from './words';

interface Props {
  /** The admin has no second factor yet; else it has to be given in this session. */
  isNeeded: boolean;
  /** True while the recovery codes are on the screen, which must stay there until they are kept. */
  onCodes: (areShown: boolean) => void;
}

/** Replaces the desk for an admin who has to set up a second factor, or to give it at the sign-in. */
export default function SecondFactor({ isNeeded, onCodes }: Props) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) {
    return (
      <div className="form-page">
        <header className="stack"><h1 tabIndex={-1}>{words.codes.title}</h1><p className="quiet">{words.codes.intro}</p></header>
        <Card><RecoveryCodes codes={codes} onKept={() => onCodes(false)} /></Card>
      </div>
    );
  }
  const { title, intro } = isNeeded ? words.setUp : words.give;
  return (
    <div className="form-page">
      <header className="stack"><h1 tabIndex={-1}>{title}</h1><p className="quiet">{intro}</p></header>
      <Card>
        <div className="stack">
          {isNeeded ? (
            <SetUp
              onEnrolled={(newCodes) => {
                onCodes(true);
                setCodes(newCodes);
                void recheckSession();
              }}
            />
          ) : <GiveForm onGiven={sayCodesLeft} />}
          {isNeeded ? null : <p className="quiet small">{words.give.lost}</p>}
          <Button variant="ghost" wide onClick={() => void signOut()}>{words.give.signOut}</Button>
        </div>
      </Card>
    </div>
  );
}

function sayCodesLeft(codesLeft: number | null): void {
  if (codesLeft !== null) notify({ kind: 'info', text: words.give.left(codesLeft) });
  void recheckSession();
}
