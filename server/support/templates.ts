/** Lists and stores templates: texts that the team uses in many answers. */
import type { PoolClient } from 'pg';
import type { NewTemplate, Template } from '../../src/core/contract/support-team';
import { writeAudit } from '../audit';
import { transaction } from '../db/transaction';
import { requireRole } from '../four-eyes';
import { ProblemError } from '../http/problem';
import { newId } from '../ids';
import type { Db } from '../ledger/accounts';
import type { Platform } from '../platform';

/** Nobody could find a template among more of them. */
const MOST_TEMPLATES = 100;

interface TemplateRow {
  readonly template_id: string;
  readonly version: number;
  readonly name: string;
  readonly text: string | null;
  readonly username: string;
  readonly at: Date;
}

const LATEST = `SELECT DISTINCT ON (t.template_id) t.template_id, t.version, t.name, t.text, p.username, t.at
  FROM support_template t JOIN player p ON p.user_id = t.written_by`;

/** Lists the templates that there are, by name. */
export async function listTemplates(db: Db): Promise<Template[]> {
  const { rows } = await db.query<TemplateRow>(`SELECT * FROM (${LATEST} ORDER BY t.template_id, t.version DESC) latest WHERE text IS NOT NULL ORDER BY lower(name), template_id`);
  return rows.flatMap(({ template_id: templateId, version, name, text, username: by, at }) =>
    (text === null ? [] : [{ templateId, version, name, text, by, at: at.toISOString() }]));
}

/**
 * Writes a further version of a template, or a new one; without a text it ends. Throws `not-found`, `conflict` where somebody has written one in the
 * meantime, and `limit-exceeded` where there are very many.
 */
export function writeTemplate(
  platform: Pick<Platform, 'pool' | 'now' | 'randomBytes'>, adminId: string, { templateId, seen, name, text }: NewTemplate,
): Promise<Template[]> {
  return transaction(platform.pool, async (tx) => {
    await requireRole(tx, adminId, 'support', 'owner');
    await tx.query('SELECT pg_advisory_xact_lock($1)', [TEMPLATES_LOCK]);
    const before = templateId === undefined ? undefined : await findLatest(tx, templateId);
    if (templateId !== undefined && before === undefined) throw new ProblemError('not-found', 'There is no such template.');
    if ((before?.version ?? 0) !== seen) throw new ProblemError('conflict', 'Somebody else has changed this template. Look at it again.');
    if (before === undefined && text !== null && (await listTemplates(tx)).length >= MOST_TEMPLATES) {
      throw new ProblemError('limit-exceeded', 'There are very many templates.', { detail: 'Delete some that nobody uses.' });
    }
    const at = platform.now();
    const id = templateId ?? newId(platform);
    await tx.query(
      'INSERT INTO support_template (template_id, version, name, text, written_by, at) VALUES ($1, $2, $3, $4, $5, $6)', [id, seen + 1, name, text, adminId, at],
    );
    await writeAudit(tx, {
      at, userId: adminId, action: 'template-written', subject: id, before: before === undefined ? null : { name: before.name, text: before.text }, after: { name, text },
    });
    return listTemplates(tx);
  });
}

/** Two admins who write templates at the same time wait for each other. */
const TEMPLATES_LOCK = 7_213_138;

async function findLatest(tx: PoolClient, templateId: string): Promise<TemplateRow | undefined> {
  const { rows } = await tx.query<TemplateRow>(`${LATEST} WHERE t.template_id = $1 ORDER BY t.template_id, t.version DESC`, [templateId]);
  return rows[0];
}
