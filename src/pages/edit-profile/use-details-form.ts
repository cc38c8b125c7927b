import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ChangeEvent } from 'react';
import { inputOf, keepInput, ownForm } from '../../state/form-input';
import type { FieldErrors } from '../shared/form/use-form';
import { FIELDS } from './values';
import type { Field, FormValues } from './values';

/** The typed values, and the values that stood in their fields before. The other fields follow the platform, which may change them meanwhile. */
interface TypedDetails {
  readonly values: Partial<Record<Field, string>>;
  readonly before: Partial<Record<Field, string>>;
}

const NOTHING: TypedDetails = { values: {}, before: {} };

function readTyped(name: string): TypedDetails {
  const { values, before } = inputOf<TypedDetails>(name) ?? {};
  return values && before ? { values, before } : NOTHING;
}

export interface DetailsForm {
  readonly values: FormValues;
  /** The player typed something that is not saved. */
  readonly isTyped: boolean;
  readonly attach: (form: HTMLFormElement | null) => void;
  /** Marks fields and takes the focus to the first of them. */
  readonly refuse: (errors: FieldErrors) => void;
  readonly forget: () => void;
  /** True if the platform's value has changed since the player typed into the field. */
  readonly isOvertaken: (field: Field) => boolean;
  readonly field: (field: Field) => {
    readonly name: string;
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void;
  };
}

/**
 * Keeps typed values apart from the platform's, so that newer details replace only the others. The typed values outlive the page. `userId`
 * is the player of the details; draw the component with the player as its `key`.
 */
export function useDetailsForm(userId: string | null, initial: FormValues): DetailsForm {
  const name = ownForm('edit-profile', userId);
  const [typed, setTyped] = useState<TypedDetails>(() => readTyped(name));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [element, attach] = useState<HTMLFormElement | null>(null);
  const values = { ...initial, ...typed.values };

  const focusFirstInvalid = useEffectEvent(() => {
    element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid();
  }, [refusals]);

  function store(next: TypedDetails): void {
    setTyped(next);
    keepInput(name, next);
  }
  const refuse = useCallback((newErrors: FieldErrors) => {
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) setRefusals((n) => n + 1);
  }, []);

  function set(field: Field, value: string): void {
    store({ values: { ...typed.values, [field]: value }, before: { [field]: initial[field], ...typed.before } });
    if (errors[field] !== undefined) setErrors(Object.fromEntries(Object.entries(errors).filter(([each]) => each !== field)));
  }

  return {
    values,
    isTyped: FIELDS.some((field) => values[field] !== initial[field]),
    attach,
    refuse,
    forget: () => {
      store(NOTHING);
      setErrors({});
    },
    isOvertaken: (field) => typed.before[field] !== undefined && typed.before[field] !== initial[field] && values[field] !== initial[field],
    field: (field) => ({
      name: field,
      value: values[field],
      error: errors[field],
      onChange: (event) => set(field, event.target.value),
    }),
  };
}
