import { useState } from 'react';
import type { AdminGame } from '../../../core/contract/admin';
import { formatNaira, nairaToKobo, ZERO_KOBO } from '../../../core/money';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { Notice } from '../../../ui/States';
import { CategoriesField } from './CategoriesField';
import { PasswordDialog } from '../../shared/form/PasswordDialog';
import { CompareForm } from './CompareForm';
import { needsPassword } from './edit';
import type { GameField } from './game-form';
import type { ListedGame } from './use-admin-games';
import { Uses } from './Uses';
import { useEdit } from './use-edit';
import { words } from './words';

interface Props {
  listed: ListedGame;
  /** Categories that games are in. */
  categories: readonly string[];
  onSaved: (game: AdminGame) => void;
  onClose: () => void;
}

/** One game's form; with a conflict, both versions side by side. */
export function EditGame({ listed, categories, onSaved, onClose }: Props) {
  const editing = useEdit(listed, onSaved, onClose);
  const { form, errors, message, conflict, busy, change, save, goOn, forget } = editing;
  const [isUnfinished, setUnfinished] = useState(false);
  const password = editing.asksPassword ? (
    <PasswordDialog why={words.passwordWhy} onClose={editing.onPasswordCanceled} onConfirmed={editing.onPasswordConfirmed} />
  ) : null;
  if (conflict !== null) {
    return (
      <>
        <CompareForm {...conflict} busy={busy} message={message} onSave={(merged) => void save(merged)} onBack={goOn} />
        {password}
      </>
    );
  }
  const most = formatNaira(nairaToKobo(listed.base.mostStake) ?? ZERO_KOBO, { whole: true });
  const hints: Partial<Record<GameField, string>> = {
    maxStake: words.maxStakeHint(most), newFrom: words.newFromHint, hiddenUntil: words.hiddenUntilHint,
  };
  // A day without its time is nothing to the browser, and would be saved as none.
  function submit(typed: HTMLFormElement): void {
    const until = typed.elements.namedItem('hiddenUntil');
    const hasPart = until instanceof HTMLInputElement && until.validity.badInput;
    setUnfinished(hasPart);
    if (!hasPart) void save();
  }
  const field = (name: GameField, type: 'text' | 'date' | 'datetime-local' = 'text') => (
    <TextField
      label={words[name]}
      value={form[name]}
      error={errors[name] ?? (name === 'hiddenUntil' && isUnfinished ? words.notATime : undefined)}
      hint={hints[name]}
      type={type}
      name={name}
      inputMode={type !== 'text' || name === 'name' ? 'text' : 'decimal'}
      autoComplete="off"
      onChange={(event) => change(name, event.target.value)}
    />
  );
  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => { event.preventDefault(); submit(event.currentTarget); }}>
        {listed.item?.state === 'refused' && !needsPassword(listed.item) ? <Notice kind="warning">{words.refused(listed.item.problem?.detail ?? listed.item.problem?.title ?? '')}</Notice> : null}
        {field('name')}
        <CategoriesField value={form.categories} suggestions={categories} error={errors.categories} onChange={(value) => change('categories', value)} />
        {field('contribution')}
        <div className="admin-pair">{field('minStake')}{field('maxStake')}</div>
        {field('newFrom', 'date')}
        {field('hiddenUntil', 'datetime-local')}
        {form.hiddenUntil === '' ? null : <Uses uses={listed.base.uses} />}
        {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
        <div className="row">
          <Button type="submit" busy={busy} busyLabel={words.saving}>{words.save}</Button>
          <Button variant="ghost" onClick={() => { forget(); onClose(); }}>{words.cancel}</Button>
        </div>
      </form>
      {password}
    </>
  );
}
