import { useState } from 'react';
import { canKeepApp, chooseOffline, isDataSaved, needsAsking, offlineChoice } from '../../../bridge/actions/update';
import { useIsOffline } from '../../../state/use';
import { Checkbox } from '../../../ui/Field';
import { words } from './words';

/** The player's choice of the app for offline use. `unasked` means yes, except on a phone that saves data. */
const isWanted = () => offlineChoice() === 'yes' || (offlineChoice() === 'unasked' && !needsAsking());

function hintOf(isOn: boolean, isStored: boolean | null, isOffline: boolean): string | undefined {
  if (!isOn) return words.offlineOff;
  if (isOffline && isStored === null) return undefined;
  return isOffline && isStored === false ? words.offlineCut : words.offlineHint;
}

interface Props {
  /** The app's files are on the device; null until that is known. */
  isStored: boolean | null;
  onChosen: () => Promise<void>;
}

/** Switches offline use on or off, and says what a phone that saves data does not load. */
export function OfflineUse({ isStored, onChosen }: Props) {
  const [isOn, setOn] = useState(isWanted);
  const isOffline = useIsOffline();
  const isPossible = canKeepApp();

  async function choose(next: boolean): Promise<void> {
    setOn(next);
    await chooseOffline(next ? 'yes' : 'no');
    await onChosen();
  }

  return (
    <>
      <div className="consents">
        <Checkbox
          className="switch"
          role="switch"
          label={words.offline}
          hint={isPossible ? hintOf(isOn, isStored, isOffline) : words.offlineImpossible}
          disabled={!isPossible}
          checked={isPossible && isOn}
          onChange={(event) => void choose(event.target.checked)}
        />
      </div>
      {isDataSaved() ? <p className="quiet small">{words.saveData}</p> : null}
    </>
  );
}
