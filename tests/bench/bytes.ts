/** What goes over the wire: every part of the app, each game, and a deploy that changed one word. */
import { join } from 'node:path';
import { DIST, MANIFEST, PARTS } from '../../server/tools/dist';
import { measureSizes } from '../../server/tools/sizes';
import { measureOneWord } from './one-word';
import { bytesLine } from './table';
import type { Line, Table } from './table';

type Budgets = Readonly<Record<string, number>>;

export async function measureBytes(): Promise<Table> {
  const sizes = await measureSizes(join(DIST, 'app'), MANIFEST, PARTS);
  const lines = sizes.map(({ name, bytes, budget }) => bytesLine(name, bytes, budget));
  return ['Bytes over the wire (brotli; 1 KB is 1,024 bytes)', lines];
}

/** Builds the app anew for each word. `isQuick`: one word alone. */
export async function measureDeploys(budgets: Budgets, isQuick: boolean): Promise<Table> {
  const page = await measureOneWord('src/pages/shared/profile/words.ts', 'My profile', 'Your profile');
  const lines: Line[] = [bytesLine(`a word of a page (${page.files.length} files)`, page.bytes, budgets['oneWordDeploy'] ?? null)];
  if (!isQuick) {
    const frame = await measureOneWord('src/app/words.ts', 'Skip to the page', 'Jump to the page');
    lines.push(bytesLine(`a word of the frame, which every page names (${frame.files.length} files)`, frame.bytes, null));
  }
  return ['A deploy that changed one word, for a player who has the app', lines];
}
