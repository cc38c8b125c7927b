import type { CSSProperties } from 'react';
import '../table/table.css';
import './dice.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { useShowing } from '../table/use-showing';
import { FIRST_CHOICE, placeOf, readOutcome, rollText } from './dice-bet';
import type { DiceChoice } from './dice-bet';
import { words } from './words';

type Place = CSSProperties & Readonly<Record<`--${string}`, string>>;

/** Every roll takes the same time, so that nothing hints at the result. */
const ROLL_MS = 1_100;

/** A track from 0 to 100, gold below the target. The pointer stops at the roll. */
export function DiceStage({ showing, waiting, onShown, choice }: StageProps<DiceChoice>) {
  const { isMoving } = useShowing({ showing, onShown }, ROLL_MS);
  const outcome = readOutcome(showing?.outcome);
  const under = choice?.under ?? FIRST_CHOICE.under;
  const isKnown = outcome !== null && !isMoving;
  const style: Place = { '--under': `${under / 100}%`, '--roll': `${placeOf(outcome?.roll ?? under) * 100}%` };
  return (
    <div className="table-cloth dice motif" data-waiting={waiting || undefined} style={style}>
      <p className="table-head">{waiting ? words.asking : words.winsUnder(rollText(under))}</p>
      <p className="dice-roll" aria-hidden={!isKnown} data-known={isKnown || undefined} data-won={(isKnown && outcome.pays > 0) || undefined}>
        {isKnown ? rollText(outcome.roll) : '00.00'}
      </p>
      <div className="dice-track" aria-hidden="true">
        <div className="dice-gold" />
        <div className="dice-target" />
        {outcome === null ? null : (
          <div key={showing?.key} className="dice-slide" data-moving={isMoving || undefined}>
            <div className="dice-pointer" />
          </div>
        )}
      </div>
      <p className="dice-scale" aria-hidden="true"><span>0</span><span>25</span><span>50</span><span>75</span><span>100</span></p>
    </div>
  );
}
