import { useId, useState } from 'react';
import { categoryName } from '../../../games/words';
import { Button } from '../../../ui/Button';
import { TextField } from '../../../ui/Field';
import { categoriesOf } from './game-form';
import { words } from './words';

interface Props {
  /** Separated by commas. */
  value: string;
  /** Categories that games are in already; `new` is not among them, because it follows from a day. */
  suggestions: readonly string[];
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The categories as switches, with a field for one that nobody has used yet. */
export function CategoriesField({ value, suggestions, error, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const categories = categoriesOf(value);
  const put = (tags: readonly string[]) => onChange(tags.join(', '));
  function add(): void {
    const tags = categoriesOf(text.toLowerCase());
    if (tags.length === 0) return;
    put([...categories, ...tags.filter((tag) => !categories.includes(tag))]);
    setText('');
  }
  return (
    <fieldset className="field admin-categories" aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}>
      <legend>{words.categories}</legend>
      <div className="row">
        {[...new Set([...suggestions, ...categories])].map((tag) => {
          const isIn = categories.includes(tag);
          return (
            <button
              key={tag}
              type="button"
              className="admin-chip"
              aria-pressed={isIn}
              onClick={() => put(isIn ? categories.filter((each) => each !== tag) : [...categories, tag])}
            >
              {categoryName(tag)}
            </button>
          );
        })}
      </div>
      {error === undefined ? <p className="field-hint" id={`${id}-hint`}>{words.categoriesHint}</p> : <p className="field-error" id={`${id}-error`}>{error}</p>}
      <TextField
        label={words.otherCategory}
        hint={words.otherHint}
        value={text}
        autoComplete="off"
        autoCapitalize="none"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
        after={<Button variant="ghost" onClick={add}>{words.add}</Button>}
      />
    </fieldset>
  );
}
