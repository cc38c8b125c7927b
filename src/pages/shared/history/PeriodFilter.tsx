import { useState } from 'react';
import { clock, lagosDay } from '../../../core/time';
import { TextField } from '../../../ui/Field';
import { historyWords as words } from './words';
import { PRESETS, earliestDay, periodError } from './period';
import type { PeriodChoice } from './period';

interface Props {
  choice: PeriodChoice;
  onChange: (choice: PeriodChoice) => void;
}

/** Chooses the period of a history: presets, or two days. */
export function PeriodFilter({ choice, onChange }: Props) {
  const [now] = useState(() => clock.now());
  const error = periodError(choice, now);
  const limits = { min: earliestDay(now), max: lagosDay(now) };
  const fromError = error === 'from-missing' && choice.from === '' ? null : error;
  return (
    <fieldset className="period">
      <legend className="unseen">{words.period}</legend>
      <div className="chips">
        {PRESETS.map((preset) => (
          <label className="chip" key={preset}>
            <input
              className="unseen"
              type="radio"
              name="period"
              checked={choice.preset === preset}
              onChange={() => onChange({ ...choice, preset })}
            />
            {words.presets[preset]}
          </label>
        ))}
      </div>
      {choice.preset === 'custom' ? (
        <div className="two-up">
          <TextField
            label={words.from}
            type="date"
            {...limits}
            value={choice.from}
            onChange={(event) => onChange({ ...choice, from: event.target.value })}
            error={fromError === null || fromError === 'to-missing' ? undefined : words.periodErrors[fromError]}
          />
          <TextField
            label={words.to}
            type="date"
            {...limits}
            value={choice.to}
            onChange={(event) => onChange({ ...choice, to: event.target.value })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
