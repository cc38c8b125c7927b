/**
 * What was typed into forms and not sent yet, for this visit: it survives closing a dialog, going to another page and a
 * failed try. In memory only, and never a password. When the page must load itself anew (a new version) it waits in
 * session storage, for the next page alone.
 */
import { BEFORE_RELOAD } from '../../state/reload';

const ENTRY = 'keptInput';
/** What waited longer is not of that reload. */
const CARRY_MS = 2 * 60_000;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

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

/** Puts what was typed where the next page finds it. */
export function carryInput(storage: Storage, nowMs: number): void {
  if (kept.size === 0) return;
  try {
    storage.setItem(ENTRY, JSON.stringify({ at: nowMs, forms: [...kept] }));
  } catch {
    // Closed or full: it is typed again.
  }
}

function formsIn(text: string, nowMs: number): readonly (readonly [string, unknown])[] {
  const { at, forms } = JSON.parse(text) as { at: number; forms: [string, unknown][] };
  return Math.abs(nowMs - at) < CARRY_MS ? forms : [];
}

/** Takes what the page before left, once. */
export function takeCarriedInput(storage: Storage, nowMs: number): void {
  try {
    const text = storage.getItem(ENTRY);
    if (text === null) return;
    storage.removeItem(ENTRY);
    for (const [form, values] of formsIn(text, nowMs)) kept.set(form, values);
  } catch {
    // Closed, or not written by us.
  }
}

if (typeof sessionStorage === 'object') {
  takeCarriedInput(sessionStorage, Date.now());
  addEventListener(BEFORE_RELOAD, () => carryInput(sessionStorage, Date.now()));
}
