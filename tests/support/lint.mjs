/**
 * `npm run lint`: oxlint (each file by itself, `.oxlintrc.json`), dependency-cruiser (who imports whom), and colours in style sheets.
 * All run; the exit code is 1 when one complained. Arguments go to oxlint: `npm run lint -- --fix src/ui`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GO_MEMORY, ROOT, runNode, seconds, tool } from './stages.mjs';

const CRUISED = ['src', 'sw', 'server', 'tests', 'vite.config.ts'];
const TOKENS = join('ui', 'tokens.css');
const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/gi;

/** Colours in style sheets other than the tokens; comments and ids in selectors don't count. @param {string} folder */
export function findStrayColours(folder) {
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.css'));
  return sheets
    .filter((path) => !path.endsWith(TOKENS))
    .flatMap((path) => {
      const text = readFileSync(join(folder, path), 'utf8').replace(/\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, ' '));
      return text.split('\n').flatMap((line, n) => {
        const value = /:(.*)/.exec(line)?.[1] ?? '';
        return (value.match(COLOUR) ?? []).map((colour) => `${join(folder, path)}:${n + 1} ${colour}`);
      });
    });
}

function lintStyles() {
  const strays = findStrayColours(join(ROOT, 'src'));
  for (const stray of strays) console.error(`${stray}: colours stand in src/ui/tokens.css; use its custom properties.`);
  return { code: strays.length === 0 ? 0 : 1, ms: 0 };
}

const OXLINT = [tool('oxlint/bin/oxlint'), '--config', '.oxlintrc.json'];
/** Its typed part is a Go program, whose threads work out the same types, each for itself: one takes two thirds of the CPU time of two. */
const GO_THREADS = { ...GO_MEMORY, GOMAXPROCS: '1' };
const CRUISER = [
  tool('dependency-cruiser/bin/dependency-cruise.mjs'),
  ...CRUISED,
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'err-long',
];

async function main() {
  const [imports, rules] = await Promise.all([runNode(CRUISER), runNode([...OXLINT, ...process.argv.slice(2)], GO_THREADS)]);
  const results = { imports, styles: lintStyles(), rules };
  for (const [name, { code, ms }] of Object.entries(results)) {
    console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(ms)})`);
  }
  return Object.values(results).every(({ code }) => code === 0) ? 0 : 1;
}

if (process.argv[1]?.endsWith('lint.mjs') === true) process.exitCode = await main();
