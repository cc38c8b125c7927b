/** The path of the ball over the board. Pure; in the units of the drawing. */
import { PLINKO_PATHS, PLINKO_PAYS, PLINKO_PAY_SCALE, PLINKO_RISKS, PLINKO_ROWS, pathsTo, plinkoOutcome } from '../../core/games/plinko';
import type { PlinkoRisk } from '../../core/games/plinko';
import type { GameOdds } from '../embedded-game';

export interface PlinkoChoice {
  readonly risk: PlinkoRisk;
}

export const FIRST_CHOICE: PlinkoChoice = { risk: 'medium' };

/** The distances from pin to pin, and from row to row. */
export const STEP_X = 24;
export const STEP_Y = 17;
export const BOARD = { width: STEP_X * (PLINKO_ROWS + 1), height: STEP_Y * (PLINKO_ROWS + 1) + 8 } as const;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance from the ball's place above a pin to the pin. */
export const PIN_BELOW = 9;

const MIDDLE = BOARD.width / 2;

/** Row r has r + 1 pins below the one at the top. */
export function pins(): readonly Point[] {
  return Array.from({ length: PLINKO_ROWS }, (_, row) => row).flatMap((row) =>
    Array.from({ length: row + 1 }, (_, at) => ({ x: MIDDLE + (at - row / 2) * STEP_X, y: (row + 1) * STEP_Y })),
  );
}

/** The points of the path: one above each pin that the ball meets, and one in its bucket, so one point more than turns. */
export function wayOf(path: readonly number[]): readonly Point[] {
  let right = 0;
  const pins = path.map((turn, row) => {
    const point = { x: MIDDLE + (right - row / 2) * STEP_X, y: (row + 1) * STEP_Y - PIN_BELOW };
    right += turn;
    return point;
  });
  return [...pins, { x: bucketX(right), y: BOARD.height - 8 }];
}

export const bucketX = (bucket: number): number => (bucket + 0.5) * STEP_X;

/** The multiple that a bucket pays: "0.46", "150". */
export const paysFigure = (risk: PlinkoRisk, bucket: number): string => String((PLINKO_PAYS[risk][bucket] ?? 0) / PLINKO_PAY_SCALE);

export function nextRisk({ risk }: PlinkoChoice, by: 1 | -1): PlinkoChoice {
  const at = Math.min(PLINKO_RISKS.length - 1, Math.max(0, PLINKO_RISKS.indexOf(risk) + by));
  return { risk: PLINKO_RISKS[at] ?? risk };
}

export function readOutcome(outcome: unknown) {
  const parsed = plinkoOutcome.safeParse(outcome);
  return parsed.success ? parsed.data : null;
}

/** The risk of a round that was sent; null where it is unknown. */
export function riskOf(bet: unknown): PlinkoRisk | null {
  const risk = typeof bet === 'object' && bet !== null && 'risk' in bet ? bet.risk : null;
  return PLINKO_RISKS.find((each) => each === risk) ?? null;
}

/**
 * The moves of the ball as keyframes: it falls, meets a pin, hops to the side. They use transforms alone, in CSS pixels from its last place;
 * `scale` is the size of a unit of the drawing.
 */
export function keyframesOf(way: readonly Point[], scale: number): Keyframe[] {
  const [first = { x: MIDDLE, y: 0 }] = way;
  const last = way.at(-1) ?? first;
  const at = ({ x, y }: Point, easing: string): Keyframe => ({
    transform: `translate(${(x - last.x) * scale}px, ${(y - last.y) * scale}px)`, easing,
  });
  return [
    at({ x: first.x, y: -6 }, 'ease-in'),
    ...way.map((point) => at(point, 'cubic-bezier(0.4, -0.35, 0.7, 0.8)')),
  ];
}

/** How often a risk pays anything, more than the stake, and the most. */
export function riskOdds(risk: PlinkoRisk): GameOdds & { readonly profitRate: number } {
  const pays = PLINKO_PAYS[risk];
  const most = Math.max(...pays);
  const shareWhere = (is: (pay: number) => boolean) => pays.reduce((sum, pay, bucket) => sum + (is(pay) ? pathsTo(bucket) : 0), 0) / PLINKO_PATHS;
  return {
    hitRate: shareWhere((pay) => pay > 0),
    profitRate: shareWhere((pay) => pay > PLINKO_PAY_SCALE),
    maxWin: most / PLINKO_PAY_SCALE,
    maxWinEvery: 1 / shareWhere((pay) => pay === most),
  };
}
