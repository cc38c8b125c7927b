import { useState } from 'react';
import type { Showing } from './face';

/** The round as it stood before the step that the stage is showing, so that no word is ahead of a card or a tile. */
export function useTold(showing: Showing | null, isMoving: boolean): Showing | null {
  const [told, setTold] = useState(isMoving ? null : showing);
  if (isMoving) return told;
  if (told !== showing) setTold(showing);
  return showing;
}
