/** What admins see and change of the promotions. Every change leaves a line in the audit trail. */
import { isDeepStrictEqual } from 'node:util';
import type { PoolClient } from 'pg';
import type { AnswerOf, BodyOf } from '../../src/core/contract/endpoint';
import type { FieldError } from '../../src/core/contract/problem';
import type { listAdminPromotions, patchAdminPromotion, Promotion } from '../../src/core/contract/promotions';
import { kobo, koboToNaira } from '../../src/core/money';
import type { PromotionId } from '../../src/core/promotions';
import { writeAudit } from '../admin/audit';
import { transaction } from '../db/transaction';
import { findGame } from '../games/catalogue';
import { stakeProblem } from '../games/stake';
import { ProblemError } from '../http/problem';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';
import { readCosts } from './costs';
import { lockPromotion, readPromotions, updatePromotion } from './rows';
import type { Changed } from './rows';
import { rowOfTerms, TERMS_COLUMNS, termsOf, toPromotion } from './terms';
import type { PromotionRow } from './terms';

type AdminPromotions = AnswerOf<typeof listAdminPromotions>;

/** Every promotion with what it has cost so far. */
export async function listForAdmins(db: Db): Promise<AdminPromotions> {
  const costs = await readCosts(db);
  const items = (await readPromotions(db)).map((row) => {
    const { granted = 0, converted = 0, lost = 0, claims = 0 } = costs.get(row.promotion_id) ?? {};
    const naira = (amount: number): number => koboToNaira(kobo(amount));
    return { ...toPromotion(row), updatedBy: row.updated_by, granted: naira(granted), converted: naira(converted), lost: naira(lost), claims };
  });
  return { items };
}

interface Change {
  readonly adminId: string;
  readonly promotionId: PromotionId;
  /** That the change starts from. */
  readonly version: number;
  readonly patch: BodyOf<typeof patchAdminPromotion>;
}

/**
 * Changes a promotion for claims from now on: what was claimed before keeps its terms. Throws 412 `version-conflict` with
 * the promotion as it is now when `version` is not its version, and 400 `validation` with words at the fields.
 */
export async function patchPromotion(platform: Pick<Platform, 'pool' | 'now'>, change: Change): Promise<Promotion> {
  const { adminId, promotionId, version, patch } = change;
  return transaction(platform.pool, async (tx) => {
    const row = await lockPromotion(tx, promotionId, 'update');
    if (row.version !== version) {
      throw new ProblemError('version-conflict', 'Somebody else changed this promotion meanwhile.', { current: toPromotion(row) });
    }
    const wanted = applied(row, patch);
    const errors = await problemsOf(tx, row, wanted);
    if (errors.length > 0) throw new ProblemError('validation', 'Check what you typed.', { errors });
    if (isDeepStrictEqual(editable(row), editable(wanted))) return toPromotion(row);
    const changed = await updatePromotion(tx, promotionId, wanted, { adminId, at: platform.now() });
    await writeAudit(tx, {
      at: changed.updated_at, userId: adminId, action: 'promotion-changed', subject: promotionId, before: editable(row), after: editable(changed),
    });
    return toPromotion(changed);
  });
}

function applied(row: PromotionRow, { name, enabled, terms }: Change['patch']): Changed {
  return { ...row, ...(terms !== undefined && rowOfTerms(terms)), name: name ?? row.name, enabled: enabled ?? row.enabled };
}

/** What admins can change, as the audit trail keeps it. */
function editable(row: Changed): Record<string, unknown> {
  return { name: row.name, enabled: row.enabled, terms: termsOf(row) };
}

async function problemsOf(tx: PoolClient, row: PromotionRow, wanted: Changed): Promise<FieldError[]> {
  if (wanted.kind !== row.kind) return [{ field: 'terms.kind', message: 'A promotion stays of its kind.' }];
  if (TERMS_COLUMNS.every((column) => isDeepStrictEqual(wanted[column], row[column]))) return [];
  return wanted.kind === 'free-spins' ? spinProblems(tx, wanted) : [];
}

async function spinProblems(tx: PoolClient, wanted: Changed): Promise<FieldError[]> {
  const game = await findGame(tx, wanted.game_id ?? '');
  if (game?.engine.kind !== 'slots' || game.row.frame !== null) return [{ field: 'terms.gameId', message: 'Free spins are for one of the slots in the catalogue.' }];
  const { min_stake: min, max_stake: max } = game.row;
  const message = stakeProblem(kobo(wanted.spin_stake ?? 0), { min, max, engine: game.engine });
  return message === null ? [] : [{ field: 'terms.stake', message }];
}
