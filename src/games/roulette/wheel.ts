/** The wheel: the order of its pockets, and how it turns to the decided one. Pure. */

/** Clockwise from zero, as on every European wheel. */
export const POCKET_ORDER: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

export const POCKET_DEGREES = 360 / POCKET_ORDER.length;

/** Whole turns on the way; the same for every number. */
const TURNS = 3;

/** Degrees by which the wheel is turned when `number` stands at the top: 0 … 360, exclusive. */
export function restingAngle(number: number): number {
  return (360 - Math.max(0, POCKET_ORDER.indexOf(number)) * POCKET_DEGREES) % 360;
}

/** From one number at the top to another: always forward, by `TURNS` turns and less than one more. */
export function turnTo(before: number, number: number): { readonly from: number; readonly to: number } {
  const from = restingAngle(before);
  const rest = (restingAngle(number) - from + 360) % 360;
  return { from, to: from + 360 * TURNS + rest };
}
