import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

const MARGIN = '400px';

/** Draws its children once the player has scrolled near them. The class must give the empty element the height of its content. */
export function WhenNear({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (place.current === null) return;
    const onIntersection = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
    };
    const observer = new IntersectionObserver(onIntersection, { rootMargin: MARGIN });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return <div className={className} ref={place}>{isNear ? children : null}</div>;
}
