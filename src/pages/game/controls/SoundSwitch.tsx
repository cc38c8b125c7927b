import { useState } from 'react';
import { nextSignalMode, readSignalMode, signal, storeSignalMode } from '../../../games/signals';
import { iconOf } from '../../../ui/icons';
import { words } from '../words';

const SPEAKER = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5Z';
const Icon = iconOf({
  sound: `${SPEAKER}M15.5 9a4.2 4.2 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11`, off: `${SPEAKER}M16 9.5l5 5M21 9.5l-5 5`, vibration: 'M8 4.5h8v15H8ZM5 8.5v7M2.5 10.5v3M19 8.5v7M21.5 10.5v3',
});

/** Switches the sound of games, and on a phone then their vibration. Both are off at first, and the choice is stored on this device. */
export default function SoundSwitch() {
  const [mode, setMode] = useState(readSignalMode);
  return (
    <button
      type="button" className="game-tool" aria-label={mode === 'vibration' ? words.vibration : words.sound} aria-pressed={mode !== 'off'}
      onClick={() => {
        const next = nextSignalMode(mode);
        storeSignalMode(next);
        setMode(next);
        signal('step');
      }}
    >
      <Icon name={mode} />
    </button>
  );
}
