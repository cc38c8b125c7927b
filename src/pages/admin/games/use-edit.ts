import { useEffect, useState } from 'react';
import { dropFromOutbox } from '../../../bridge/actions/outbox';
import type { AdminGame } from '../../../core/contract/admin';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import { inputOf, keepInput, ownForm } from '../../../state/form-input';
import { notify } from '../../../state/notifications';
import { useSession } from '../../../state/use';
import { conflictIn, editIn, editOf, followOn, withEdit } from './edit';
import { FIELDS, formOf, overTheirs, changesOf } from './game-form';
import type { FormErrors, GameField, GameForm } from './game-form';
import { saveEdit } from './save';
import type { ListedGame } from './use-admin-games';
import { words } from './words';

const isField = (name: string): name is GameField => FIELDS.some((field) => field === name);

/** The platform's words by field. `categories.2` belongs to the categories. */
function fieldErrors(error: CallError): FormErrors {
  const errors: FormErrors = {};
  for (const { field, message } of error.problem?.errors ?? []) {
    const name = field.split('.')[0] ?? '';
    if (isField(name)) errors[name] ??= message;
  }
  return errors;
}

/** Two versions of a game, and the version that both started from. */
export interface Conflict {
  readonly mine: GameForm;
  readonly start: GameForm;
  readonly current: AdminGame;
}

function conflictOf({ item }: ListedGame): Conflict | null {
  const conflict = item ? conflictIn(item) : null;
  if (conflict === null) return null;
  const { edit, current } = conflict;
  return { current, mine: formOf(withEdit(current, edit)), start: formOf(withEdit(current, { ...edit, patch: edit.base })) };
}

export interface GameEditor {
  readonly form: GameForm;
  readonly errors: FormErrors;
  readonly message: string | null;
  readonly conflict: Conflict | null;
  readonly busy: boolean;
  /** The password has to be given before it is saved. */
  readonly asksPassword: boolean;
  readonly onPasswordConfirmed: () => void;
  readonly onPasswordCanceled: () => void;
  readonly change: (field: GameField, value: string) => void;
  readonly save: (form?: GameForm) => Promise<void>;
  /** Leaves the comparison with the chosen values. */
  readonly goOn: (form: GameForm) => void;
  /** Drops the typed text. */
  readonly forget: () => void;
}

/** The form of one game. Typed text survives closing the form, a failed try and a conflict. */
export function useEdit(listed: ListedGame, onSaved: (game: AdminGame) => void, onDone: () => void): GameEditor {
  const inputKey = ownForm(`admin-game ${listed.base.gameId}`, useSession(({ userId }) => userId));
  const [base, setBase] = useState(listed.base);
  const [form, setForm] = useState<GameForm>(() => {
    const waiting = listed.item ? editIn(listed.item) : null;
    return { ...formOf(withEdit(base, waiting)), ...inputOf<GameForm>(inputKey) };
  });
  const [conflict, setConflict] = useState(() => conflictOf(listed));
  const [errors, setErrors] = useState<FormErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** The form that is saved once the password is given. */
  const [unsent, setUnsent] = useState<GameForm | null>(null);

  useEffect(() => {
    const before = formOf(base);
    keepInput(inputKey, Object.fromEntries(FIELDS.filter((field) => form[field] !== before[field]).map((field) => [field, form[field]])));
  }, [inputKey, form, base]);

  const forget = () => keepInput(inputKey, {});
  function finish(text: string): void {
    forget();
    notify({ kind: 'success', text });
    onDone();
  }

  async function save(typed = form): Promise<void> {
    const game = conflict?.current ?? base;
    const parsed = changesOf(typed, game);
    setForm(typed);
    setMessage(null);
    setErrors('errors' in parsed ? parsed.errors : {});
    if ('errors' in parsed) {
      setConflict(null);
      return;
    }
    const edit = editOf(game, parsed.changes);
    if (edit === null) {
      // The form equals the platform's game, so a waiting change is dropped, too.
      if (listed.item) await dropFromOutbox(listed.item);
      else if (conflict === null) {
        setMessage(words.unchanged);
        return;
      }
      onSaved(game);
      forget();
      onDone();
      return;
    }
    setBusy(true);
    const saving = await saveEdit(followOn(edit, listed.item), listed.item);
    setBusy(false);
    if (saving.outcome === 'saved') {
      if (saving.saved) onSaved(saving.saved);
      finish(words.saved(game.name));
      return;
    }
    if (saving.outcome === 'queued') {
      finish(words.queued(game.name));
      return;
    }
    if (saving.outcome === 'conflict') {
      showConflict(typed, game, saving.current);
      return;
    }
    if (saving.outcome === 'full') {
      setMessage(words.full);
      return;
    }
    if (saving.error.problem?.code === 'password-needed') {
      setUnsent(typed);
      return;
    }
    const newErrors = fieldErrors(saving.error);
    setErrors(newErrors);
    if (Object.keys(newErrors).length > 0) setConflict(null);
    setMessage(saving.error.problem === undefined ? words.offline : errorWords(saving.error));
  }

  function showConflict(mine: GameForm, game: AdminGame, current: AdminGame): void {
    const start = formOf(game);
    onSaved(current);
    setConflict({ mine: overTheirs(mine, start, formOf(current)), start, current });
  }

  function goOn(merged: GameForm): void {
    if (conflict) setBase(conflict.current);
    setForm(merged);
    setConflict(null);
  }

  function onPasswordConfirmed(): void {
    setUnsent(null);
    if (unsent !== null) void save(unsent);
  }

  return {
    form, errors, message, conflict, busy, save, goOn, forget, onPasswordConfirmed,
    change: (field, value) => setForm({ ...form, [field]: value }),
    asksPassword: unsent !== null,
    onPasswordCanceled: () => setUnsent(null),
  };
}
