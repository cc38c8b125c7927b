/** Runs once before all end-to-end tests, and prepares a data directory with a database, so that not every product has to make one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PREPARED_DATA, startProduct } from '../../support/product';
import { ADMINS_FOLDER } from './deciding-admins';

/**
 * Makes the data directory by a first start, and names it to the tests' processes in their environment. Returns the function that removes it.
 * The first start itself is tested in `start.test.ts`.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct();
  await product.stop();
  process.env[PREPARED_DATA] = product.dataDir;
  const admins = await mkdtemp(join(tmpdir(), 'ayo-admins-'));
  process.env[ADMINS_FOLDER] = admins;
  return async () => {
    await rm(admins, { recursive: true, force: true, maxRetries: 5 });
    await product.dispose();
  };
}
