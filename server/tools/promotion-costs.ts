/**
 * `npm run promotions:cost` prints what one claim of each promotion costs the house and brings players: of the offers of a new platform, or,
 * with `-- --database`, of those that this platform has now (with the embedded database: while Ayo is stopped). It changes nothing.
 */
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { costsOf } from '../../src/core/bonus-cost/promotion-costs';
import type { CostFacts } from '../../src/core/bonus-cost/promotion-costs';
import type { PromotionTerms } from '../../src/core/contract/promotions';
import { allEngines } from '../../src/core/games/registry';
import { formatNaira, nairaToKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { PROMOTION_IDS } from '../../src/core/promotions';
import { SHIPPED_PROMOTIONS } from '../../src/core/shipped-promotions';
import { CONTRIBUTION_SCALE } from '../../src/core/wagering';
import { listInitialGames } from '../games';
import { readPlaceFile } from '../place/read-place-file';
import { lowestWageringCeiling } from '../place/rules';
import { readLiveOffers } from '../promotions';
import { readConfig, runCommand, withDatabase } from './command';

interface Offers {
  readonly terms: readonly (readonly [name: string, terms: PromotionTerms])[];
  readonly facts: CostFacts;
}

/** Returns the offers of a new platform. */
export function shippedOffers(): Offers {
  const games = listInitialGames().flatMap(({ gameId, contribution }) => {
    const engine = allEngines.get(gameId);
    if (engine === undefined) return [];
    return [{ gameId, kind: engine.kind, maxRtp: engine.maxRtp ?? engine.rtp, contribution: Math.round(contribution * CONTRIBUTION_SCALE) }];
  });
  return { terms: PROMOTION_IDS.map((id) => [id, SHIPPED_PROMOTIONS[id]] as const), facts: { games, entries: null } };
}

async function liveOffers(): Promise<Offers> {
  const config = readConfig();
  const ceiling = lowestWageringCeiling(await readPlaceFile(config.placesFile));
  return withDatabase(config, (pool) => readLiveOffers(pool, ceiling));
}

const HEADINGS = ['promotion', 'at most (proven)', 'best play', 'ordinary player', 'becomes real money', 'wagering costs', 'budget'] as const;
const LEGEND = [
  'On average for one claim of the largest grant. "At most" holds for every way to play; "best play" is worked out over stakes, games and balances;',
  '"ordinary player" and "becomes real money" are those of somebody who plays one slot after the other until all is staked. "–": not worked out, or',
  'it depends on the number of entries.',
].join('\n');

/** Says where a claim can cost more than its budget: after games or the wagering that places allow were changed outside the app. */
function budgetCell(terms: PromotionTerms, atMost: Kobo): string {
  const budget = terms.kind === 'draw' ? null : nairaToKobo(terms.budget);
  if (budget === null) return '–';
  return `${formatNaira(budget, { whole: true })}${atMost > budget ? ' EXCEEDED' : ''}`;
}

/** The table as text; `costs` works a row out. */
export function costTable({ terms, facts }: Offers, costs: typeof costsOf = costsOf): string {
  const naira = (amount: Kobo | null): string => (amount === null ? '–' : formatNaira(amount, { whole: true }));
  const rows = terms.map(([name, each]) => {
    const { atMost, best, ordinary, house, wagering } = costs(each, facts);
    return [name, ...[atMost, best, ordinary, house, wagering].map(naira), budgetCell(each, atMost)];
  });
  const widths = HEADINGS.map((heading, column) => Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string => cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ').trimEnd();
  return [line(HEADINGS), ...rows.map(line), '', LEGEND].join('\n');
}

async function main(): Promise<number> {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { database: { type: 'boolean', default: false } } });
  process.stdout.write(`${costTable(values.database ? await liveOffers() : shippedOffers())}\n`);
  return 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runCommand(main);
