import { useState } from 'react';
import { isSoundOn, sound, switchSound } from '../../../games/sound';
import { Checkbox } from '../../../ui/Field';
import { words } from '../words';

/** Switches the sound of games. It is off at first, and the choice is stored on this device. */
export default function SoundSwitch() {
  const [isOn, setOn] = useState(isSoundOn);
  return (
    <Checkbox
      label={words.soundOn} hint={words.soundHint} checked={isOn}
      onChange={(event) => {
        switchSound(event.target.checked);
        setOn(event.target.checked);
        if (event.target.checked) sound('step');
      }}
    />
  );
}
