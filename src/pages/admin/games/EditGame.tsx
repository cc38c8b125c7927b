import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { patchGame } from '../../../bridge/actions/admin';
import { adminGame } from '../../../core/contract/admin';
import type { AdminGame } from '../../../core/contract/admin';
import type { CallError } from '../../../core/errors';
import { notify } from '../../../state/notifications';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { changeOf, formOf } from './game-form';
import type { FormErrors, GameField } from './game-form';
import { words } from './words';

const FIELDS: readonly { field: GameField; label: string; hint?: string; numeric?: boolean }[] = [
  { field: 'name', label: words.name },
  { field: 'categories', label: words.categories, hint: words.categoriesHint },
  { field: 'contribution', label: words.contribution, numeric: true },
  { field: 'minStake', label: words.minStake, numeric: true },
  { field: 'maxStake', label: words.maxStake, numeric: true },
  { field: 'position', label: words.position, hint: words.positionHint, numeric: true },
];

const isField = (name: string): name is GameField => FIELDS.some(({ field }) => field === name);

/** The platform's words by field; `categories.2` belongs to the categories. */
function fieldErrors(error: CallError): FormErrors {
  const errors: FormErrors = {};
  for (const { field, message } of error.problem?.errors ?? []) {
    const name = field.split('.')[0] ?? '';
    if (isField(name)) errors[name] ??= message;
  }
  return errors;
}

interface Props {
  game: AdminGame;
  onSaved: (game: AdminGame) => void;
  onClose: () => void;
}

/** One game's form. A conflict keeps what was typed and shows beside each field what the platform has now. */
export function EditGame({ game, onSaved, onClose }: Props) {
  const [base, setBase] = useState(game);
  const [form, setForm] = useState(() => formOf(game));
  const [errors, setErrors] = useState<FormErrors>({});
  const [message, setMessage] = useState<string | null>(null);
  const [conflict, setConflict] = useState(false);
  const [busy, setBusy] = useState(false);
  const theirs = formOf(base);

  async function save(): Promise<void> {
    const read = changeOf(form, base);
    if ('errors' in read) {
      setErrors(read.errors);
      return;
    }
    if (Object.keys(read.change).length === 0) {
      setMessage(words.unchanged);
      return;
    }
    setErrors({});
    setMessage(null);
    setBusy(true);
    const result = await patchGame(base.gameId, base.version, read.change);
    setBusy(false);
    if (result.ok) {
      notify({ kind: 'success', text: words.saved(result.data.name) });
      onSaved(result.data);
      onClose();
      return;
    }
    const { problem, status } = result.error;
    const current = status === 412 ? adminGame.safeParse(problem?.current) : null;
    if (current?.success) {
      setBase(current.data);
      setConflict(true);
      onSaved(current.data);
      return;
    }
    setErrors(fieldErrors(result.error));
    setMessage(problem?.detail ?? problem?.title ?? words.offline);
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <form className="stack" noValidate onSubmit={submit}>
      {conflict ? (
        <Notice
          kind="warning"
          live
          title={words.conflictTitle}
          action={
            <Button variant="secondary" onClick={() => { setForm(theirs); setConflict(false); }}>{words.takeTheirs}</Button>
          }
        >
          <p>{words.conflictText}</p>
        </Notice>
      ) : null}
      {FIELDS.map(({ field, label, hint, numeric }) => (
        <TextField
          key={field}
          label={label}
          value={form[field]}
          error={errors[field]}
          hint={conflict && theirs[field] !== form[field] ? words.theirs(theirs[field]) : hint}
          inputMode={numeric ? 'decimal' : 'text'}
          autoComplete="off"
          onChange={(event) => setForm({ ...form, [field]: event.target.value })}
        />
      ))}
      {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
      <div className="row">
        <Button type="submit" busy={busy} busyLabel={words.saving}>{words.save}</Button>
        <Button variant="ghost" onClick={onClose}>{words.cancel}</Button>
      </div>
    </form>
  );
}
