import { formatNaira } from '../../core/money';
import type { Kobo } from '../../core/money';
import { Icon } from '../../ui/more-icons';
import type { PlayMode, SpinState } from './play-state';
import { words } from './words';

function labelOf(state: SpinState, mode: PlayMode, stake: Kobo | null): string {
  switch (state.kind) {
    case 'ready':
      return mode === 'practice' || stake === null ? words.spinPractice : words.spinMoney(formatNaira(stake, { whole: true }));
    case 'stake':
      return words.noStake;
    case 'funds':
      return words.noFunds;
    case 'blocked':
      return words.blocked[state.block].title;
    default:
      return words[state.kind];
  }
}

interface Props {
  state: SpinState;
  mode: PlayMode;
  stake: Kobo | null;
  onSpin: () => void;
}

/** Starts a round: one press, one round. Bound to the state of the round, not to an animation. */
export function SpinButton({ state, mode, stake, onSpin }: Props) {
  const isReady = state.kind === 'ready';
  return (
    <button
      type="button"
      className="spin"
      data-mode={mode}
      data-kind={state.kind}
      // Not `disabled`: the focus stays where the thumb and the keyboard are.
      aria-disabled={!isReady || undefined}
      onClick={() => {
        if (isReady) onSpin();
      }}
      onKeyDown={(event) => {
        // A key that is held down would be automatic play.
        if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
      }}
    >
      <Icon name={isReady ? 'play' : 'clock'} size={22} />
      <span>{labelOf(state, mode, stake)}</span>
    </button>
  );
}
