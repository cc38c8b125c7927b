/**
 * Stores typed input that was not sent yet, for this visit: it survives closing a dialog, going to another page and a
 * failed try. It lives in memory only, and a password never does. When the page must load itself anew (a new version) the
 * input waits in session storage, for the next page alone.
 *
 * A form of a player is named `… of <userId>` (`ownForm`), and only that player gets it back; every other form belongs to
 * a guest, and goes as soon as anybody signs in or out, in whichever tab.
 */
import { BEFORE_RELOAD } from './reload';
import { sessionStore } from './session';

const ENTRY = 'keptInput';
/** Input that waited longer does not belong to that reload. */
const CARRY_MS = 2 * 60_000;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const inputs = new Map<string, unknown>();

/** Names a form of a player; without a player's id where nobody is signed in. */
export function ownForm(form: string, userId: string | null): string {
  return `${form} of ${userId ?? ''}`;
}

const isOf = (form: string, userId: string): boolean => form.endsWith(` of ${userId}`);

export function keepInput(form: string, values: unknown): void {
  inputs.set(form, values);
}

/** The stored input of that form; undefined when there is none. The cast is sound, because only the form itself stores under its name. */
export function inputOf<T>(form: string): Partial<T> | undefined {
  return inputs.get(form) as Partial<T> | undefined;
}

/**
 * Deletes typed input when somebody signed in, or a form has done its work, because another person may hold the phone next.
 * `exceptUserId`: the player who signed in goes on with the forms that are named after them, when the session had ended over one.
 */
export function forgetInput(exceptUserId?: string): void {
  for (const form of inputs.keys()) if (exceptUserId === undefined || !isOf(form, exceptUserId)) inputs.delete(form);
}

/** Stores the input of whoever is here now where the next page finds it. */
export function carryInput(storage: Storage, nowMs: number): void {
  const { userId } = sessionStore.getState();
  // While nobody is signed in, what a player typed before waits in memory alone.
  const forms = [...inputs].filter(([form]) => (userId === null ? !form.includes(' of ') : isOf(form, userId)));
  if (forms.length === 0) return;
  try {
    storage.setItem(ENTRY, JSON.stringify({ at: nowMs, forms }));
  } catch {
    // Session storage is closed or full, so the player has to type it again.
  }
}

function formsIn(text: string, nowMs: number): readonly (readonly [string, unknown])[] {
  // A cast in place of a check, because only `carryInput` writes this entry; what is broken throws, and is dropped.
  const { at, forms } = JSON.parse(text) as { at: number; forms: [string, unknown][] };
  return Math.abs(nowMs - at) < CARRY_MS ? forms : [];
}

/** Takes over the input that the page before stored, once, and only that of whoever is here now, because it may be somebody else. */
export function takeCarriedInput(storage: Storage, nowMs: number): void {
  try {
    const text = storage.getItem(ENTRY);
    if (text === null) return;
    storage.removeItem(ENTRY);
    const { userId } = sessionStore.getState();
    for (const [form, values] of formsIn(text, nowMs)) if (userId === null || isOf(form, userId)) inputs.set(form, values);
  } catch {
    // Session storage is closed, or something else wrote the entry.
  }
}

/**
 * Deletes the input of others when the session changes, here or in another tab. A player whose session ended keeps their own
 * forms, because they may sign in again and go on; when another player signs in, these are deleted, too.
 */
sessionStore.subscribe(({ userId: now }, { userId: before }) => {
  const ownerId = now ?? before;
  if (now !== before && ownerId !== null) forgetInput(ownerId);
});

if (typeof sessionStorage === 'object') {
  takeCarriedInput(sessionStorage, Date.now());
  addEventListener(BEFORE_RELOAD, () => carryInput(sessionStorage, Date.now()));
}
