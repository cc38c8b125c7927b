/**
 * The player's bridge: the part of the bridge that is needed by players, and where something waits on the device. It is a chunk
 * of its own, loaded at its first need; for a player who is signed in at the start that is before anything is drawn.
 */
import type { CallError, SessionEnd } from '../core/errors';
import type { SessionIds } from '../state/local-entries';
import { pause } from './page/pause';

/** No page waits longer than this for the code. It is used even if it comes later. */
const CODE_PATIENCE_MS = 8_000;

/** The fate of a session that the platform ended. `goes-on`: it has another id, which the stores hold already. */
export type SessionFate = 'ended' | 'goes-on';

/** The functions of the player's bridge that the guest's bridge calls. */
export interface PlayerBridge {
  /** Starts the work that does not depend on the host. */
  readonly begin: () => void;
  /** Starts the rest, once it is known what the host can do. `firstSessionId`: the session in which the page was opened. */
  readonly beginWithHost: (firstSessionId: string | null) => void;
  readonly onVisible: () => void;
  readonly onReconnected: () => Promise<void>;
  /** Sends the sign-outs that wait. */
  readonly flush: () => Promise<void>;
  readonly tellVisibility: (isVisible: boolean) => void;
  /** Reads how the session ended; null where the refusal says nothing about that. */
  readonly readEnd: (error: CallError, ids: SessionIds) => Promise<SessionEnd | null>;
  /** Handles that the platform ended the session. */
  readonly endSession: (end: SessionEnd) => Promise<SessionFate>;
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
  /** Null until the player's bridge is loaded. */
  readonly bridge: () => PlayerBridge | null;
  /**
   * Runs `work`: at once where the player's bridge is loaded, otherwise as soon as it is. The result is undefined where the code can't be
   * loaded now.
   */
  readonly use: <T>(work: (bridge: PlayerBridge) => Promise<T>) => Promise<T | undefined>;
  /** Loads the player's bridge. Returns false where its code can't be loaded now. */
  readonly load: () => Promise<boolean>;
  /** Sets the function by which `load` loads the code. The loaded bridge calls `plugIn` by itself. */
  readonly loadBy: (loader: () => Promise<unknown>) => void;
  readonly plugIn: (bridge: PlayerBridge) => void;
}

interface PlayerEvents {
  readonly onPlugIn: (bridge: PlayerBridge) => void;
  /** Called when the code could not be loaded. */
  readonly onMissing: () => void;
}

export function createPlayerAccess({ onPlugIn, onMissing }: PlayerEvents): PlayerAccess {
  const state: { bridge: PlayerBridge | null; loader: (() => Promise<unknown>) | null } = { bridge: null, loader: null };
  const bridge = () => state.bridge;

  async function load(): Promise<boolean> {
    if (state.loader !== null && bridge() === null) {
      await Promise.race([state.loader().catch(() => undefined), pause(CODE_PATIENCE_MS)]);
      if (bridge() === null) onMissing();
    }
    return bridge() !== null;
  }

  return {
    bridge,
    load,
    async use(work) {
      const loaded = state.bridge ?? ((await load()) ? bridge() : null);
      return loaded === null ? undefined : work(loaded);
    },
    loadBy: (loader) => void (state.loader = loader),
    plugIn(loaded) {
      state.bridge = loaded;
      onPlugIn(loaded);
    },
  };
}
