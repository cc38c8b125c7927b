import { useState } from 'react';
import { isSoundOn, sound, switchSound } from '../../../games/sound';
import { iconOf } from '../../../ui/icons';
import { words } from '../words';

const SPEAKER = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z';
const Icon = iconOf({ on: `${SPEAKER}M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11`, off: `${SPEAKER}M16 9.5l5 5M21 9.5l-5 5` });

/** Switches the sound of games. It is off at first, and the choice is stored on this device. */
export default function SoundSwitch() {
  const [isOn, setOn] = useState(isSoundOn);
  return (
    <button
      type="button" className="game-tool" aria-label={words.sound} aria-pressed={isOn}
      onClick={() => {
        switchSound(!isOn);
        setOn(!isOn);
        sound('step');
      }}
    >
      <Icon name={isOn ? 'on' : 'off'} />
    </button>
  );
}
