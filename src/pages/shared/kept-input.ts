/**
 * What was typed into forms and not sent yet, for this visit: it survives closing a dialog, going to another page and a
 * failed try. In memory only, and never a password.
 */
const kept = new Map<string, unknown>();

export function keepInput(form: string, values: unknown): void {
  kept.set(form, values);
}

/** What was kept of that form; undefined when nothing was. Only the form itself keeps under its name. */
export function keptInput<T>(form: string): Partial<T> | undefined {
  return kept.get(form) as Partial<T> | undefined;
}

/**
 * Somebody signed in, or a form has done its work: nothing typed is left for whoever holds the phone next. `exceptOf`: the
 * player who signed in goes on with the forms that are named after them, when the session had ended over one.
 */
export function forgetInput(exceptOf?: string): void {
  for (const form of kept.keys()) if (exceptOf === undefined || !form.endsWith(` of ${exceptOf}`)) kept.delete(form);
}
