/** Protection below the HTTP calls: a clock that can be set to any instant, players with money, bets with known results. */
import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createMailer } from '../../../server/gateways/mail/mailer';
import { transaction } from '../../../server/db/transaction';
import { post } from '../../../server/ledger/post';
import type { PostingResult } from '../../../server/ledger/post';
import type { CallerPlace } from '../../../server/place/rules';
import { settleLookalikes } from '../../../server/lookalikes';
import type { Platform } from '../../../server/platform';
import { exclude } from '../../../server/protection/exclude';
import { confirmLimit, dropPendingLimit, setLimit } from '../../../server/protection/limits';
import { acknowledgeRealityCheck, setRealityCheck } from '../../../server/protection/reality-check';
import { readProtection } from '../../../server/protection/read-protection';
import type { Limit, Protection } from '../../../src/core/contract/protection';
import { kobo } from '../../../src/core/money';
import type { Kobo } from '../../../src/core/money';
import type { ExclusionLength, LimitKind, LimitPeriod } from '../../../src/core/protection';
import { makeCashier } from '../deposits';
import type { Cashier } from '../deposits';
import { HERE } from '../caller-places';
import { giveMoney, makePlayer } from '../players';
import { readLimit } from './read-limit';

export const naira = (amount: number): Kobo => kobo(Math.round(amount * 100));
const koboOrNone = (amount: number | null): Kobo | null => (amount === null ? null : naira(amount));
/** The hash of a session that does not exist. */
export const SESSION_HASH = '0'.repeat(64);
const DEVICE = { userAgent: 'a test', address: '' };

export interface StagePlayer {
  readonly userId: string;
  protection(): Promise<Protection>;
  limit(kind: LimitKind, period: LimitPeriod): Promise<Limit>;
  /** Decimal naira; null means no limit. */
  set(kind: LimitKind, period: LimitPeriod, amount: number | null, onlyLower?: boolean): Promise<void>;
  confirm(kind: LimitKind, period: LimitPeriod, amount: number | null): Promise<void>;
  drop(kind: LimitKind, period: LimitPeriod): Promise<void>;
  exclude(length: ExclusionLength): Promise<void>;
  realityCheck(minutes: number): Promise<void>;
  acknowledgeCheck(): Promise<void>;
  /** Plays a round with this stake and this win, in decimal naira. */
  bet(stake: number, win?: number): Promise<PostingResult>;
}

export interface Stage {
  readonly platform: Platform;
  readonly cashier: Cashier;
  /** Sets the platform's clock, forwards or backwards. */
  at(instant: string | number): void;
  pass(ms: number): void;
  player(naira?: number): Promise<StagePlayer>;
  /** Returns the functions for an existing player. */
  existingPlayer(userId: string): StagePlayer;
}

/** Makes a stage; `cashier` is an existing cashier, whose clock the stage uses. */
export function makeStage(
  pool: Pool,
  { place = HERE, cashier = makeCashier(pool) }: { readonly place?: CallerPlace; readonly cashier?: Cashier } = {},
): Stage {
  const platform: Platform = { ...cashier.platform, mailer: createMailer({ ...cashier.platform, randomBytes }) };
  const { now } = platform;

  function playerOf(userId: string): StagePlayer {
    const by = { userId, sessionHash: SESSION_HASH };
    const wish = (kind: LimitKind, period: LimitPeriod, amount: number | null) => ({ ...by, kind, period, amount: koboOrNone(amount) });
    const protection = (): Promise<Protection> => readProtection(pool, { userId, now: now(), place });
    return {
      userId,
      protection,
      limit: async (kind, period) => readLimit(await protection(), kind, period),
      set: (kind, period, amount, onlyLower = false) => transaction(pool, (tx) => setLimit(tx, now, wish(kind, period, amount), onlyLower)),
      confirm: (kind, period, amount) => transaction(pool, (tx) => confirmLimit(tx, now, wish(kind, period, amount))),
      drop: (kind, period) => transaction(pool, (tx) => dropPendingLimit(tx, now, wish(kind, period, null))),
      exclude: async (length) => {
        await transaction(pool, (tx) => exclude(tx, platform, { ...by, length, device: DEVICE }));
        await settleLookalikes(platform, [userId]);
      },
      realityCheck: (minutes) => transaction(pool, (tx) => setRealityCheck(tx, now, by, minutes)),
      acknowledgeCheck: () => transaction(pool, (tx) => acknowledgeRealityCheck(tx, now, by, place)),
      bet: (stake, win = 0) =>
        transaction(pool, (tx) =>
          post(tx, {
            userId, kind: 'round', reference: `bet-${randomBytes(8).toString('hex')}`, at: now(), place,
            moves: [
              { kind: 'stake', from: 'real', to: 'house', amount: naira(stake) },
              { kind: 'win', from: 'house', to: 'real', amount: naira(win) },
            ],
          }),
        ),
    };
  }

  return {
    platform,
    cashier,
    pass: cashier.pass,
    at: (instant) => cashier.pass((typeof instant === 'number' ? instant : Date.parse(instant)) - now().getTime()),
    existingPlayer: playerOf,
    player: async (amount = 1_000_000) => {
      const userId = await makePlayer(pool);
      if (amount > 0) await giveMoney(pool, userId, naira(amount));
      return playerOf(userId);
    },
  };
}
