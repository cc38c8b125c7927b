/**
 * The part of the bridge that only players need, and what waits on the device; a chunk of its own. It is loaded at its first need, and for
 * whoever is signed in at the start, before anything is drawn.
 */
import type { CallError, SessionEnd } from '../core/errors';
import type { SessionIds } from '../state/local-entries';
import { pause } from './page/watch';

/** No page waits longer for the code; it is used whenever it comes. */
const CODE_PATIENCE_MS = 8_000;

/** What the guest's bridge asks of it. */
export interface PlayerPart {
  /** Starts what a page does from its start on. */
  readonly begin: () => void;
  /** Starts the rest, once it is known what the host can do. `since`: the session in which the page was opened. */
  readonly goOn: (since: string | null) => void;
  readonly onVisible: () => void;
  readonly backOnline: () => Promise<void>;
  /** Sends the sign-outs that wait. */
  readonly flush: () => Promise<void>;
  readonly tellVisibility: (isVisible: boolean) => void;
  /** How the session ended, or null where the refusal says nothing about that. */
  readonly readEnd: (error: CallError, ids: SessionIds) => Promise<SessionEnd | null>;
  /** The platform ended the session. True when it goes on under another id, which the stores hold by then. */
  readonly endSession: (end: SessionEnd) => Promise<boolean>;
  /** The entries of local storage say who is signed in. */
  readonly adopt: () => Promise<void>;
  /** Removes everything of the player from the stores. */
  readonly forget: () => void;
  /** Reads profile and balance anew, after the page was away. */
  readonly readAnew: () => Promise<void>;
  readonly resumeIntents: () => Promise<void>;
  readonly hasOpenIntents: (userId: string) => Promise<boolean>;
  /** Resolves when the device has the player's figures, or gives them up. */
  readonly keepFigures: () => Promise<void>;
  readonly ensureFence: (userId: string, isCurrent: () => boolean) => Promise<void>;
}

export interface PlayerAccess {
  /** Null until it is loaded. */
  readonly part: () => PlayerPart | null;
  /** Runs `work`, without a pause where the part is there, else as soon as it is. Undefined where its code can't be had now. */
  readonly use: <T>(work: (part: PlayerPart) => Promise<T>) => Promise<T | undefined>;
  /** Loads it. False where its code can't be had now. */
  readonly load: () => Promise<boolean>;
  /** From now on `load` knows how; a part that is loaded calls `plugIn` by itself. */
  readonly loadBy: (loader: () => Promise<unknown>) => void;
  readonly plugIn: (part: PlayerPart) => void;
}

export function createPlayerAccess(onPlugIn: (part: PlayerPart) => void): PlayerAccess {
  const state: { part: PlayerPart | null; loader: (() => Promise<unknown>) | null } = { part: null, loader: null };
  const part = () => state.part;

  async function load(): Promise<boolean> {
    if (state.loader !== null && part() === null) {
      await Promise.race([state.loader().catch(() => undefined), pause(CODE_PATIENCE_MS)]);
    }
    return part() !== null;
  }

  return {
    part,
    load,
    async use(work) {
      const loaded = state.part ?? ((await load()) ? part() : null);
      return loaded === null ? undefined : work(loaded);
    },
    loadBy: (loader) => void (state.loader = loader),
    plugIn(plugged) {
      state.part = plugged;
      onPlugIn(plugged);
    },
  };
}
