/** Run once before all end-to-end tests: a data directory as a first start leaves it, so that not every product makes a database anew. */
import { PREPARED_DATA, startProduct } from '../../support/product';

/** The tests' processes are given its place; what comes back removes it. A first start by itself is what `start.test.ts` looks at. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct();
  await product.stop();
  process.env[PREPARED_DATA] = product.dataDir;
  return () => product.dispose();
}
