/**
 * Looks at an installation: `npm run doctor`, also while Ayo runs. One line for each thing that was looked at. It ends with 0 when nothing is
 * wrong (warnings do not count), with 2 when something is, and with 1 when it could not look.
 */
import { createLineLog } from '../http/logging';
import { examine } from './doctor/examine';
import { runCommand } from './command';

const WORDS = { good: 'ok     ', warning: 'WARNING', wrong: 'WRONG  ' } as const;

async function run(): Promise<number> {
  const findings = await examine({ env: process.env, now: () => new Date(), log: createLineLog(process.stderr, 'database') });
  for (const { topic, state, says } of findings) process.stdout.write(`${WORDS[state]} ${topic}: ${says}\n`);
  return findings.some(({ state }) => state === 'wrong') ? 2 : 0;
}

await runCommand(run);
