import { useEffect, useRef } from 'react';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../../core/games/plinko';
import '../table/table.css';
import './plinko.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { prefersReducedMotion } from '../reduced-motion';
import { useShowing } from '../table/use-showing';
import { BOARD, FIRST_CHOICE, PIN_BELOW, STEP_X, bucketX, headWidth, keyframesOf, paysFigure, pins, readOutcome, riskOf, wayOf } from './path';
import type { PlinkoChoice } from './path';
import { words } from './words';

/** Every path takes the same time. */
const ROW_MS = 190;
const FALL_MS = ROW_MS * (PLINKO_ROWS + 1);

const PINS = pins();
const BUCKETS = Array.from({ length: PLINKO_ROWS + 1 }, (_, bucket) => bucket);

/** The board with its pins. The ball falls along the decided path. */
export function PlinkoStage({ showing, waiting, onShown, choice }: StageProps<PlinkoChoice>) {
  const { isMoving } = useShowing({ showing, onShown }, FALL_MS);
  const ball = useRef<SVGCircleElement>(null);
  const outcome = readOutcome(showing?.outcome);
  // The buckets keep the risk of the shown round until the next press.
  const risk = (isMoving ? riskOf(showing?.bet) : null) ?? choice?.risk ?? FIRST_CHOICE.risk;
  const isOwn = outcome !== null && outcome.pays === PLINKO_PAYS[risk][outcome.bucket];
  const way = outcome === null ? null : wayOf(outcome.path);
  const key = showing?.key;

  useEffect(() => {
    if (!isMoving || way === null || prefersReducedMotion()) return undefined;
    const fall = ball.current?.animate(keyframesOf(way), { duration: FALL_MS, fill: 'backwards' });
    return () => fall?.cancel();
    // oxlint-disable-next-line react/exhaustive-deps -- The key identifies the round; no other change makes the ball fall again.
  }, [key, isMoving]);

  const end = way?.at(-1);
  const bucketProps = (bucket: number) => ({
    className: 'plinko-bucket',
    'data-here': (!isMoving && isOwn && outcome.bucket === bucket) || undefined,
    'data-tone': (PLINKO_PAYS[risk][bucket] ?? 0) > PLINKO_PAY_SCALE ? 'up' : 'down',
  });
  return (
    <div className="table-cloth plinko motif" data-waiting={waiting || undefined}>
      <p className="table-head">{waiting ? words.asking : words.head(words.risks[risk])}</p>
      <svg className="plinko-board" viewBox={`0 0 ${BOARD.width} ${BOARD.height + 44}`} aria-hidden="true" focusable="false">
        {PINS.map(({ x, y }) => <circle key={`${x}:${y}`} className="plinko-pin" cx={x} cy={y} r="3.2" />)}
        {isMoving && way !== null ? way.slice(0, -1).map(({ x, y }, row) => (
          <circle key={`${key}:${row}`} className="plinko-lit" cx={x} cy={y + PIN_BELOW} r="5.5" style={{ animationDelay: `${(row + 1) * ROW_MS}ms` }} />
        )) : null}
        {way !== null && !isMoving && isOwn ? <polyline className="plinko-way" points={way.map(({ x, y }) => `${x},${y}`).join(' ')} /> : null}
        {BUCKETS.map((bucket) => (
          <g key={bucket} {...bucketProps(bucket)}>
            <rect x={bucketX(bucket) - STEP_X / 2 + 1} y={BOARD.height} width={STEP_X - 2} height="42" rx="6" />
          </g>
        ))}
        {BUCKETS.map((bucket) => {
          const pays = paysFigure(risk, bucket);
          const width = headWidth(pays);
          return (
            <g key={bucket} {...bucketProps(bucket)}>
              {pays.length > 2 ? <rect x={bucketX(bucket) - width / 2} y={BOARD.height + (bucket % 2) * 20} width={width} height="22" rx="6" /> : null}
              <text className="plinko-pays" x={bucketX(bucket)} y={BOARD.height + (bucket % 2 === 0 ? 16 : 36)}>{pays}</text>
            </g>
          );
        })}
        {end === undefined || !(isMoving || isOwn) ? null : (
          <circle ref={ball} className="plinko-ball" r="7" style={{ transform: `translate(${end.x}px, ${end.y}px)` }} />
        )}
      </svg>
    </div>
  );
}
