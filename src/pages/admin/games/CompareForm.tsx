import { useState } from 'react';
import type { AdminGame } from '../../../core/contract/admin';
import { readLagosMinute } from '../../../core/games/hidden-until';
import { formatNaira } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import { dateTime } from '../../../core/time';
import { Button } from '../../../ui/Button';
import { Notice } from '../../../ui/States';
import { differences, formOf, overTheirs } from './game-form';
import type { GameField, GameForm } from './game-form';
import { words } from './words';

function displayText(field: GameField, text: string): string {
  if (text === '') return words.nothing;
  if (field === 'enabled') return text === 'yes' ? words.yes : words.no;
  if (field === 'contribution') return `${text}%`;
  if (field === 'hiddenUntil') return dateTime(readLagosMinute(text) ?? 0);
  const inKobo = field === 'minStake' || field === 'maxStake' ? parseNairaText(text) : null;
  return typeof inKobo === 'number' ? formatNaira(inKobo) : text;
}

interface Props {
  mine: GameForm;
  /** The form before this admin typed anything. */
  start: GameForm;
  current: AdminGame;
  busy: boolean;
  message: string | null;
  onSave: (merged: GameForm) => void;
  onBack: (merged: GameForm) => void;
}

/** My version and theirs, side by side, field by field. */
export function CompareForm({ mine, start, current, busy, message, onSave, onBack }: Props) {
  const theirs = formOf(current);
  const rows = differences(mine, start, theirs);
  const [theirFields, setTheirFields] = useState<ReadonlySet<GameField>>(new Set());
  const merged = { ...overTheirs(mine, start, theirs), ...Object.fromEntries([...theirFields].map((field) => [field, theirs[field]])) };
  const take = (field: GameField, isTheirs: boolean) =>
    setTheirFields((before) => new Set([...before].filter((each) => each !== field).concat(isTheirs ? [field] : [])));
  return (
    <form className="stack" onSubmit={(event) => { event.preventDefault(); onSave(merged); }}>
      <Notice kind="warning" live title={words.conflictTitle}>
        <p>{rows.length === 0 ? words.same : words.conflictBy(current.updatedBy ?? words.somebody, dateTime(Date.parse(current.updatedAt)))}</p>
      </Notice>
      {rows.map(({ field, mine: my, theirs: their, isContested }) => (
        <fieldset className="admin-compare" key={field}>
          <legend>{words[field]}{isContested ? <span className="quiet small"> · {words.both}</span> : null}</legend>
          {([['mine', my], ['theirs', their]] as const).map(([whose, text]) => (
            <label key={whose}>
              <input
                type="radio"
                name={`of-${field}`}
                checked={theirFields.has(field) === (whose === 'theirs')}
                onChange={() => take(field, whose === 'theirs')}
              />
              <span><span className="quiet small">{words[whose]}</span> {displayText(field, text)}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {message === null ? null : <Notice kind="warning" live>{message}</Notice>}
      {rows.length < 2 ? null : (
        <div className="row">
          <Button variant="secondary" onClick={() => setTheirFields(new Set())}>{words.allMine}</Button>
          <Button variant="secondary" onClick={() => setTheirFields(new Set(rows.map(({ field }) => field)))}>{words.allTheirs}</Button>
        </div>
      )}
      <div className="row">
        <Button type="submit" busy={busy} busyLabel={words.saving}>{words.save}</Button>
        <Button variant="ghost" onClick={() => onBack(merged)}>{words.backToForm}</Button>
      </div>
    </form>
  );
}
