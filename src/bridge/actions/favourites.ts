/** The games that the player marked: read, kept on the device, and changed through the outbox. */
import { listFavourites } from '../../core/contract/favourites';
import { getSnapshot } from '../../data/snapshots';
import { favouritesStore, hearFavourites, watchWishes, wishFavourite } from '../../state/favourites';
import { now } from '../platform/clock';
import { database } from '../storage/database';
import { readOutbox } from '../outbox/outbox';
import { callAsPlayer, currentIds } from '../platform/platform';
import { queue } from './outbox';

const KIND = 'favourites';
/** Asked this recently, nothing is asked again. */
const FRESH_MS = 60_000;

let asked: { readonly userId: string; readonly at: number; readonly left: AbortController } | null = null;

/** What the device has, and what waits: shown while the platform is asked. */
async function readKept(userId: string): Promise<void> {
  const kept = await getSnapshot(database, userId, KIND, listFavourites.answer);
  const isWanted = currentIds()?.userId === userId && favouritesStore.getState().told === null;
  if (kept && isWanted) hearFavourites(kept.data.items.map(({ gameId }) => gameId));
  await readOutbox();
}

async function ask(userId: string): Promise<void> {
  asked?.left.abort();
  const left = new AbortController();
  asked = { userId, at: now(), left };
  const answer = await callAsPlayer(listFavourites, (ids) => ({ params: { userId: ids.userId }, signal: left.signal }));
  if (answer.ok && !left.signal.aborted) hearFavourites(answer.data.items.map(({ gameId }) => gameId));
}

// What was sent or refused: the platform says how it is now.
watchWishes(() => {
  const userId = currentIds()?.userId;
  if (userId !== undefined) void ask(userId);
});

/** Brings the player's marks into the store, unless that was done a moment ago. Needs the capability `favourites`. */
export async function loadFavourites(): Promise<void> {
  const userId = currentIds()?.userId;
  if (userId === undefined) return;
  if (asked?.userId === userId && now() - asked.at < FRESH_MS && favouritesStore.getState().told !== null) return;
  const asking = ask(userId);
  await readKept(userId);
  await asking;
}

/** Marks a game or takes the mark off: at once on the screen, on the platform with the next connection. False: it was not taken. */
export async function setFavourite(gameId: string, isOne: boolean): Promise<boolean> {
  wishFavourite(gameId, isOne);
  const { outcome } = await queue(isOne ? 'favourite' : 'no-favourite', { gameId });
  if (outcome === 'queued' || outcome === 'sent') return true;
  wishFavourite(gameId, !isOne);
  return false;
}
