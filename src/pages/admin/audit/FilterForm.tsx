import { useState } from 'react';
import type { AuditFilter } from '../../../core/contract/admin';
import { keysOf } from '../../../core/words/is-key-of';
import { Button } from '../../../ui/Button';
import { SelectField, TextField } from '../../../ui/Field';
import { FormShell } from '../../shared/form/FormShell';
import { filterOf, NOTHING_TYPED } from './filter';
import type { TypedFilter } from './filter';
import { words as auditWords } from './words';

const words = auditWords.filter;
/** In the order of their words. */
const ACTIONS = keysOf(auditWords.actions).toSorted((a, b) => auditWords.actions[a].localeCompare(auditWords.actions[b]));
const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 64 } as const;

interface Props {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

/** Looks for lines by who, what, about whom, and when. */
export function FilterForm({ filter, onFilter }: Props) {
  const [typed, setTyped] = useState<TypedFilter>(NOTHING_TYPED);
  const [errors, setErrors] = useState<Partial<TypedFilter>>({});
  const field = (name: keyof TypedFilter) => ({
    value: typed[name],
    error: errors[name],
    onChange: (event: { readonly target: { readonly value: string } }) => setTyped((before) => ({ ...before, [name]: event.target.value })),
  });

  function submit(): void {
    const result = filterOf(typed);
    setErrors('errors' in result ? result.errors : {});
    if ('filter' in result) onFilter(result.filter);
  }

  function clear(): void {
    setTyped(NOTHING_TYPED);
    setErrors({});
    onFilter({});
  }

  return (
    <search>
      <FormShell attach={() => undefined} busy={false} onSubmit={submit}>
        <div className="audit-filter">
          <TextField data-search="" label={words.by} hint={words.byHint} {...PLAIN} {...field('by')} />
          <SelectField label={words.action} {...field('action')}>
            <option value="">{words.everything}</option>
            {ACTIONS.map((action) => <option key={action} value={action}>{auditWords.actions[action]}</option>)}
          </SelectField>
          <TextField label={words.about} hint={words.aboutHint} {...PLAIN} {...field('about')} />
          <TextField type="date" label={words.from} {...field('from')} />
          <TextField type="date" label={words.to} {...field('to')} />
        </div>
        <div className="row">
          <Button type="submit">{words.apply}</Button>
          {Object.keys(filter).length === 0 ? null : <Button variant="secondary" onClick={clear}>{words.clear}</Button>}
        </div>
      </FormShell>
    </search>
  );
}
