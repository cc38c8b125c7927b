/** The weekly draw without the calls of the contract: the test turns the clock, and players enter. */
import type { BeaconConfig } from '../../server/config/draws';
import type { Mail } from '../../server/gateways/mail/port';
import type { Platform } from '../../server/platform';
import { runDraws } from '../../server/promotions/draws/run-draws';
import { readDraws } from '../../server/promotions/draws/published-draws';
import type { Draw } from '../../src/core/contract/draws';
import { makePlayer } from './players';
import { promotionStage } from './promotions';
import type { ClaimAnswer, PromotionStage } from './promotions';

/** In Lagos: Monday 23 November 2026 0:00, when the draw opens, and Sunday 29 November 20:00, when it closes. */
export const DRAW_OPENS = '2026-11-22T23:00:00.000Z';
export const DRAW_CLOSES = '2026-11-29T19:00:00.000Z';

export interface DrawStage extends PromotionStage {
  /** The platform that runs the draws, whose mails are kept in `mails`. */
  readonly platform: Platform;
  readonly mails: readonly Mail[];
  /** Publishes and draws what is due, as the job does. */
  runDraws(): Promise<unknown>;
  /** Lists the draws, the newest first. */
  readDraws(): Promise<readonly Draw[]>;
  makeUnverified(count: number): Promise<string[]>;
  makeVerified(count: number): Promise<string[]>;
  enter(userId: string): Promise<ClaimAnswer>;
  /** Lets verified players enter this week's draw. Returns the player of each entry. */
  enterMany(count: number): Promise<Map<string, string>>;
  /** Returns the kobo of prizes that each player has got. */
  readPrizes(): Promise<Map<string, number>>;
}

export interface DrawStageOptions {
  /** Default: none, so the platform's seed decides alone while there is one admin. */
  readonly drawBeacon?: BeaconConfig;
}

/** Makes a stage whose clock shows the opening of a draw. */
export async function drawStage({ drawBeacon }: DrawStageOptions = {}): Promise<DrawStage> {
  const stage = await promotionStage();
  const { pool } = stage.database;
  const mails: Mail[] = [];
  const base = stage.cashier.platform;
  const platform: Platform = { ...base, config: { ...base.config, drawBeacon }, mailer: { send: async (_tx, mail) => void mails.push(mail) } };
  stage.at(DRAW_OPENS);

  const run = () => runDraws(platform);
  const makeUnverified = (count: number) => Promise.all(Array.from({ length: count }, () => makePlayer(pool)));
  const makeVerified = async (count: number) => {
    const userIds = await makeUnverified(count);
    // These rows are what a check of each NIN would leave. Making the checks would take half the time of a draw.
    await pool.query(`UPDATE player SET verification = 'verified', version = version + 1 WHERE user_id = ANY($1)`, [userIds]);
    await pool.query(
      `INSERT INTO identity (user_id, person_hash, gateway, kind, wording_version, verified_at)
       SELECT user_id, sha256(convert_to(user_id, 'UTF8')), 'simulator', 'virtual-nin', '1', $2 FROM unnest($1::text[]) AS user_id`,
      [userIds, platform.now()],
    );
    return userIds;
  };
  const enter = (userId: string) => stage.claim(userId, 'giveaway');

  return {
    ...stage,
    platform,
    mails,
    runDraws: run,
    readDraws: async () => (await readDraws(pool, null, 10)).items,
    makeUnverified,
    makeVerified,
    enter,
    enterMany: async (count) => {
      await run();
      const players = new Map<string, string>();
      for (const userId of await makeVerified(count)) {
        const { claimed } = await enter(userId);
        players.set(claimed?.entry?.entryId ?? '', userId);
      }
      return players;
    },
    readPrizes: async () => {
      const { rows } = await pool.query<{ user_id: string; won: number }>(
        `SELECT user_id, sum(amount)::bigint AS won FROM ledger_entry WHERE kind = 'bonus' AND balance_after IS NOT NULL GROUP BY user_id`,
      );
      return new Map(rows.map((row) => [row.user_id, row.won]));
    },
  };
}
