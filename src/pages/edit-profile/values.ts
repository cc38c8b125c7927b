/** Converts between the platform's details and the form, in which every value is text. Pure. */
import { detailsPatch } from '../../core/contract/details';
import type { Details } from '../../core/contract/details';
import { editOf } from '../../core/details-edit';
import type { DetailMember, DetailsEdit, DetailValues, SomeDetails } from '../../core/details-edit';
import { stateName } from '../../core/nigeria-states';
import { localPhone, toE164 } from '../../core/phone';
import type { FieldErrors } from '../shared/form/use-form';
import { words } from './words';

/** The platform's names of the fields, as its refusals use them. */
export const FIELDS = ['firstname', 'lastname', 'phone', 'address.street', 'address.city', 'address.state'] as const;
export type Field = (typeof FIELDS)[number];
export type FormValues = Readonly<Record<Field, string>>;

export function memberOf(field: Field): DetailMember {
  return field === 'firstname' || field === 'lastname' || field === 'phone' ? field : 'address';
}

export function valuesOf({ firstname, lastname, phone, address }: DetailValues): FormValues {
  return {
    firstname,
    lastname,
    phone: phone === null ? '' : localPhone(phone),
    'address.street': address?.street ?? '',
    'address.city': address?.city ?? '',
    'address.state': address?.state ?? '',
  };
}

/** The form's values in the shape of the call, only the members that differ from `details`. */
function bodyOf(values: FormValues, details: Details): Record<string, unknown> {
  const before = valuesOf(details);
  const isChanged = (field: Field) => values[field].trim() !== before[field];
  const body: Record<string, unknown> = {};
  for (const field of ['firstname', 'lastname', 'phone'] as const) if (isChanged(field)) body[field] = values[field];
  if (!FIELDS.some((field) => memberOf(field) === 'address' && isChanged(field))) return body;
  const [street, city, state] = [values['address.street'].trim(), values['address.city'].trim(), values['address.state']];
  body['address'] = street === '' && city === '' && state === '' ? null : { street, city, state };
  return body;
}

export type DetailsCheck =
  | { readonly ok: true; /** Null: nothing changed. */ readonly edit: DetailsEdit | null }
  | { readonly ok: false; readonly errors: FieldErrors };

/** Checks by the platform's own schema, in its words. The platform checks all of it again. */
export function checkDetails(values: FormValues, details: Details): DetailsCheck {
  const parsed = detailsPatch.safeParse(bodyOf(values, details));
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[path.join('.')] ??= message;
    return { ok: false, errors };
  }
  const { phone, ...rest } = parsed.data;
  const edited = { ...rest, ...(phone !== undefined && { phone: toE164(phone) }) };
  return { ok: true, edit: editOf(details, edited) };
}

/** A member in one line, for comparing. */
export function memberText(details: SomeDetails, member: DetailMember): string {
  if (member !== 'address') {
    const text = details[member] ?? '';
    return text === '' ? words.none : member === 'phone' ? localPhone(text) : text;
  }
  const { address } = details;
  return address ? `${address.street}, ${address.city}, ${stateName(address.state)}` : words.none;
}
