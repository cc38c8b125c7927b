/** Shows the age of one of the player's figures. */
import { figuresStore } from '../../state/figures';
import type { FigureKind } from '../../state/figures';
import { useFigureAge } from './use-figure-age';

/** Keeps the exact instant on the element without rendering: every poll renews it, and few change the words. */
function followInstant(element: HTMLTimeElement, kind: FigureKind): () => void {
  const write = () => {
    const { savedAt } = figuresStore.getState()[kind];
    if (savedAt !== null) element.dateTime = new Date(savedAt).toISOString();
  };
  write();
  return figuresStore.subscribe(write);
}

/** "just now", "2 min ago", "as of 14:02"; `unknown` while the figure is not known. A poll that changes nothing renders nothing. */
export function FigureAge({ kind, className, unknown }: { kind: FigureKind; className?: string; unknown?: string }) {
  const words = useFigureAge(kind);
  if (words === null) return unknown === undefined ? null : <span className={className}>{unknown}</span>;
  return <time className={className} ref={(element) => (element ? followInstant(element, kind) : undefined)}>{words}</time>;
}
