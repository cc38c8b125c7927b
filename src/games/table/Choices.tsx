import type { ReactNode } from 'react';

interface Props<Value extends string | number> {
  legend: string;
  /** The name of the group of radio buttons; it is unique on the page. */
  name: string;
  values: readonly Value[];
  nameOf: (value: Value) => ReactNode;
  selected: Value;
  onChoose: (value: Value) => void;
  disabled?: boolean;
  /** The name for screen readers, where the shown text is short. */
  labelOf?: (value: Value) => string;
  variant?: 'chips';
}

/** A choice of one out of a few, all of which are visible. */
export function Choices<Value extends string | number>(props: Props<Value>) {
  const { legend, name, values, nameOf, selected, onChoose, disabled = false, labelOf, variant } = props;
  return (
    <fieldset className="choices" data-look={variant} disabled={disabled}>
      <legend className="unseen">{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === selected} onChange={() => onChoose(value)} aria-label={labelOf?.(value)} />
          <span>{nameOf(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}
