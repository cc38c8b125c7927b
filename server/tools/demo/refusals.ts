/** The reasons not to fill a database with invented play. */
import type { Pool } from 'pg';
import type { Config } from '../../config';
import { isLive } from '../../config/payments';

/** Throws where the configuration is that of a real place. */
export function refuseRealPlace(config: Pick<Config, 'payments' | 'platformUrl' | 'smtp'>): void {
  if (isLive(config.payments)) throw new Error('PAYSTACK_SECRET_KEY is a live key: money is real here. A demo fills a database of its own, without it.');
  if (config.platformUrl !== undefined) throw new Error('PLATFORM_URL is set: the database behind it is not ours to fill. Run the demo without it.');
  if (config.smtp !== undefined) throw new Error('SMTP_URL is set: invented players would get mails. Run the demo without it.');
}

/** Throws where somebody has an account, also one that an interrupted demo made. Looks at a database without tables, too. */
export async function refuseOccupied(pool: Pool): Promise<void> {
  const { rows: [table] } = await pool.query<{ there: boolean }>(`SELECT to_regclass('player') IS NOT NULL AS there`);
  if (table?.there !== true) return;
  const { rowCount } = await pool.query('SELECT FROM player LIMIT 1');
  if (rowCount !== 0) {
    throw new Error('This database has accounts already, of people or of a demo (also of one that was interrupted). A demo needs an empty one: set DATA_DIR to a new folder.');
  }
}
