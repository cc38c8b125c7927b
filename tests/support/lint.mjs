/**
 * `npm run lint`: eslint, oxlint (the rules that need types), dependency-cruiser (who imports whom), and colours in style sheets.
 * All run; the exit code is 1 when one complained. Arguments go to eslint: `npm run lint -- --fix src/ui`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CACHE, ROOT, runNode, seconds, tool } from './stages.mjs';

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

/** Its rules look at one file at a time, so what it said of a file holds until the file, or the rules, are changed. */
const ESLINT_CONFIG = '.eslint.config.mjs';
const rulesHash = createHash('sha256').update(readFileSync(join(ROOT, ESLINT_CONFIG))).digest('hex').slice(0, 12);
const ESLINT = [
  tool('eslint/bin/eslint.js'), '--config', ESLINT_CONFIG, '--max-warnings', '0',
  '--cache', '--cache-strategy', 'content', '--cache-location', join(CACHE, `eslint-${rulesHash}`),
];
const OXLINT = [tool('oxlint/bin/oxlint'), '--config', '.oxlintrc.json'];
const CRUISER = [
  tool('dependency-cruiser/bin/dependency-cruise.mjs'),
  ...CRUISED,
  '--config',
  '.dependency-cruiser.cjs',
  '--output-type',
  'err-long',
];

async function main() {
  const eslintArguments = process.argv.slice(2);
  const paths = eslintArguments.some((argument) => !argument.startsWith('-')) ? [] : ['.'];
  const [imports, types, eslint] = await Promise.all([runNode(CRUISER), runNode(OXLINT), runNode([...ESLINT, ...eslintArguments, ...paths])]);
  const results = { imports, styles: lintStyles(), types, eslint };
  for (const [name, { code, ms }] of Object.entries(results)) {
    console.log(`${name}: ${code === 0 ? 'ok' : 'FAILED'} (${seconds(ms)})`);
  }
  return Object.values(results).every(({ code }) => code === 0) ? 0 : 1;
}

if (process.argv[1]?.endsWith('lint.mjs') === true) process.exitCode = await main();
