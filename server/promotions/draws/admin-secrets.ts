/**
 * Takes the secrets of two admins, which decide a draw without a beacon. Each commits to a secret first, by its hash, and reveals it later.
 * Both commit before either reveals, and they reveal after the entries are frozen, so neither can choose a secret that makes somebody win. The
 * platform's seed is part of the result and is not in the database before the draw is over, so an admin who withholds a secret does not know
 * which result that prevents.
 */
import type { PoolClient } from 'pg';
import type { AdminDraw } from '../../../src/core/contract/draw-commits';
import { secretCommitOf } from '../../../src/core/draw-secret';
import { dateTime } from '../../../src/core/time';
import { writeAudit } from '../../audit';
import { createDecisionContext, readOrigin, requireRole } from '../../four-eyes';
import type { Browser } from '../../four-eyes';
import { ProblemError } from '../../http/problem';
import type { Platform } from '../../platform';
import { readAdminDraw } from './admin-draws';
import { lockRunningAttempt, readAttempts } from './attempts';
import type { Attempt, Commit } from './attempts';
import { findCommitRefusal } from './committers';
import type { CommitRefusal } from './committers';
import { DRAW_COLUMNS } from './draw-rows';
import type { DrawRow } from './draw-rows';
import { drawTransaction } from './draw-transaction';
import { beginRevealOnceCommitted } from './reveal-time';

interface DrawTarget {
  readonly adminId: string;
  readonly drawId: string;
  /** The try that the admin saw. */
  readonly attempt: number;
}

/**
 * Stores the admin's commit to a secret. The same commit again changes nothing. Throws 404 `not-found`; 409 `conflict` where that try is over
 * or needs none, two have committed, the admin has committed to something else, or the secret was used before; 403 `not-counted` for an
 * admin who counts as one person with the other one, has just become an admin, or did not reveal before.
 */
export async function commitDrawSecret(
  platform: Platform,
  { commit, ...target }: DrawTarget & { readonly commit: string },
  browser?: Browser,
): Promise<AdminDraw> {
  const { adminId, drawId } = target;
  const context = createDecisionContext(platform, adminId);
  const result = await drawTransaction(platform, async (tx, buffered): Promise<AdminDraw | CommitRefusal> => {
    const { draw, attempt } = await lockTarget(tx, target);
    if (!isCommitted(attempt, adminId, commit)) {
      const refusal = await findCommitRefusal(tx, context, await readAttempts(tx, [drawId]));
      if (refusal !== null) {
        await writeAudit(tx, { at: context.now, userId: adminId, action: 'draw-commit-not-counted', subject: drawId, before: null, after: refusal.why });
        return refusal;
      }
      await insertCommit(tx, { ...target, commit, place: attempt.commits.length + 1, at: context.now, browser });
      const withCommit = await lockRunningAttempt(tx, drawId);
      if (draw.frozen_at !== null && withCommit !== null) await beginRevealOnceCommitted(tx, buffered, draw, withCommit);
    }
    return requireAdminDraw(await readAdminDraw(tx, context, drawId));
  });
  if (!('problem' in result)) return result;
  platform.log('draw.commit-not-counted', { alert: true, adminId, drawId, ...result.why });
  throw result.problem;
}

/**
 * Reveals the secret of the admin's commit. Revealing it again changes nothing. Throws 404 `not-found`; 409 `conflict` where that try is over, the
 * admin has committed to nothing in it, the entries are not frozen yet or two have not committed, and after the time for it; 400
 * `validation` for another secret.
 */
export async function revealDrawSecret(platform: Platform, { secret, ...target }: DrawTarget & { readonly secret: string }): Promise<AdminDraw> {
  const { adminId, drawId } = target;
  const context = createDecisionContext(platform, adminId);
  return drawTransaction(platform, async (tx) => {
    const { attempt } = await lockTarget(tx, target);
    const own = attempt.commits.find(({ userId }) => userId === adminId);
    if (own === undefined) throw conflict('You have no secret in this draw.');
    if (own.secret === null) await reveal(tx, { attempt, own, secret, at: context.now, adminId });
    return requireAdminDraw(await readAdminDraw(tx, context, drawId));
  });
}

const conflict = (title: string, detail?: string): ProblemError => new ProblemError('conflict', title, detail === undefined ? {} : { detail });

/** Locks the try that the admin saw, so that nobody ends it or commits in it meanwhile. */
async function lockTarget(
  tx: PoolClient,
  { adminId, drawId, attempt: number }: DrawTarget,
): Promise<{ readonly draw: DrawRow; readonly attempt: Attempt }> {
  await requireRole(tx, adminId, 'games');
  const attempt = await lockRunningAttempt(tx, drawId);
  const { rows } = await tx.query<DrawRow>(`SELECT ${DRAW_COLUMNS} FROM draw d WHERE d.draw_id = $1`, [drawId]);
  const [draw] = rows;
  if (draw === undefined) throw new ProblemError('not-found', 'There is no such draw.');
  if (draw.drawn_at !== null) throw conflict('This draw is over.');
  if (attempt === null || attempt.number !== number || attempt.source !== 'admins') {
    throw conflict('What decides this draw has changed since you looked.', 'Look at it again.');
  }
  return { draw, attempt };
}

/** Says whether the admin has made this very commit. Throws `conflict` where the admin can't make one any more. */
function isCommitted({ commits }: Attempt, adminId: string, commit: string): boolean {
  const own = commits.find(({ userId }) => userId === adminId);
  if (own?.commit === commit) return true;
  if (own !== undefined) throw conflict('You have committed to another secret.', 'A commit can’t be changed. Use the secret that you wrote down.');
  if (commits.length >= 2) throw conflict('Two people have committed already.');
  return false;
}

interface NewCommit extends DrawTarget {
  readonly commit: string;
  readonly place: number;
  readonly at: Date;
  readonly browser: Browser | undefined;
}

async function insertCommit(tx: PoolClient, { adminId, drawId, attempt, commit, place, at, browser }: NewCommit): Promise<void> {
  const { network, device } = readOrigin(browser);
  const { rowCount } = await tx.query(
    `INSERT INTO draw_commit (draw_id, attempt, place, user_id, commit_hash, at, network, device) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (commit_hash) DO NOTHING`,
    [drawId, attempt, place, adminId, commit, at, network, device],
  );
  if (rowCount === 0) throw conflict('This secret was used before.', 'Make a new one.');
  await writeAudit(tx, { at, userId: adminId, action: 'draw-committed', subject: drawId, before: null, after: { attempt, commit } });
}

interface Reveal {
  readonly adminId: string;
  readonly attempt: Attempt;
  readonly own: Commit;
  readonly secret: string;
  readonly at: Date;
}

async function reveal(tx: PoolClient, { adminId, attempt, own, secret, at }: Reveal): Promise<void> {
  const { draw_id: drawId, number, ends_at: endsAt } = attempt;
  if (endsAt === null) throw conflict('It is too early to reveal your secret.', 'Secrets are revealed once entries are closed and two people have committed.');
  if (endsAt <= at) throw conflict('The time to reveal your secret is over.', `It ended on ${dateTime(endsAt.getTime())} (Lagos). Other admins decide the draw now.`);
  if (secretCommitOf(secret) !== own.commit) {
    throw new ProblemError('validation', 'This is not your secret.', { errors: [{ field: 'secret', message: 'This is not the secret that you committed to.' }] });
  }
  await tx.query('UPDATE draw_commit SET secret = $4, revealed_at = $5 WHERE draw_id = $1 AND attempt = $2 AND user_id = $3', [drawId, number, adminId, secret, at]);
  await writeAudit(tx, { at, userId: adminId, action: 'draw-revealed', subject: drawId, before: null, after: { attempt: number, commit: own.commit } });
}

/** Returns the draw, which must be there: it ends only when the job runs after the second secret, and this transaction has locked its try. */
function requireAdminDraw(draw: AdminDraw | undefined): AdminDraw {
  if (draw === undefined) throw new Error('the open draw is missing');
  return draw;
}
