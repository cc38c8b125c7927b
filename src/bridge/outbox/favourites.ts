/** The games that the player marked: read, kept on the device, and changed through the outbox. */
import { listFavourites } from '../../core/contract/favourites';
import { getSnapshot } from '../../data/snapshots';
import { favouritesStore, applyFavourites, watchWishes, wishFavourite } from '../../state/favourites';
import type { Bridge } from '../bridge';
import { queueOf } from '../outbox/queue';
import { perBridge } from '../per-bridge';
import { currentIds } from '../session/ids';

const KIND = 'favourites';
/** The list is not asked for again within this time. */
const FRESH_MS = 60_000;

/** The player of the last request, and its time; `controller` gives the request up. */
interface LastRequest {
  readonly userId: string;
  readonly at: number;
  readonly controller: AbortController;
}

export interface Favourites {
  /** Brings the player's marks into the store, unless that was done a moment ago. Needs the capability `favourites`. */
  readonly load: () => Promise<void>;
  /** Marks a game or takes the mark off: at once on the screen, on the platform with the next connection. False: it was not taken. */
  readonly set: (gameId: string, isWanted: boolean) => Promise<boolean>;
}

function createFavourites(bridge: Bridge): Favourites {
  const { calls, clock, database, onClose, outbox } = bridge;
  const { queue } = queueOf(bridge);
  let lastRequest: LastRequest | null = null;

  /** Shows what the device has, and what waits, while the platform is asked. */
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

  // A change was sent or refused, so the platform is asked how it stands now.
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
