/** Stores the capabilities of an operator's platform in a file, because a host that starts again may not reach it. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { CAPABILITIES } from '../../src/core/contract/platform';
import type { Capability } from '../../src/core/contract/platform';

export interface CapabilityFile {
  /** Reads the stored capabilities; null where nothing is known of this platform. Never rejects. */
  read(): Promise<readonly Capability[] | null>;
  /** @throws where the folder can't be written */
  write(capabilities: readonly Capability[]): Promise<void>;
}

const FILE = 'operator.json';
const fileSchema = z.object({ platformUrl: z.string(), capabilities: z.array(z.string()) });

/** Opens the file in `dataDir`, which is made at the first write. Capabilities of another platform are ignored. */
export function createCapabilityFile(dataDir: string, platformUrl: string): CapabilityFile {
  const path = join(dataDir, FILE);
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => null);
      const storedFile = fileSchema.safeParse(parseText(text));
      if (!storedFile.success || storedFile.data.platformUrl !== platformUrl) return null;
      return CAPABILITIES.filter((each) => storedFile.data.capabilities.includes(each));
    },
    async write(capabilities) {
      await mkdir(dataDir, { recursive: true });
      // The new file is renamed into its place, so that a crash leaves the old one or the new one, never half of one.
      await writeFile(`${path}.new`, `${JSON.stringify({ platformUrl, capabilities })}\n`);
      await rename(`${path}.new`, path);
    },
  };
}

function parseText(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
