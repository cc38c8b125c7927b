/** Reads the games that the player marked, and changes the marks through the outbox. */
import { listFavourites } from '../../core/contract/favourites';
import { getSnapshot } from '../../data/snapshots';
import { favouritesStore, applyFavourites, watchWishes, wishFavourite } from '../../state/favourites';
import type { Bridge } from '../bridge';
import { queueOf } from '../outbox/queue';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';

const KIND = 'favourites';
/** A list that was loaded this recently is not loaded again. */
const FRESH_MS = 60_000;

/** The last request for the list: its player, its time, and the controller that aborts it. */
interface LastRequest {
  readonly userId: string;
  readonly at: number;
  readonly controller: AbortController;
}

export interface Favourites {
  /** Brings the player's marks into the store, unless they were loaded a moment ago. Needs the capability `favourites`. */
  readonly load: () => Promise<void>;
  /**
   * Marks a game or removes the mark. The screen shows it at once; the platform gets it with the next connection. Returns false
   * when the change was not accepted.
   */
  readonly set: (gameId: string, isWanted: boolean) => Promise<boolean>;
}

function createFavourites(bridge: Bridge): Favourites {
  const { calls, clock, database, onClose, outbox } = bridge;
  const { queue } = queueOf(bridge);
  let lastRequest: LastRequest | null = null;

  /** Shows the stored list and the waiting changes, while the platform is asked. */
  async function readStored(userId: string): Promise<void> {
    const snapshot = await getSnapshot(database, userId, KIND, listFavourites.answer);
    const isNeeded = currentIds()?.userId === userId && favouritesStore.getState().platformIds === null;
    if (snapshot && isNeeded) applyFavourites(snapshot.data.items.map(({ gameId }) => gameId));
    await outbox.read();
  }

  async function ask(userId: string): Promise<void> {
    lastRequest?.controller.abort();
    const controller = new AbortController();
    lastRequest = { userId, at: clock.now(), controller };
    const answer = await calls.callAsPlayer(listFavourites, (ids) => ({ params: { userId: ids.userId }, signal: controller.signal }));
    if (answer.ok && !controller.signal.aborted) applyFavourites(answer.data.items.map(({ gameId }) => gameId));
  }

  // When a change was sent or refused, the list in the store is out of date, so the platform is asked for it.
  onClose(watchWishes(() => {
    const userId = currentIds()?.userId;
    if (userId !== undefined) void ask(userId);
  }));

  async function load(): Promise<void> {
    const userId = currentIds()?.userId;
    if (userId === undefined) return;
    if (lastRequest?.userId === userId && clock.now() - lastRequest.at < FRESH_MS && favouritesStore.getState().platformIds !== null) return;
    const asking = ask(userId);
    await readStored(userId);
    await asking;
  }

  async function set(gameId: string, isWanted: boolean): Promise<boolean> {
    wishFavourite(gameId, isWanted);
    const { outcome } = await queue(isWanted ? 'favourite' : 'no-favourite', { gameId });
    if (outcome === 'queued' || outcome === 'sent') return true;
    wishFavourite(gameId, !isWanted);
    return false;
  }

  return { load, set };
}

export const favouritesOf = perBridge(createFavourites);
