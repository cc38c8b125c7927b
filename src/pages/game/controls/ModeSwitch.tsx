import type { PlayMode } from '../rounds/spin-state';
import { words } from '../words';

interface Props {
  mode: PlayMode;
  /** While a round is under way the mode can't be changed. */
  locked: boolean;
  onChange: (mode: PlayMode) => void;
}

const MODES = ['practice', 'money'] as const;

/** The choice between practice and money. Only the player makes it, never the app. */
export function ModeSwitch({ mode, locked, onChange }: Props) {
  return (
    <fieldset className="modes" disabled={locked}>
      <legend className="unseen">{words.mode}</legend>
      {MODES.map((each) => (
        <label key={each} className="mode">
          <input type="radio" name="mode" value={each} checked={mode === each} onChange={() => onChange(each)} />
          <span>{words[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}
