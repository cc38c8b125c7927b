import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Copies the database of a data directory whose server has ended into an empty one. The copy keeps the owner of the files, who is another user
 * than the test's where root runs it.
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', path.join(from, 'pg'), to]);
}
