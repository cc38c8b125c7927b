/** What an operator's platform could do when it last said so, in a file: a host that starts again may not reach it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CAPABILITIES } from '../../src/core/contract/platform';
import type { Capability } from '../../src/core/contract/platform';

export interface AbilityFile {
  /** Null: nothing is known of this platform. Never rejects. */
  read(): Promise<readonly Capability[] | null>;
  /** @throws where the folder can't be written */
  write(capabilities: readonly Capability[]): Promise<void>;
}

const FILE = 'operator.json';
const content = z.object({ platformUrl: z.string(), capabilities: z.array(z.string()) });

/** In `dataDir`, which is made when there is something to keep. Of another platform nothing is read. */
export function abilityFile(dataDir: string, platformUrl: string): AbilityFile {
  const path = join(dataDir, FILE);
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => null);
      const read = content.safeParse(parsed(text));
      if (!read.success || read.data.platformUrl !== platformUrl) return null;
      return CAPABILITIES.filter((each) => read.data.capabilities.includes(each));
    },
    async write(capabilities) {
      await mkdir(dataDir, { recursive: true });
      // Renamed into its place: a crash leaves the old file or the new one, never half of one.
      await writeFile(`${path}.new`, `${JSON.stringify({ platformUrl, capabilities })}\n`);
      await rename(`${path}.new`, path);
    },
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
