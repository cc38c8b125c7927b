/** Reports what this browser stores of the site, how big and how old it is, and deletes it. Nothing here rejects. */
import { clearRecords, EMPTY_TALLY, takeInventory, tallyIntents, withRecord } from '../../data/inventory';
import type { Tally } from '../../data/inventory';
import { isOfApp } from '../../data/app-caches';
import { dropMedia, MEDIA_CACHE } from '../../data/media-cache';
import { dropReloadable } from '../../data/snapshots';
import { bridge } from '../index';
import { currentIds } from '../session/ids';

const { database, intentRecords } = bridge;

export type { Tally };

export type PartName = 'app' | 'art' | 'figures' | 'histories' | 'receipts' | 'unsent' | 'money';

export interface StorageReport {
  /** Epoch ms at which it was drawn up. */
  readonly at: number;
  readonly parts: Readonly<Record<PartName, Tally>>;
  /** Deposits and rounds whose end is not known yet. */
  readonly openMoney: number;
  /** Bytes on disk as the browser counts them, and how many it allows; null where it does not say. */
  readonly usage: number | null;
  readonly quota: number | null;
  /** True if the browser promised not to delete it by itself; null where it can't be asked. */
  readonly isPersistent: boolean | null;
}

/** The browser's storage manager. It is missing outside secure contexts, whatever the DOM's types say. */
const storage = (available: Partial<Navigator> = navigator) => available.storage;

function dateOf(answer: Response): number | null {
  const at = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at;
}

async function tallyCache(name: string, before = EMPTY_TALLY): Promise<Tally> {
  const cache = await caches.open(name);
  let tally = before;
  for (const request of await cache.keys()) {
    const answer = await cache.match(request, { ignoreVary: true });
    if (answer) tally = withRecord(tally, (await answer.blob()).size, dateOf(answer));
  }
  return tally;
}

/** Counts the app's files and the art; nothing where there is no Cache Storage, or it is closed. */
async function tallyCaches(): Promise<{ app: Tally; art: Tally }> {
  const tallies = { app: EMPTY_TALLY, art: EMPTY_TALLY };
  try {
    // Opening a cache that is not there would create it.
    const names = await caches.keys();
    for (const name of names) if (isOfApp(name)) tallies.app = await tallyCache(name, tallies.app);
    if (names.includes(MEDIA_CACHE)) tallies.art = await tallyCache(MEDIA_CACHE);
  } catch {
    // Closed to this site: nothing is kept there.
  }
  return tallies;
}

async function estimate(): Promise<StorageEstimate> {
  try {
    return (await storage()?.estimate()) ?? {};
  } catch {
    return {};
  }
}

/** Returns true if the browser has promised not to delete anything by itself. With `ask` it is asked for that promise. */
async function persistence(ask: boolean): Promise<boolean | null> {
  try {
    return (await (ask ? storage()?.persist() : storage()?.persisted())) ?? null;
  } catch {
    return null;
  }
}

export async function reportStorage(): Promise<StorageReport> {
  const userId = currentIds()?.userId;
  const [cached, inventory, intents, { usage = null, quota = null }, isPersistent] = await Promise.all([
    tallyCaches(), takeInventory(database), userId === undefined ? [] : intentRecords.listOf(userId), estimate(), persistence(false),
  ]);
  const { open, ...money } = tallyIntents(intents);
  const nothing = { figures: EMPTY_TALLY, histories: EMPTY_TALLY, receipts: EMPTY_TALLY, unsent: EMPTY_TALLY };
  return { at: Date.now(), parts: { ...cached, ...(inventory ?? nothing), money }, openMoney: open, usage, quota, isPersistent };
}

/** Asks the browser not to delete anything by itself. Returns false where it did not promise that. */
export async function requestPersistence(): Promise<boolean> {
  return (await persistence(true)) === true;
}

/**
 * `art`: pictures of games. `figures`: the last known figures and histories. `all`: both, receipts, intents that have ended, and
 * the result of the self-test.
 */
export type ClearScope = 'art' | 'figures' | 'all';

/** Deletes the stored data of that scope. Open intents, unsent items, the app itself and the session stay. */
export async function clearStorage(what: ClearScope): Promise<void> {
  if (what !== 'figures') await dropMedia();
  if (what === 'figures') await dropReloadable(database);
  if (what !== 'all') return;
  await clearRecords(database);
  const ids = currentIds();
  // Intents that ended may also be in local storage.
  if (ids) await intentRecords.prune(ids.userId, Number.MAX_SAFE_INTEGER);
}
