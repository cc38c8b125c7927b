import { formatNaira } from '../../../core/money';
import { noRepeat } from '../../../games/no-repeat';
import { buttonClass } from '../../../ui/Button';
import type { FreeSpins, GameBonus } from './use-game-bonus';
import { words } from '../words';

const naira = (amount: Parameters<typeof formatNaira>[0]) => formatNaira(amount, { whole: true });

function bonusText({ available, inStake, maxStake, mostStake }: GameBonus): string | null {
  const every = mostStake === null ? null : words.bonusEvery(naira(mostStake));
  if (available <= 0 || maxStake === null) return every;
  if (every === null) return inStake > 0 ? words.bonusIn(naira(inStake), naira(maxStake)) : words.bonusThere(naira(available), naira(maxStake));
  return `${inStake > 0 ? words.bonusPart(naira(inStake)) : words.bonusNext(naira(available))} ${every}`;
}

/** Shows the bonus money for this game, its part of the stake, and what stakes it allows. */
export function BonusLine({ bonus }: { bonus: GameBonus }) {
  const text = bonusText(bonus);
  return text === null ? null : <p className="small quiet bonus-line" role="status">{text}</p>;
}

/** Plays one free spin with each press. */
export function FreeSpinButton({ spins, isReady, onSpin }: { spins: FreeSpins; isReady: boolean; onSpin: (spins: FreeSpins) => void }) {
  return (
    <button
      type="button"
      className={buttonClass('secondary')}
      aria-disabled={!isReady || undefined}
      onClick={() => {
        if (isReady) onSpin(spins);
      }}
      onKeyDown={noRepeat}
    >
      {words.freeSpin(spins.left)}
    </button>
  );
}

/** Says what a free spin costs and where its win goes. */
export const FreeSpinNote = ({ spins }: { spins: FreeSpins }) => <p className="small quiet">{words.freeSpinStake(naira(spins.stake))}</p>;
