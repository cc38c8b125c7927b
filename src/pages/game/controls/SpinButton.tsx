import type { GameKind } from '../../../core/games/engine';
import { formatNaira } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { NextRoundRing } from '../../../games/NextRoundRing';
import { noRepeat } from '../../../games/no-repeat';
import type { PlayMode, SpinState } from '../rounds/spin-state';
import { words } from '../words';

interface Props {
  state: SpinState;
  kind: GameKind;
  mode: PlayMode;
  stake: Kobo | null;
  /** The stake is the sum of the bets, so a missing stake is said as missing bets. */
  isSum: boolean;
  /** Epoch ms before which no round may start. */
  readyAt: number;
  onSpin: () => void;
}

function labelOf({ state, kind, mode, stake, isSum }: Props): string {
  switch (state.kind) {
    case 'ready':
      return mode === 'practice' || stake === null
        ? words.start[kind]
        : words.startStake(words.start[kind], formatNaira(stake, { whole: true }));
    case 'stake':
      return isSum ? words.noBet : words.noStake;
    case 'bet':
      return words.betWrong;
    case 'funds':
      return words.noFunds;
    case 'blocked':
      return words.blocked[state.block].title;
    case 'showing':
      return words.showing[kind];
    default:
      return words[state.kind];
  }
}

/** Starts a round: one press, one round. It follows the state of the round and no animation. */
export function SpinButton(props: Props) {
  const { state, mode, readyAt, onSpin } = props;
  const isReady = state.kind === 'ready';
  return (
    <button
      type="button"
      className="spin"
      data-mode={mode}
      data-kind={state.kind}
      // It is not `disabled`, so that the focus stays on it.
      aria-disabled={!isReady || undefined}
      onClick={() => {
        if (isReady) onSpin();
      }}
      onKeyDown={noRepeat}
    >
      {state.kind === 'resting' ? <NextRoundRing key={readyAt} until={readyAt} text={labelOf(props)} /> : labelOf(props)}
    </button>
  );
}
