import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ChangeEvent } from 'react';
import { inputOf, keepInput } from '../../../state/form-input';

type FormValues = Readonly<Record<string, string | boolean>>;
export type FieldErrors = Readonly<Record<string, string>>;

interface Options<V extends FormValues> {
  /** The typed text is stored under this name. */
  readonly name: string;
  readonly initial: V;
  /** Fields that are never stored, like a password. */
  readonly secret?: readonly (keyof V)[];
}

interface InputProps {
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly error: string | undefined;
  readonly name: string;
}

export interface Form<V extends FormValues> {
  readonly values: V;
  readonly errors: FieldErrors;
  /** The `ref` of the `<form>`. The first invalid field in it gets the focus. */
  readonly attach: (form: HTMLFormElement | null) => void;
  readonly set: (field: keyof V & string, value: string | boolean) => void;
  /** Sets several fields at once. */
  readonly fill: (some: Partial<V>) => void;
  /** Marks fields and moves the focus to the first of them. */
  readonly refuse: (errors: FieldErrors) => void;
  readonly text: (field: keyof V & string) => InputProps & { readonly value: string };
  readonly check: (field: keyof V & string) => InputProps & { readonly checked: boolean };
}

function without<V extends FormValues>(values: V, secret: readonly (keyof V)[]): Partial<V> {
  // A cast, because `Object.fromEntries` forgets which fields the values had.
  return Object.fromEntries(Object.entries(values).filter(([field]) => !secret.includes(field))) as Partial<V>;
}

/** The state of one form: values that are stored for the visit, errors by field, and the focus on the first refused field. */
export function useForm<V extends FormValues>({ name, initial, secret = [] }: Options<V>): Form<V> {
  const [values, setValues] = useState<V>(() => ({ ...initial, ...inputOf<V>(name) }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusals, setRefusals] = useState(0);
  const [element, attach] = useState<HTMLFormElement | null>(null);

  const focusFirstInvalid = useEffectEvent(() => {
    element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  });
  useEffect(() => {
    if (refusals > 0) focusFirstInvalid();
  }, [refusals]);

  const fill = (some: Partial<V>) => {
    const next = { ...values, ...some };
    setValues(next);
    keepInput(name, without(next, secret));
    if (!Object.keys(some).some((field) => errors[field] !== undefined)) return;
    setErrors(Object.fromEntries(Object.entries(errors).filter(([each]) => !(each in some))));
  };

  // A cast, because the compiler takes a computed name for any text.
  const set = (field: keyof V & string, value: string | boolean) => fill({ [field]: value } as Partial<V>);

  const refuse = useCallback((newErrors: FieldErrors) => {
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) setRefusals((n) => n + 1);
  }, []);

  return {
    values,
    errors,
    attach,
    set,
    fill,
    refuse,
    text: (field) => ({
      name: field,
      value: String(values[field]),
      error: errors[field],
      onChange: (event) => set(field, event.target.value),
    }),
    check: (field) => ({
      name: field,
      checked: values[field] === true,
      error: errors[field],
      onChange: (event) => set(field, event.target.checked),
    }),
  };
}
