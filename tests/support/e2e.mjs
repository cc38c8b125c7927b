/**
 * `npm run test:e2e`: finds Chromium, builds the product when what it is made from has changed, and runs Playwright.
 * Arguments go to Playwright: `npm run test:e2e -- offline.spec.ts --grep "two tabs"`.
 */
import { findChromium, findHeadlessShell } from './chromium.mjs';
import { scratchEnv } from './scratch.mjs';
import { runNode, tool } from './stages.mjs';

async function main() {
  const chromium = findChromium();
  const built = await runNode(['--import', 'tsx', 'server/tools/build.ts', '--if-stale']);
  if (built.code !== 0) throw new Error('The build failed; there is nothing to test.');
  const config = 'tests/e2e/playwright.config.ts';
  const { code } = await runNode(
    [tool('@playwright/test/cli.js'), 'test', '--config', config, ...process.argv.slice(2)],
    { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: findHeadlessShell(chromium), ...scratchEnv() },
  );
  return code;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
