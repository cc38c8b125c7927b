/**
 * The hashes of sessions that the platform is to end, in local storage beside the device's database: written before anything else at a
 * sign-out, in one step with it, and still there where the database is closed or the browser has thrown it away. They name nobody.
 */
import { localEntries } from '../../state/local-entries';

const ENTRY = 'revocations';
/** Few people sign out on one phone while there is no connection; the oldest go first. */
const MAX_HASHES = 50;

export interface RevocationEntries {
  readonly read: () => readonly string[];
  /** True when it is there afterwards. */
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
