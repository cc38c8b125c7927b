import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Brings a message into sight that appears below the screen, or behind the controls that are pinned to its lower edge. */
export function InSight({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { left, right, bottom } = element.getBoundingClientRect();
    const onTop = document.elementFromPoint((left + right) / 2, bottom - 1);
    if (!element.contains(onTop)) element.scrollIntoView({ block: 'start' });
  }, []);
  return <div ref={box}>{children}</div>;
}
