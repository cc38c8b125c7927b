import { useState } from 'react';
import { DICE_FACES } from '../../core/games/dice';
import { formatNaira } from '../../core/money';
import { TextField } from '../../ui/Field';
import type { ControlsProps } from '../face';
import { chanceText, paysText, readTarget, rollText, winAt, clampTarget } from './dice-bet';
import type { DiceChoice } from './dice-bet';
import { words } from './words';

/** The slider moves by one percent, because that suits a thumb; the field beside it takes the hundredths. */
const SLIDER_STEP = 100;

export function DiceControls({ choice: { under }, onChoice, stake, disabled }: ControlsProps<DiceChoice>) {
  const [draft, setDraft] = useState<string | null>(null);
  const isWrong = draft !== null && readTarget(draft) === null;
  const change = (next: number) => {
    setDraft(null);
    onChoice({ under: clampTarget(next) });
  };
  return (
    <div className="dice-controls">
      <input
        type="range"
        className="table-slider"
        aria-label={words.targetSlider}
        aria-valuetext={words.sliderText(rollText(under), chanceText(under), paysText(under))}
        min={0}
        // The slider is as wide as the track above; the last two percents are no targets.
        max={DICE_FACES}
        step={SLIDER_STEP}
        value={Math.round(under / SLIDER_STEP) * SLIDER_STEP}
        disabled={disabled}
        onChange={(event) => change(Number(event.target.value))}
      />
      <div className="dice-figures">
        <TextField
          className="dice-field"
          label={words.target}
          error={isWrong ? words.targetWrong : undefined}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          value={draft ?? rollText(under)}
          disabled={disabled}
          onChange={(event) => {
            setDraft(event.target.value);
            const parsed = readTarget(event.target.value);
            if (parsed !== null) onChoice({ under: parsed });
          }}
          // A text that is no target changes nothing.
          onBlur={() => setDraft(null)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
        <dl className="table-facts">
          <div><dt>{words.chance}</dt><dd>{chanceText(under)}</dd></div>
          <div><dt>{words.pays}</dt><dd>{paysText(under)}</dd></div>
          <div><dt>{words.winAtStake}</dt><dd>{formatNaira(winAt(under, stake), { whole: true })}</dd></div>
        </dl>
      </div>
    </div>
  );
}
