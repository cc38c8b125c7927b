/** The bench measures what is built from what is here now. */
import { runNode } from '../support/stages.mjs';

/** Rejects when the build fails. In a process of its own: a build leaves its tools in memory. */
export async function buildIfStale(): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', 'server/tools/build.ts', '--if-stale']);
  if (code !== 0) throw new Error('The build failed; there is nothing to measure.');
}
