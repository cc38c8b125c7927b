/**
 * Fills a fresh database with a month of invented play: `npm run demo [-- --seed N] [-- --days N] [-- --players N]`. All of it goes through the
 * platform's own calls, and payments through the simulator. It refuses a database with accounts, and a configuration with real money.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { migrate } from '../db/migrate';
import { fillSearchKeys } from '../lookalikes';
import { MIGRATIONS } from './check-schema';
import { readConfig, runCommand, withAnyDatabase } from './command';
import { playMonth } from './demo/month';
import type { Month } from './demo/month';
import { PLAYER_PASSWORD } from './demo/people';
import { refuseOccupied, refuseRealPlace } from './demo/refusals';

const USAGE = 'Usage: npm run demo [-- --seed N] [-- --days N] [-- --players N]';
const MAX_SEED = 2 ** 31;
const SHOWN_PLAYERS = 5;

function readNumber(name: string, text: string | undefined, { fallback, most }: { readonly fallback: number; readonly most: number }): number {
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!/^\d{1,10}$/.test(text) || number < 1 || number > most) throw new Error(`${USAGE}\n--${name} is a whole number from 1 to ${most}.`);
  return number;
}

const listCounts = (counts: ReadonlyMap<string, number>): string => [...counts].map(([name, count]) => `${name} (${count})`).join(', ') || 'none';

function describe({ team, players, refusals, alerts }: Month, seed: number): string {
  const shown = players.filter(({ userId }) => userId !== null).slice(0, SHOWN_PLAYERS);
  return [
    '',
    `The demo is ready (--seed ${seed}). npm start with the same DATA_DIR or DATABASE_URL shows it; sign in at /sign-in?next=/admin.`,
    ...team.flatMap(({ username, password, secret, recoveryCodes }) => [
      `Owner ${username} / ${password}`, `  second factor, for an authenticator app: ${secret}`, `  or recovery codes, each once: ${recoveryCodes.join(' ')}`,
    ]),
    `Players, all with the password "${PLAYER_PASSWORD}": ${shown.map(({ body }) => body.username).join(', ')}`,
    `Calls that the rules refused: ${listCounts(refusals)}`,
    `Alerts of the month: ${listCounts(alerts)}`,
    'Its passwords and its server seeds are known to whoever knows the seed: use this database for looking alone, and never take it to the public.',
  ].join('\n');
}

async function run(): Promise<number> {
  const { values } = parseArgs({ args: process.argv.slice(2), options: { seed: { type: 'string' }, days: { type: 'string' }, players: { type: 'string' } } });
  const seed = readNumber('seed', values.seed, { fallback: randomInt(1, MAX_SEED), most: MAX_SEED });
  const days = readNumber('days', values.days, { fallback: 30, most: 90 });
  const count = readNumber('players', values.players, { fallback: 40, most: 200 });
  const config = readConfig();
  refuseRealPlace(config);
  return withAnyDatabase(config, async (pool) => {
    // A run that is cut off is begun anew, so nothing of it needs to be on the disk before it goes on.
    pool.on('connect', (client) => void client.query('SET synchronous_commit = off'));
    await refuseOccupied(pool);
    await migrate(pool, MIGRATIONS);
    await fillSearchKeys(pool);
    const report = (line: string): void => void process.stdout.write(`${line}\n`);
    report(`Filling ${days} days with ${count} players; --seed ${seed}.`);
    report(describe(await playMonth({ config, pool, seed, days, players: count, end: new Date(), report }), seed));
    return 0;
  });
}

await runCommand(run);
