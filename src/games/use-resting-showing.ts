import { useState } from 'react';
import type { Showing } from './face';

/**
 * Returns the round as it last stood at rest: while the stage shows a step, the round before that step, so that no word is ahead of a
 * card or a tile.
 */
export function useRestingShowing(showing: Showing | null, isMoving: boolean): Showing | null {
  const [resting, setResting] = useState(isMoving ? null : showing);
  if (isMoving) return resting;
  if (resting !== showing) setResting(showing);
  return showing;
}
