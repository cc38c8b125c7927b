/**
 * The audit trail as a chain: each line carries a hash over its own content and the hash of the line before it, so that
 * none can be changed, put in or taken out without breaking all that follow.
 *
 * Each hash is made of a text of eight lines, UTF-8, with a line feed (0x0A) between them and none at the end: the hash
 * of the line before (64 hexadecimal characters in small letters), its number from 1 up, the time in UTC to the
 * microsecond, the admin's id, the action, the subject, and what was before and after as the database writes its JSON
 * (which holds no line feed). The first line follows the SHA-256 of `ayo audit 1`. Pure.
 */

/** A line as it is stored; every field is the text that goes into the hash. */
export interface AuditLine {
  readonly chainNo: number;
  readonly at: string;
  readonly userId: string;
  readonly action: string;
  readonly subject: string;
  readonly before: string;
  readonly after: string;
  /** Hex. */
  readonly hash: string;
}

/** Where a chain ends: how many lines it has, and the hash of the last, hex. */
export interface AuditHead {
  readonly length: number;
  readonly hash: string;
}

/** Returns the SHA-256 of a text in UTF-8, hex. It is a parameter, so that each machine can use its own implementation. */
export type HashText = (text: string) => string;

/** The head before the first line. */
export const auditStart = (hash: HashText): AuditHead => ({ length: 0, hash: hash('ayo audit 1') });

export function auditText(previous: string, { chainNo, at, userId, action, subject, before, after }: Omit<AuditLine, 'hash'>): string {
  return [previous, chainNo, at, userId, action, subject, before, after].join('\n');
}

/**
 * A fault at a line. `number`: a line is missing, or there twice. `hash`: the line is not the one its hash was made of, or it
 * does not follow the one before. `head`: the trail does not end at the head that was noted before.
 */
export interface AuditBreak {
  readonly wrong: 'number' | 'hash' | 'head';
  /** Number of the first line that is wrong; for `head` the one after the last. */
  readonly at: number;
}

/** Follows the next lines of a chain that is whole up to `head`, and returns its new head or its first break. */
export function followAudit(
  head: AuditHead, lines: readonly AuditLine[], hash: HashText,
): { readonly head: AuditHead } | { readonly broken: AuditBreak } {
  let last = head;
  for (const line of lines) {
    const at = last.length + 1;
    if (line.chainNo !== at) return { broken: { wrong: 'number', at } };
    if (hash(auditText(last.hash, line)) !== line.hash) return { broken: { wrong: 'hash', at } };
    last = { length: at, hash: line.hash };
  }
  return { head: last };
}
