/** Checks the whole audit trail, line by line, with a second implementation of its hashes. */
import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { auditStart, followAudit } from '../../src/core/audit-chain';
import type { AuditBreak, AuditHead, AuditLine } from '../../src/core/audit-chain';
import { transaction } from '../db/transaction';
import type { Invariant } from '../ledger/invariants';
import { inSlices } from '../ledger/subjects';

export const LINES_AT_ONCE = 1_000;

export const hashText = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

const LINES = `SELECT chain_no AS "chainNo", to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, user_id AS "userId",
    action, subject, before::text AS before, after::text AS after, encode(hash, 'hex') AS hash
  FROM admin_audit WHERE chain_no > $1 ORDER BY chain_no LIMIT ${LINES_AT_ONCE}`;

/** Reads the lines after the line `after`, up to `LINES_AT_ONCE`. */
export async function readAuditLines(tx: PoolClient, after: number): Promise<readonly AuditLine[]> {
  return (await tx.query<AuditLine>(LINES, [after])).rows;
}

export type AuditVerdict =
  | { readonly ok: true; readonly head: AuditHead }
  /** `line` is the line at the break; null where there is none. */
  | { readonly ok: false; readonly broken: AuditBreak; readonly line: AuditLine | null };

/**
 * Returns the first break of the trail, or its head. `recordedHead` is a head that somebody wrote down elsewhere earlier. The
 * trail must contain it, so that we also notice a trail that was replaced as a whole.
 */
export async function verifyAudit(pool: Pool, recordedHead: AuditHead | null = null): Promise<AuditVerdict> {
  return transaction(
    pool,
    async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      let head = auditStart(hashText);
      for (;;) {
        const rows = await readAuditLines(tx, head.length);
        const result = followAudit(head, rows, hashText);
        if ('broken' in result) {
          const { broken } = result;
          return { ok: false, broken, line: rows.find(({ chainNo }) => chainNo >= broken.at) ?? null };
        }
        const lineAtRecord = recordedHead === null ? undefined : rows.find(({ chainNo }) => chainNo === recordedHead.length);
        if (lineAtRecord !== undefined && lineAtRecord.hash !== recordedHead?.hash) return { ok: false, broken: { wrong: 'head', at: lineAtRecord.chainNo }, line: lineAtRecord };
        head = result.head;
        if (rows.length < LINES_AT_ONCE) break;
      }
      const { rows } = await tx.query<AuditHead>(`SELECT length, encode(hash, 'hex') AS hash FROM admin_audit_head`);
      const isWhole = rows[0]?.length === head.length && rows[0].hash === head.hash && (recordedHead?.length ?? 0) <= head.length;
      return isWhole ? { ok: true, head } : { ok: false, broken: { wrong: 'head', at: head.length + 1 }, line: null };
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

const BREAK_WORDS: Readonly<Record<AuditBreak['wrong'], string>> = {
  number: 'A line is missing or appears twice.',
  hash: 'The line does not match its hash, or does not follow the line before it.',
  head: 'The trail does not end at its recorded head, or does not contain it.',
};

/** Makes the text that the command prints. */
export function describeVerdict(verdict: AuditVerdict): string {
  if (verdict.ok) return `The audit trail is whole: ${verdict.head.length} lines. It ends at ${verdict.head.length}:${verdict.head.hash}`;
  const { broken, line } = verdict;
  const lineWords = line === null ? 'There is no line at this place.' : `Found there: line ${line.chainNo} of ${line.at}, ${line.action} of ${line.subject} by ${line.userId}.`;
  return `The audit trail is broken at line ${broken.at}. ${BREAK_WORDS[broken.wrong]} ${lineWords}`;
}

/** Checks the same in one query for the regular check of invariants. A broken trail raises an alert and does not stop money. */
export const AUDIT_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I14',
    rule: 'every line of the audit trail matches its hash and follows the line before it',
    ...inSlices('auditLine', (isInSlice) => `SELECT 'line ' || a.chain_no || ' does not fit its hash' AS found
      FROM admin_audit a LEFT JOIN admin_audit p ON p.chain_no = a.chain_no - 1
      WHERE ${isInSlice('a.chain_no')} AND ((p.chain_no IS NULL) <> (a.chain_no = 1) OR a.hash IS DISTINCT FROM audit_hash(
        coalesce(p.hash, sha256(convert_to('ayo audit 1', 'UTF8'))), a.chain_no, a.at, a.user_id, a.action, a.subject, a.before, a.after))`),
  },
  {
    id: 'I14',
    rule: 'the audit trail ends at its recorded head',
    violations: `SELECT 'the trail has ' || coalesce(l.total, 0) || ' lines of ' || coalesce(h.length, 0) AS found
      FROM (SELECT coalesce(max(chain_no), 0) AS total, max(chain_no) AS last FROM admin_audit) l
      LEFT JOIN admin_audit_head h ON true LEFT JOIN admin_audit a ON a.chain_no = l.last
      WHERE h.length IS DISTINCT FROM l.total OR (l.total > 0 AND a.hash IS DISTINCT FROM h.hash)`,
  },
];
