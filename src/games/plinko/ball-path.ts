/** The path of the ball over the board. Pure; in the units of the drawing. */
import { PLINKO_ROWS } from '../../core/games/plinko';

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
export function pathPoints(path: readonly number[]): readonly Point[] {
  let right = 0;
  const pins = path.map((turn, row) => {
    const point = { x: MIDDLE + (right - row / 2) * STEP_X, y: (row + 1) * STEP_Y - PIN_BELOW };
    right += turn;
    return point;
  });
  return [...pins, { x: bucketX(right), y: BOARD.height - 8 }];
}

export const bucketX = (bucket: number): number => (bucket + 0.5) * STEP_X;

/**
 * The moves of the ball as keyframes: it falls, meets a pin, hops to the side. They use transforms alone, in CSS pixels from its last place;
 * `scale` is the size of a unit of the drawing.
 */
export function keyframesOf(points: readonly Point[], scale: number): Keyframe[] {
  const [first = { x: MIDDLE, y: 0 }] = points;
  const last = points.at(-1) ?? first;
  const at = ({ x, y }: Point, easing: string): Keyframe => ({
    transform: `translate(${(x - last.x) * scale}px, ${(y - last.y) * scale}px)`, easing,
  });
  return [
    at({ x: first.x, y: -6 }, 'ease-in'),
    ...points.map((point) => at(point, 'cubic-bezier(0.4, -0.35, 0.7, 0.8)')),
  ];
}
