import { useEffect, useRef, useState } from 'react';
import type { LimitKind } from '../../core/protection';
import { RAISE_WAITS_MS } from '../../core/protection';
import { clock, dateTime } from '../../core/time';
import { formatNaira, kobo } from '../../core/money';
import type { Kobo } from '../../core/money';
import { useIsOffline } from '../../state/use';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { readLimit, kindOfChange } from './limit-facts';
import type { LimitFacts } from './limit-facts';
import type { LimitChange } from './use-limit-change';
import { words } from './words';

const naira = (amount: Kobo) => formatNaira(amount, { whole: true });
const fieldText = (amount: Kobo) => naira(amount).replace(/^₦\s*/, '');

const FIRST_SUGGESTIONS: Readonly<Record<LimitKind, readonly Kobo[]>> = {
  deposit: [1_000_00, 5_000_00, 10_000_00, 50_000_00].map(kobo),
  loss: [1_000_00, 5_000_00, 10_000_00, 50_000_00].map(kobo),
  stake: [5_000_00, 10_000_00, 50_000_00, 100_000_00].map(kobo),
};
const LOWER_SUGGESTIONS = [500_00, 1_000_00, 2_000_00, 5_000_00, 10_000_00, 20_000_00, 50_000_00, 100_000_00].map(kobo);
const MAX_CHIPS = 3;

/** A first limit has suggestions of all sizes. A change has only lower ones, so that the form never suggests more. */
function suggestions({ limit, own }: LimitFacts): readonly Kobo[] {
  return own === null ? FIRST_SUGGESTIONS[limit.kind] : LOWER_SUGGESTIONS.filter((amount) => amount < own).slice(-MAX_CHIPS);
}

/** Says, before the button, what an amount would do. */
function consequence(amount: Kobo | null, { own, ceiling }: LimitFacts, isOffline: boolean): string {
  const changeKind = kindOfChange(amount, own);
  if (changeKind === 'same') return words.unchanged;
  if (changeKind === 'higher' && isOffline) return words.offlineRaise;
  const when = dateTime(clock.now() + RAISE_WAITS_MS);
  if (amount === null) return words.noneWaits(when);
  const above = ceiling !== null && amount > ceiling ? ` ${words.aboveCeiling(naira(ceiling))}` : '';
  return (changeKind === 'higher' ? words.waitsUntil(when) : own === null ? words.firstHolds : words.holdsAtOnce) + above;
}

interface Props {
  facts: LimitFacts;
  change: LimitChange;
  onDone: () => void;
}

/** Sets a limit by typing or by a suggestion. Its effect is stated before the button. */
export function LimitForm({ facts, change, onDone }: Props) {
  const { limit, own } = facts;
  const isOffline = useIsOffline();
  const [text, setText] = useState(own === null ? '' : fieldText(own));
  const [fieldError, setFieldError] = useState<string | null>(null);
  const field = useRef<HTMLFormElement>(null);
  const parsed = readLimit(text);
  const [kind, period] = [words.kind[limit.kind].title, words.period[limit.period].toLowerCase()];

  useEffect(() => field.current?.querySelector('input')?.focus(), []);

  const type = (next: string) => {
    setText(next);
    setFieldError(null);
    change.clear();
  };
  async function save(amount: Kobo | null): Promise<void> {
    const changeKind = kindOfChange(amount, own);
    if (changeKind === 'higher' && isOffline) setFieldError(words.offlineRaise);
    else if (changeKind === 'same' || (await change.save(amount))) onDone();
  }
  const submit = () => {
    if (change.busy) return;
    if (parsed.ok) void save(parsed.amount);
    else setFieldError(parsed.error);
  };

  return (
    <form className="limit-form" noValidate ref={field} onSubmit={(event) => { event.preventDefault(); submit(); }}>
      <TextField
        label={words.amount(kind, period)}
        error={fieldError ?? change.error ?? undefined}
        before={<span aria-hidden="true">₦</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <div className="chips" role="group" hidden={suggestions(facts).length === 0} aria-label={words.suggestions}>
        {suggestions(facts).map((amount) => (
          <button type="button" className="chip" key={amount} aria-pressed={parsed.ok && parsed.amount === amount} onClick={() => type(fieldText(amount))}>
            {naira(amount)}
          </button>
        ))}
      </div>
      <p className="small" role="status">{parsed.ok ? consequence(parsed.amount, facts, isOffline) : words.limitsRule}</p>
      <div className="row">
        <Button type="submit" busy={change.busy} busyLabel={words.saving}>{words.save}</Button>
        {own === null ? null : (
          <Button variant="secondary" busy={change.busy} onClick={() => void save(null)}>{words.remove}</Button>
        )}
        <Button variant="ghost" onClick={onDone}>{words.cancel}</Button>
      </div>
    </form>
  );
}
