import { useId } from 'react';
import { WEEKDAYS, weekdaysOf } from './promotion-form';
import { words } from './words';

interface Props {
  /** The numbers of the days, separated by commas; 1 is Monday. Empty: every day. */
  value: string;
  hint: string | undefined;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The days of the week as switches. */
export function WeekdaysField({ value, hint, error, onChange }: Props) {
  const id = useId();
  const days = weekdaysOf(value);
  return (
    <fieldset className="field admin-categories" aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}>
      <legend>{words.fields.weekdays}</legend>
      <div className="row">
        {WEEKDAYS.map((day) => {
          const isIn = days.includes(day);
          return (
            <button
              key={day}
              type="button"
              className="admin-chip"
              aria-pressed={isIn}
              onClick={() => onChange(WEEKDAYS.filter((each) => (each === day ? !isIn : days.includes(each))).join(', '))}
            >
              {words.weekdays[day]}
            </button>
          );
        })}
      </div>
      {error === undefined ? <p className="field-hint" id={`${id}-hint`}>{hint}</p> : <p className="field-error" id={`${id}-error`}>{error}</p>}
    </fieldset>
  );
}
