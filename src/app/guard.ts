import { can, isSignedIn, roleKnown } from '../bridge/boot';
import { safeNext } from '../core/safe-next';
import type { Audience } from './routes';

/** What the guards ask; read at each navigation, never kept. */
export interface GuardState {
  readonly isSignedIn: () => boolean;
  /** Waits (bounded) until the role is known. */
  readonly roleKnown: () => Promise<'player' | 'admin' | undefined>;
  readonly canSignIn: () => boolean;
}

export const guardState: GuardState = { isSignedIn, roleKnown, canSignIn: () => can('sign-in') };

/** Where a caller who may not see a page is sent, or null when the page may open. */
export async function guard(who: Audience, state: GuardState, url: URL): Promise<string | null> {
  if (who === 'all') return null;
  if (who === 'guest') return state.isSignedIn() ? safeNext(url.searchParams.get('next')) : null;
  if (!state.isSignedIn()) {
    return state.canSignIn() ? `/sign-in?next=${encodeURIComponent(url.pathname + url.search)}` : '/';
  }
  if (who === 'player') return null;
  return (await state.roleKnown()) === 'admin' ? null : '/';
}
