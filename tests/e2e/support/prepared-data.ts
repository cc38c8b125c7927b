/** Runs once before all end-to-end tests, and prepares a data directory with a database, so that not every product has to make one. */
import { PREPARED_DATA, startProduct } from '../../support/product';

/**
 * Makes the data directory by a first start, and names it to the tests' processes in their environment. Returns the function that removes it.
 * The first start itself is tested in `start.test.ts`.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct();
  await product.stop();
  process.env[PREPARED_DATA] = product.dataDir;
  return () => product.dispose();
}
