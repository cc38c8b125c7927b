import { useEffect, useReducer, useRef, useState } from 'react';
import '../table/table.css';
import './roulette.css';
import { formatNaira } from '../../core/money';
import type { StageProps } from '../face';
import { prefersReducedMotion } from '../../ui/reduced-motion';
import { useShowing } from '../table/use-showing';
import { NO_CHIPS, chipOf, chipsOnTable, kindOf, place, readOutcome } from './chips';
import type { RouletteChoice } from './chips';
import { Felt } from './Felt';
import { addNewest } from './history';
import type { FallenNumber } from './history';
import { colourOf, spotName } from './spots';
import { restingAngle, turnTo } from './wheel';
import { Wheel } from './Wheel';
import { words } from './words';

/** Every number takes the same time. */
const TURN_MS = 3_600;
/** The ball runs five times round the rim against the wheel, then falls into the pocket. */
const BALL_WAY: Keyframe[] = [
  { transform: 'rotate(1800deg) scale(1.09)' },
  { transform: 'rotate(360deg) scale(1.09)', offset: 0.72 },
  { transform: 'none' },
];

/** The strip above the table: the last numbers, or what the wheel does. */
function Strip({ text, history }: { text: string | null; history: readonly FallenNumber[] }) {
  if (text !== null) return <p className="strip">{text}</p>;
  return (
    <ol className="strip" aria-label={words.lastNumbers}>
      {history.map(({ key, number }) => (
        <li key={key} data-colour={colourOf(number)}>{number}<span className="unseen">, {words.colours[colourOf(number)]}</span></li>
      ))}
    </ol>
  );
}

/**
 * The table, under a strip with the last numbers. For a spin the wheel grows out of the strip over the table. It turns, the ball runs
 * against it, both stop with the decided number at the top, and the table comes back with what won.
 */
export function RouletteStage({ showing, waiting, onShown, onAnnounce, choice, onChoice, disabled = false }: StageProps<RouletteChoice>) {
  const { isMoving } = useShowing({ showing, onShown }, TURN_MS);
  const [history, addNumber] = useReducer(addNewest, []);
  const [current, setCurrent] = useState('');
  const disc = useRef<HTMLDivElement>(null);
  const ball = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  const outcome = readOutcome(showing?.outcome);
  const number = outcome?.number ?? null;
  const key = showing?.key;

  useEffect(() => {
    if (number === null || key === undefined) return undefined;
    if (!isMoving) {
      before.current = number;
      addNumber({ key, number });
    }
    if (!isMoving || prefersReducedMotion()) return undefined;
    const { from, to } = turnTo(before.current, number);
    const timing = { duration: TURN_MS, easing: 'cubic-bezier(0.2, 0.5, 0.15, 1)' };
    const moves = [
      disc.current?.animate([{ transform: `rotate(${from}deg)` }, { transform: `rotate(${to}deg)` }], timing),
      ball.current?.animate(BALL_WAY, { ...timing, easing: 'cubic-bezier(0.3, 0.4, 0.4, 1)' }),
    ];
    return () => {
      for (const move of moves) move?.cancel();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- The key identifies the round; no other change turns the wheel again.
  }, [key, isMoving]);

  const isBusy = waiting || isMoving;
  const isKnown = number !== null && !isBusy;
  const table = choice ?? NO_CHIPS;
  const chips = chipsOnTable(table, showing, !isBusy);
  const placeChip = (spot: string) => {
    const amount = chipOf(table);
    onChoice?.(place(table, spot, amount));
    onAnnounce(words.onSpot(formatNaira(amount, { whole: true }), spotName(spot)));
  };
  return (
    <div className="roulette">
      <Strip text={waiting ? words.asking : isMoving ? words.turning : history.length === 0 ? words.before : null} history={history} />
      <div className="felt-box">
        <Felt
          kind={kindOf(table)} chips={chips} fallenNumber={isKnown && !table.isTouched ? number : null} disabled={disabled}
          onSpot={onChoice === undefined ? null : placeChip} current={current} onCurrent={setCurrent}
        />
      </div>
      <div className="wheel-over" data-open={isBusy || undefined} aria-hidden="true">
        <div className="wheel">
          <div ref={disc} className="wheel-turning" style={{ transform: `rotate(${restingAngle(number ?? 0)}deg)` }}><Wheel /></div>
          <div ref={ball} className="wheel-turning wheel-ball" data-there={number !== null || undefined} />
          <p className="wheel-number" data-colour={isKnown ? colourOf(number) : undefined}>
            {isKnown ? <><span>{number}</span><small>{words.colours[colourOf(number)]}</small></> : '–'}
          </p>
        </div>
      </div>
    </div>
  );
}
