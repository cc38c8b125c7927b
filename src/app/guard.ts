import { can, isSignedIn } from '../bridge/boot';
import { safeNext } from '../core/safe-next';
import type { Audience } from './routes';

/** The state that the guards need. It is read at each navigation and never cached. */
export interface GuardState {
  readonly isSignedIn: () => boolean;
  readonly canSignIn: () => boolean;
}

export const guardState: GuardState = { isSignedIn, canSignIn: () => can('sign-in') };

/** An address on this site. */
export interface Address {
  readonly pathname: string;
  /** The query with its question mark; empty without one. */
  readonly search: string;
}

/**
 * The address that a caller who may not see a page is sent to, or null when the page may open. The page for admins tells a player itself
 * that it is not for them. An invitation is for another person than the one who is signed in, and its form says so.
 */
export function guard(who: Audience, state: GuardState, { pathname, search }: Address): string | null {
  if (who === 'all') return null;
  const params = new URLSearchParams(search);
  if (who === 'guest') return state.isSignedIn() && !params.has('invitation') ? safeNext(params.get('next')) : null;
  if (state.isSignedIn()) return null;
  return state.canSignIn() ? `/sign-in?next=${encodeURIComponent(pathname + search)}` : '/';
}
