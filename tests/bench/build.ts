/** Makes sure that the bench measures a build of the current sources. */
import { runNode } from '../support/stages.mjs';

/** Builds in a process of its own, because a build leaves its tools in memory. Rejects when the build fails. */
export async function buildIfStale(): Promise<void> {
  const { code } = await runNode(['--import', 'tsx', 'server/tools/build.ts', '--if-stale']);
  if (code !== 0) throw new Error('The build failed; there is nothing to measure.');
}
