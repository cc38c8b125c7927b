import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditStart, auditText, followAudit } from '../../../src/core/audit-chain';
import type { AuditLine } from '../../../src/core/audit-chain';
import { isNew, newUntil } from '../../../src/core/games/newness';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

function chainOf(subjects: readonly string[]): AuditLine[] {
  let previous = auditStart(hash).hash;
  return subjects.map((subject, n) => {
    const line = { chainNo: n + 1, at: '2026-11-22T09:00:00.000000Z', userId: 'a', action: 'game-changed', subject, before: 'null', after: '{"n": 1}' };
    previous = hash(auditText(previous, line));
    return { ...line, hash: previous };
  });
}

describe('the chain of the audit trail', () => {
  it('starts at the hash that is written down, and a text has eight lines', () => {
    expect(auditStart(hash).hash).toBe('7843aabe10f73e8e6fba75ab7097589549d9b5b4161676c1f63e8b2b814a7e07');
    const [line] = chainOf(['dice']);
    expect(line && auditText('00', line).split('\n')).toHaveLength(8);
  });

  it('is followed piece by piece', () => {
    const lines = chainOf(['a', 'b', 'c']);
    const half = followAudit(auditStart(hash), lines.slice(0, 2), hash);
    if ('broken' in half) throw new Error('broken');
    expect(followAudit(half.head, lines.slice(2), hash)).toEqual({ head: { length: 3, hash: lines[2]?.hash } });
  });

  it('breaks at the first line that is wrong', () => {
    const lines = chainOf(['a', 'b', 'c', 'd']);
    const changed = lines.map((line) => (line.chainNo === 3 ? { ...line, subject: 'x' } : line));
    expect(followAudit(auditStart(hash), changed, hash)).toEqual({ broken: { wrong: 'hash', at: 3 } });
    expect(followAudit(auditStart(hash), lines.filter(({ chainNo }) => chainNo !== 2), hash)).toEqual({ broken: { wrong: 'number', at: 2 } });
    expect(followAudit(auditStart(hash), [...lines.slice(0, 1), ...lines], hash)).toEqual({ broken: { wrong: 'number', at: 2 } });
  });
});

describe('a game that is new', () => {
  it.each([
    [null, '2026-11-22', false],
    ['2026-11-22', '2026-11-21', false],
    ['2026-11-22', '2026-11-22', true],
    ['2026-11-22', '2026-12-21', true],
    ['2026-11-22', '2026-12-22', false],
    ['2028-02-01', '2028-03-01', true],
    ['2028-02-01', '2028-03-02', false],
  ])('from %s is it on %s: %s', (from, today, is) => {
    expect(isNew(from, today)).toBe(is);
  });

  it('says until when', () => {
    expect(newUntil('2026-12-15')).toBe('2027-01-14');
  });
});
