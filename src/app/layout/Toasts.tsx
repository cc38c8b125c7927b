import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { useNotifications } from '../../state/use';

/** The first message loads the list. */
const ToastList = lazy<ComponentType>(() => import('./ToastList').catch(() => ({ default: () => null })));

/**
 * Shows short messages above the page, away from the thumb. The element is there before the first message, because a screen reader does
 * not announce a live region that appears together with its text.
 */
export function Toasts() {
  const hasSome = useNotifications(({ items }) => items.length > 0);
  const [isWanted, setWanted] = useState(hasSome);
  if (hasSome && !isWanted) setWanted(true);
  return <div className="toasts" role="status">{isWanted ? <Suspense><ToastList /></Suspense> : null}</div>;
}
