import { useState } from 'react';
import type { ReactNode } from 'react';
import { robotWords } from './robot-words';

interface RobotCheck {
  /** Call it when the device begins to solve a puzzle. */
  readonly onPuzzle: () => void;
  /** Call it when the answer is there, whatever it is. */
  readonly onEnd: () => void;
  /** Stands above the button: why this takes longer than usual. Always in the page, or screen readers would not say it. */
  readonly note: ReactNode;
}

/** A busy platform lets a device do some seconds of work before it takes a form: says so, and nothing has to be done. */
export function useRobotCheck(): RobotCheck {
  const [isSolving, setSolving] = useState(false);
  return {
    onPuzzle: () => setSolving(true),
    onEnd: () => setSolving(false),
    note: <div role="status">{isSolving ? <p className="quiet small">{robotWords.checking}</p> : null}</div>,
  };
}
