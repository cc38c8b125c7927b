import { useEffect, useRef } from 'react';
import type { CSSProperties } from 'react';
import { PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_ROWS } from '../../core/games/plinko';
import '../table/table.css';
import './plinko.css';
import '../../ui/motif.css';
import type { StageProps } from '../face';
import { prefersReducedMotion } from '../../ui/reduced-motion';
import { useShowing } from '../table/use-showing';
import { BOARD, PIN_BELOW, STEP_X, STEP_Y, bucketX, keyframesOf, pathPoints, pins } from './ball-path';
import type { Point } from './ball-path';
import { FIRST_CHOICE, paysFigure, readOutcome, riskOf } from './plinko-bet';
import type { PlinkoChoice } from './plinko-bet';
import { words } from './words';

/** Every path takes the same time. */
const ROW_MS = 190;
/** The height of the buckets below the pins. */
const BUCKETS_Y = 28;
/** Longer figures are drawn this wide, so that all of them stand in one row. */
const FIGURE_X = 20.5;
const FALL_MS = ROW_MS * (PLINKO_ROWS + 1);

const PINS = pins();
const BUCKETS = Array.from({ length: PLINKO_ROWS + 1 }, (_, bucket) => bucket);

const VIEW_HEIGHT = BOARD.height + BUCKETS_Y;
const VIEW = `0 0 ${BOARD.width} ${VIEW_HEIGHT}`;
const UNCOVER: CSSProperties = { animationDuration: `${(VIEW_HEIGHT / STEP_Y) * ROW_MS}ms` };

/**
 * The pins that the ball meets, lit. A box that slides down over them uncovers each one when the ball is there: that leaves the phone
 * nothing to draw on the way.
 */
function Lights({ points }: { points: readonly Point[] }) {
  return (
    <div className="plinko-lights" style={UNCOVER} aria-hidden="true">
      <svg className="plinko-board" viewBox={VIEW} style={UNCOVER}>
        {points.slice(0, -1).map(({ x, y }) => <circle key={y} cx={x} cy={y + PIN_BELOW} r="5" />)}
      </svg>
    </div>
  );
}

/** The board with its pins. The ball falls along the decided path. */
export function PlinkoStage({ showing, waiting, onShown, choice }: StageProps<PlinkoChoice>) {
  const { isMoving } = useShowing({ showing, onShown }, FALL_MS);
  const flight = useRef<HTMLDivElement>(null);
  const outcome = readOutcome(showing?.outcome);
  // The buckets keep the risk of the shown round until the next press.
  const risk = (isMoving ? riskOf(showing?.bet) : null) ?? choice?.risk ?? FIRST_CHOICE.risk;
  const fitsShownRisk = outcome !== null && outcome.pays === PLINKO_PAYS[risk][outcome.bucket];
  const points = outcome === null ? null : pathPoints(outcome.path);
  const key = showing?.key;

  useEffect(() => {
    if (!isMoving || points === null || prefersReducedMotion()) return undefined;
    const drawing = flight.current?.firstElementChild?.getBoundingClientRect();
    if (drawing === undefined) return undefined;
    const scale = Math.min(drawing.width / BOARD.width, drawing.height / VIEW_HEIGHT);
    const fall = flight.current?.animate(keyframesOf(points, scale), { duration: FALL_MS, fill: 'backwards' });
    return () => fall?.cancel();
    // oxlint-disable-next-line react/exhaustive-deps -- The key identifies the round; no other change makes the ball fall again.
  }, [key, isMoving]);

  const end = points?.at(-1);
  return (
    <div className="table-cloth plinko motif" data-waiting={waiting || undefined}>
      <p className="table-head">{waiting ? words.asking : words.head(words.risks[risk])}</p>
      <svg className="plinko-board" viewBox={VIEW} aria-hidden="true" focusable="false">
        {PINS.map(({ x, y }) => <circle key={`${x}:${y}`} className="plinko-pin" cx={x} cy={y} r="3.2" />)}
        {points !== null && !isMoving && fitsShownRisk ? <polyline className="plinko-path" points={points.map(({ x, y }) => `${x},${y}`).join(' ')} /> : null}
        {BUCKETS.map((bucket) => {
          const pays = paysFigure(risk, bucket);
          return (
            <g
              key={bucket}
              className="plinko-bucket"
              data-here={(!isMoving && fitsShownRisk && outcome.bucket === bucket) || undefined}
              data-tone={(PLINKO_PAYS[risk][bucket] ?? 0) > PLINKO_PAY_SCALE ? 'up' : 'down'}
            >
              <rect x={bucketX(bucket) - STEP_X / 2 + 1} y={BOARD.height} width={STEP_X - 2} height={BUCKETS_Y - 2} rx="5" />
              <text className="plinko-pays" x={bucketX(bucket)} y={BOARD.height + 18} textLength={pays.length > 2 ? FIGURE_X : undefined} lengthAdjust="spacingAndGlyphs">{pays}</text>
            </g>
          );
        })}
      </svg>
      {end === undefined || !(isMoving || fitsShownRisk) ? null : (
        // A drawing of its own: a ball that moves inside the board would make the browser lay out the whole board in every frame.
        <div ref={flight} className="plinko-flight" aria-hidden="true">
          <svg className="plinko-board" viewBox={VIEW} focusable="false"><circle className="plinko-ball" cx={end.x} cy={end.y} r="7" /></svg>
        </div>
      )}
      {isMoving && points !== null && !prefersReducedMotion() ? <Lights key={key} points={points} /> : null}
    </div>
  );
}
