import type { Rate } from '../../server/rate-limits/rates';
import type { TestPlatform } from './platform';

/** Fills the bucket of a rate as if so many calls had come just before, for tests of what the next call is told. */
export async function fillRate({ pool, platform }: TestPlatform, { kind, leakMs }: Rate, subject: string, calls: number): Promise<void> {
  await pool.query(
    'INSERT INTO rate (kind, subject, empty_at) VALUES ($1, $2, $3) ON CONFLICT (kind, subject) DO UPDATE SET empty_at = excluded.empty_at',
    [kind, subject, new Date(platform.now().getTime() + calls * leakMs)],
  );
}
