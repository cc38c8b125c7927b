/**
 * Tells the platform in which window of the browser a bet is made, so that it can hold a player to one window at a time. The
 * first window that opens a game has no name: it counts as the session's own, also after a reload or a crash. A window that
 * opens beside it gets a name.
 */
import { hexOf } from '../../core/fairness/ascii';
import type { Bridge } from '../bridge';
import { perBridge } from '../per-bridge';
import { locksHere } from './locks';

const FIRST_WINDOW_LOCK = 'ayo-first-play-window';
const NAME_BYTES = 16;

/** The members of a bet that tell its window. */
export interface BetWindow {
  readonly playWindow?: string;
  readonly takesOver?: true;
}

export interface PlayWindow {
  /**
   * Returns the members that tell the window of the next bet, and ask to play here instead of in another one where the player
   * wants that.
   */
  readonly betMembers: () => Promise<BetWindow>;
  /** Notes that the player wants to go on in this window. This holds until a round has begun here. */
  readonly takeOver: () => void;
  readonly noteRound: () => void;
}

const newName = (): string => hexOf(crypto.getRandomValues(new Uint8Array(NAME_BYTES)));

function createPlayWindow({ onClose }: Pick<Bridge, 'onClose'>): PlayWindow {
  let takesOver = false;
  let leave = (): void => undefined;

  /** Resolves with the name of this window; null for the first one. The browser gives the lock back when its window is closed. */
  function claimFirst(): Promise<string | null> {
    const locks = locksHere();
    // Where windows can't see each other they all count as the first one.
    if (!locks) return Promise.resolve(null);
    return new Promise((resolve) => {
      void locks.request(FIRST_WINDOW_LOCK, { ifAvailable: true }, (lock) => {
        resolve(lock === null ? newName() : null);
        return lock === null ? undefined : new Promise<void>((end) => (leave = end));
      }).catch(() => resolve(null));
    });
  }

  let name = claimFirst();
  // A browser puts no page that holds a lock into its back/forward cache, so the lock is given back before.
  const hide = () => leave();
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) name = claimFirst();
  };
  addEventListener('pagehide', hide);
  addEventListener('pageshow', comeBack);
  onClose(() => {
    leave();
    removeEventListener('pagehide', hide);
    removeEventListener('pageshow', comeBack);
  });
  return {
    async betMembers() {
      const playWindow = await name;
      return { ...(playWindow !== null && { playWindow }), ...(takesOver && { takesOver }) };
    },
    takeOver: () => void (takesOver = true),
    noteRound: () => void (takesOver = false),
  };
}

export const playWindowOf = perBridge(createPlayWindow);
