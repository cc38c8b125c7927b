import { useEffect, useRef } from 'react';
import '../table/table.css';
import './roulette.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { prefersReducedMotion } from '../reduced-motion';
import { useShowing } from '../table/use-showing';
import { readOutcome } from './chips';
import type { RouletteChoice } from './chips';
import { colourOf } from './spots';
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

/** The upper part of the wheel. It turns, the ball runs against it, and both stop with the decided number at the top. */
export function RouletteStage({ showing, waiting, onShown }: StageProps<RouletteChoice>) {
  const { isMoving } = useShowing({ showing, onShown }, TURN_MS);
  const disc = useRef<HTMLDivElement>(null);
  const ball = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  const outcome = readOutcome(showing?.outcome);
  const number = outcome?.number ?? null;
  const key = showing?.key;

  useEffect(() => {
    if (number === null) return undefined;
    if (!isMoving) before.current = number;
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

  const isKnown = number !== null && !isMoving;
  return (
    <div className="table-cloth roulette motif" data-waiting={waiting || undefined}>
      <p className="table-head">{waiting ? words.asking : isMoving ? words.turning : words.before}</p>
      <div className="wheel" aria-hidden="true">
        <div ref={disc} className="wheel-turning" style={{ transform: `rotate(${restingAngle(number ?? 0)}deg)` }}><Wheel /></div>
        <div ref={ball} className="wheel-turning wheel-ball" data-there={number !== null || undefined} />
      </div>
      <p className="wheel-number" data-colour={isKnown ? colourOf(number) : undefined}>
        {isKnown ? <><span>{number}</span><small>{words.colours[colourOf(number)]}</small></> : '–'}
      </p>
    </div>
  );
}
