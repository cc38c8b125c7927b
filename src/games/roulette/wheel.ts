/** The wheel: the order of its pockets, and its turn to the decided one. Pure. */

/** The numbers clockwise from zero, as on every European wheel. */
export const POCKET_ORDER: readonly number[] = [
  0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10, 5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26,
];

export const POCKET_DEGREES = 360 / POCKET_ORDER.length;

/** The number of whole turns on the way; the same for every number. */
const TURNS = 3;

/** The angle of the wheel with `number` at the top, in degrees: 0 … 360, exclusive. */
export function restingAngle(number: number): number {
  return (360 - Math.max(0, POCKET_ORDER.indexOf(number)) * POCKET_DEGREES) % 360;
}

/** The angle after turning from one number to another: always forward, by `TURNS` turns and less than one more. */
export function turnTo(before: number, number: number): { readonly from: number; readonly to: number } {
  const from = restingAngle(before);
  const rest = (restingAngle(number) - from + 360) % 360;
  return { from, to: from + 360 * TURNS + rest };
}
