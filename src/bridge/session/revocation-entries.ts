/**
 * Keeps the hashes of sessions that the platform is to end in local storage, beside the device's database. At a sign-out they
 * are written before everything else, in the same step, and they are still there when the database is closed or the browser has
 * deleted it. They name nobody.
 */
import { localEntries } from '../../state/local-entries';

const ENTRY = 'revocations';
/** Beyond this number the oldest are deleted. Few people sign out on one phone while there is no connection. */
const MAX_HASHES = 50;

export interface RevocationEntries {
  readonly read: () => readonly string[];
  /** Returns true when the hash is stored afterwards. */
  readonly add: (hash: string) => boolean;
  readonly remove: (hash: string) => void;
}

function read(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localEntries()?.getItem(ENTRY) ?? '[]');
    return Array.isArray(value) ? value.filter((hash): hash is string => typeof hash === 'string' && /^[\da-f]{64}$/.test(hash)) : [];
  } catch {
    return [];
  }
}

function write(hashes: readonly string[]): boolean {
  try {
    const storage = localEntries();
    if (hashes.length === 0) storage?.removeItem(ENTRY);
    else storage?.setItem(ENTRY, JSON.stringify(hashes.slice(-MAX_HASHES)));
    return storage !== null;
  } catch {
    return false;
  }
}

export const revocationEntries: RevocationEntries = {
  read,
  add: (hash) => read().includes(hash) || write([...read(), hash]),
  remove(hash) {
    const hashes = read();
    if (hashes.includes(hash)) write(hashes.filter((each) => each !== hash));
  },
};
