/**
 * `npm run games:sheets` writes the par sheets of this build's games and the versions of their rules. Run it after a change of a
 * game's rules, because the platform doesn't start with rules that are not those of its sheets.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { canonicalJson } from '../../../src/core/canonical-json';
import { allEngines } from '../../../src/core/games/registry';
import { computeParSheet } from './compute';

const SHEETS = new URL('sheets.json', import.meta.url);
const VERSIONS = new URL('../../../src/core/games/rules/versions.ts', import.meta.url);
const MAX_LINE_WIDTH = 140;

/** JSON for people: what fits on a line stands on one, and so does a list of words, like a strip. */
function prettyJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value);
  const isStrip = Array.isArray(value) && value.every((part) => typeof part === 'string' && !part.includes(' '));
  if (flat.length + indent.length <= MAX_LINE_WIDTH || isStrip || typeof value !== 'object' || value === null) return flat;
  const deeper = `${indent} `;
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((part) => prettyJson(part, deeper))
    : Object.entries(value).filter(([, part]) => part !== undefined).map(([name, part]) => `${JSON.stringify(name)}: ${prettyJson(part, deeper)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  return `${open}\n${deeper}${members.join(`,\n${deeper}`)}\n${indent}${close}`;
}

const sheets = [...allEngines.keys()].map((gameId) => [gameId, computeParSheet(gameId)] as const);
const versions = sheets.map(([gameId, sheet]) => {
  const version = createHash('sha256').update(canonicalJson(sheet)).digest('hex');
  return `  ${/^[a-z]+$/.test(gameId) ? gameId : `'${gameId}'`}: '${version}',`;
});
await writeFile(SHEETS, `${prettyJson(Object.fromEntries(sheets))}\n`);
await writeFile(VERSIONS, `/**
 * The versions of the rules that this build plays: the SHA-256 of each game's par sheet. Written by \`npm run games:sheets\`; a test
 * compares them with the rules.
 */
export const RULES_VERSIONS: Readonly<Record<string, string>> = {
${versions.join('\n')}
};
`);
process.stdout.write(`${versions.map((line) => line.trim()).join('\n')}\n`);
