import { useState } from 'react';
import { formatNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { TextField } from '../../../ui/Field';
import { Icon } from '../../../ui/more-icons';
import type { LimitNote } from '../../shared/protection/use-limit-note';
import { nextStake, readStake, stakeText } from './stake';
import type { StakeLimits } from './stake';
import { words } from '../words';

interface Props {
  stake: Kobo;
  limits: StakeLimits;
  /** Null means that the typed text is no stake; nothing can be played until it is one. */
  onChange: (stake: Kobo | null) => void;
  disabled: boolean;
  /** The amount left under the player's limits, with the warning when the stake is above it. */
  limitNote?: LimitNote;
}

/** The stake, changed by steps or by typing. It follows `stake` when arrow keys on the stage change that. */
export function StakeField({ stake, limits, onChange, disabled, limitNote }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const draftStake = draft === null ? null : readStake(draft, limits);
  const problem = draftStake !== null && !draftStake.ok ? draftStake.problem : undefined;

  const range = words.stakeLimits(formatNaira(limits.min, { whole: true }), formatNaira(limits.max, { whole: true }));

  const step = (direction: 1 | -1) => {
    setDraft(null);
    onChange(nextStake(stake, direction, limits));
  };
  const type = (text: string) => {
    setDraft(text);
    const parsed = readStake(text, limits);
    onChange(parsed.ok ? parsed.stake : null);
  };

  return (
    <div className="stake">
      <button type="button" className="stake-step" aria-label={words.less} disabled={disabled || (stake <= limits.min && problem === undefined)} onClick={() => step(-1)}>
        <Icon name="minus" />
      </button>
      <TextField
        className="stake-field"
        label={words.stake}
        hint={limitNote === undefined || limitNote.text === null ? range : `${range}. ${limitNote.text}`}
        error={problem ?? limitNote?.over ?? undefined}
        before={<span aria-hidden="true">₦</span>}
        inputMode="decimal"
        autoComplete="off"
        enterKeyHint="done"
        value={draft ?? stakeText(stake)}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          if (problem === undefined) setDraft(null);
        }}
        onKeyDown={(event) => {
          // Enter closes the keyboard. It never starts a round from the field.
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          step(event.key === 'ArrowUp' ? 1 : -1);
        }}
      />
      <button type="button" className="stake-step" aria-label={words.moreStake} disabled={disabled || stake >= limits.max} onClick={() => step(1)}>
        <Icon name="plus" />
      </button>
    </div>
  );
}
