/** The bytes over the wire: every part of the app, each game, and a deploy that changed one word. */
import { join } from 'node:path';
import { DIST, MANIFEST, PARTS } from '../../server/tools/dist';
import { measureSizes, measureWordDeploys } from '../../server/tools/sizes';
import { measureOneWord } from './word-deploy';
import { bytesLine } from './table';
import type { Line, Table } from './table';

type Budgets = Readonly<Record<string, number>>;

export async function measureBytes(): Promise<Table> {
  const sizes = await measureSizes(join(DIST, 'app'), MANIFEST, PARTS);
  const lines = sizes.map(({ name, bytes, budget }) => bytesLine(name, bytes, budget));
  return ['Bytes over the wire (brotli; 1 KB is 1,024 bytes)', lines];
}

/**
 * The number of words that the bench really deploys, the most expensive first; the others are computed from the build's
 * records.
 */
const BUILT_WORDS = 3;

/** Measures a changed word of each module, and builds the most expensive ones anew. With `isQuick` one word is built. */
export async function measureDeploys(budgets: Budgets, isQuick: boolean): Promise<Table> {
  const budget = budgets['oneWordDeploy'] ?? null;
  const wordDeploys = await measureWordDeploys(join(DIST, 'app'), MANIFEST, PARTS);
  const lines: Line[] = [];
  for (const { name } of wordDeploys.slice(0, isQuick ? 1 : BUILT_WORDS)) {
    const { bytes, files } = await measureOneWord(name);
    lines.push(bytesLine(`built anew: a word of ${name} (${files.length} files)`, bytes, budget));
  }
  lines.push(...wordDeploys.map(({ name, bytes }) => bytesLine(name, bytes, budget)));
  return ['A deploy that changed one word, for a player who has the app', lines];
}
