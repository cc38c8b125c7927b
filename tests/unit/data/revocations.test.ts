import { describe, expect, it } from 'vitest';
import { addRevocation, noteAnsweredTry, refuseRevocation, removeRevocation, SESSION_LIFE_MS, storedRevocations } from '../../../src/data/revocations';
import { freshDatabase } from './support';

describe('a revocation', () => {
  it('waits until the platform has answered, whatever the phone’s clock says', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    await addRevocation(db, 'h2', 1000);
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: ['h1', 'h2'], refusedHashes: [] });
    await removeRevocation(db, 'h2');
    expect((await storedRevocations(db, 100 * SESSION_LIFE_MS)).waitingHashes).toEqual(['h1']);
  });

  it('has nothing to end when the platform has answered for as long as a session lasts, by its own clock', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    expect(await noteAnsweredTry(db, 'h1', 5_000)).toBe(false);
    // The player signs out once more under the same id: nothing of that is forgotten.
    await addRevocation(db, 'h1', 0);
    expect(await noteAnsweredTry(db, 'h1', 5_000 + SESSION_LIFE_MS)).toBe(false);
    expect(await noteAnsweredTry(db, 'h1', 5_001 + SESSION_LIFE_MS)).toBe(true);
  });

  it('that was refused is kept for a while, so that every tab hears of it', async () => {
    const db = freshDatabase();
    await addRevocation(db, 'h1', 0);
    await refuseRevocation(db, 'h1');
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: [], refusedHashes: ['h1'] });
    await storedRevocations(db, SESSION_LIFE_MS);
    expect(await storedRevocations(db, 1)).toEqual({ waitingHashes: [], refusedHashes: [] });
  });
});
