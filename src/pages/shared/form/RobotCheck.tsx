import { useState } from 'react';
import type { ReactNode } from 'react';
import { robotWords } from './robot-words';

interface RobotCheck {
  /** Call it when the device begins to solve a puzzle. */
  readonly onPuzzle: () => void;
  /** Call it when the answer is there, whatever it is. */
  readonly onEnd: () => void;
  /**
   * Stands above the button and says why this takes longer than usual. It is always in the page, because screen readers announce only
   * changes.
   */
  readonly note: ReactNode;
}

/** A busy platform lets the device work for some seconds before it takes a form. This says so; the player has to do nothing. */
export function useRobotCheck(): RobotCheck {
  const [isSolving, setSolving] = useState(false);
  return {
    onPuzzle: () => setSolving(true),
    onEnd: () => setSolving(false),
    note: <div role="status">{isSolving ? <p className="quiet small">{robotWords.checking}</p> : null}</div>,
  };
}
