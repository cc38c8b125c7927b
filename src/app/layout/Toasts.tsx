import { lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { useNotifications } from '../../state/use';

/** The list is loaded by the first message. */
const ToastList = lazy<ComponentType>(() => import('./ToastList').catch(() => ({ default: () => null })));

/** Where short messages appear: above the page, away from the thumb. In place before the first, or it would not be read out. */
export function Toasts() {
  const hasSome = useNotifications(({ items }) => items.length > 0);
  const [isWanted, setWanted] = useState(hasSome);
  if (hasSome && !isWanted) setWanted(true);
  return <div className="toasts" role="status">{isWanted ? <Suspense><ToastList /></Suspense> : null}</div>;
}
