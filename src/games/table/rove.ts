/**
 * Gives a field of buttons one stop of the Tab key, with arrow keys inside. The arrow keys go by the places of the buttons on the screen,
 * whatever their layout.
 */
import type { KeyboardEvent } from 'react';

interface Spot {
  readonly x: number;
  readonly y: number;
}

const DIRECTIONS: Readonly<Record<string, Spot>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** A button that is not straight ahead counts as further away. */
const ASIDE_WEIGHT = 2.5;
/** A distance of fewer CSS pixels is no move. */
const LEAST_MOVE_PX = 2;

/** The one of `spots` that is next from `from` in the direction of the key; null where there is none, or for another key. Pure. */
export function nextSpot(spots: readonly Spot[], from: Spot, key: string): number | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  let best: { readonly at: number; readonly far: number } | null = null;
  for (const [at, spot] of spots.entries()) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const distanceAhead = dx * direction.x + dy * direction.y;
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    if (distanceAhead < LEAST_MOVE_PX) continue;
    const weightedDistance = distanceAhead + ASIDE_WEIGHT * aside;
    if (best === null || weightedDistance < best.far) best = { at, far: weightedDistance };
  }
  return best?.at ?? null;
}

/** Pass it as `onKeyDown` to the element around the buttons. */
export function rove(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const middles = buttons.map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  const from = middles[buttons.indexOf(event.target)];
  if (from === undefined) return;
  const to = nextSpot(middles, from, event.key);
  if (to !== null) buttons[to]?.focus();
  if (event.key in DIRECTIONS) event.preventDefault();
}
