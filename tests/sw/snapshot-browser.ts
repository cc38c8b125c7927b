/** A service worker's snapshot route in a browser in which `a` is signed in and a good answer of each kind is stored. */
import { emptyBrowser, fetchEvent, json, network, ORIGIN, ticks } from './support';
import { createDatabase } from '../../src/data/database';
import { ensureFence } from '../../src/data/fence';
import type { Snapshot } from '../../src/data/schema';
import { SnapshotStrategy } from '../../sw/routes/snapshot-strategy';
import { VALID_ANSWERS } from '../support/unfit-answers';
import type { UnfitAnswer } from '../support/unfit-answers';

export type Kind = UnfitAnswer['kind'];
export const KINDS = Object.keys(VALID_ANSWERS) as Kind[];
/** When what is stored was live; the fake clock stands a minute later. */
export const SAVED_AT = 1_000_000;

export const pathOf = (kind: Kind): string => (kind === 'games' ? '/api/v1/games' : `/api/v1/player/a/${kind}`);

export interface SnapshotBrowser {
  /** As the page would: the response, or null for a network error. */
  readonly ask: (kind: Kind) => Promise<Response | null>;
  /** Everything that the store of snapshots holds. */
  readonly stored: () => Promise<readonly Snapshot[]>;
}

/** `isEmpty`: nothing is stored yet. */
export async function snapshotBrowser(isEmpty = false): Promise<SnapshotBrowser> {
  emptyBrowser();
  const db = createDatabase();
  await ensureFence(db, 'a');
  let nowMs = SAVED_AT;
  const strategy = new SnapshotStrategy(db, () => nowMs);

  async function ask(kind: Kind): Promise<Response | null> {
    const event = fetchEvent();
    const request = new Request(ORIGIN + pathOf(kind));
    const response = await strategy.handle({ event, request }).catch(() => null);
    await ticks();
    await Promise.all(event.waited);
    return response === null || response.type === 'error' ? null : response;
  }

  async function stored(): Promise<readonly Snapshot[]> {
    const read = await db.tx(['snapshots'], 'readonly', (tx) => tx.objectStore('snapshots').getAll());
    return read.ok ? read.value : [];
  }

  network((request) => {
    const kind = KINDS.find((each) => request.url === ORIGIN + pathOf(each));
    return kind === undefined ? new Response(null, { status: 404 }) : json(VALID_ANSWERS[kind], { headers: { etag: '"1"' } });
  });
  if (!isEmpty) for (const kind of KINDS) await ask(kind);
  nowMs += 60_000;
  return { ask, stored };
}
