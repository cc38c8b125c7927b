/**
 * The part of the bridge that is needed by players, and where something waits on the device. It is a chunk of its own, loaded at
 * its first need; for a player who is signed in at the start that is before anything is drawn.
 */
import type { CallError, SessionEnd } from '../core/errors';
import type { SessionIds } from '../state/local-entries';
import { pause } from './page/watch';

/** No page waits longer than this for the code. It is used even if it comes later. */
const CODE_PATIENCE_MS = 8_000;

/** The functions of the player's part that the guest's bridge calls. */
export interface PlayerPart {
  /** Starts the work that does not depend on the host. */
  readonly begin: () => void;
  /** Starts the rest, once it is known what the host can do. `firstSessionId`: the session in which the page was opened. */
  readonly beginWithHost: (firstSessionId: string | null) => void;
  readonly onVisible: () => void;
  readonly backOnline: () => Promise<void>;
  /** Sends the sign-outs that wait. */
  readonly flush: () => Promise<void>;
  readonly tellVisibility: (isVisible: boolean) => void;
  /** Reads how the session ended; null where the refusal says nothing about that. */
  readonly readEnd: (error: CallError, ids: SessionIds) => Promise<SessionEnd | null>;
  /** Handles that the platform ended the session. Returns true when it goes on under another id, which the stores hold by then. */
  readonly endSession: (end: SessionEnd) => Promise<boolean>;
  /** Brings the page to the session that the entries of local storage name. */
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
  /** Null until the part is loaded. */
  readonly part: () => PlayerPart | null;
  /**
   * Runs `work`: at once where the part is loaded, otherwise as soon as it is. The result is undefined where the code can't be
   * loaded now.
   */
  readonly use: <T>(work: (part: PlayerPart) => Promise<T>) => Promise<T | undefined>;
  /** Loads the part. Returns false where its code can't be loaded now. */
  readonly load: () => Promise<boolean>;
  /** Sets the function by which `load` loads the code. The loaded part calls `plugIn` by itself. */
  readonly loadBy: (loader: () => Promise<unknown>) => void;
  readonly plugIn: (part: PlayerPart) => void;
}

interface PlayerEvents {
  readonly onPlugIn: (part: PlayerPart) => void;
  /** Called when the code could not be loaded. */
  readonly onMissing: () => void;
}

export function createPlayerAccess({ onPlugIn, onMissing }: PlayerEvents): PlayerAccess {
  const state: { part: PlayerPart | null; loader: (() => Promise<unknown>) | null } = { part: null, loader: null };
  const part = () => state.part;

  async function load(): Promise<boolean> {
    if (state.loader !== null && part() === null) {
      await Promise.race([state.loader().catch(() => undefined), pause(CODE_PATIENCE_MS)]);
      if (part() === null) onMissing();
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
    plugIn(loaded) {
      state.part = loaded;
      onPlugIn(loaded);
    },
  };
}
