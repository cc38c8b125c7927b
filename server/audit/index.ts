/** The public interface of `audit`: the trail of the admins' changes. */
export { listAuditLines } from './audit-list';
export { AUDIT_INVARIANTS, describeVerdict, verifyAudit } from './verify-audit';
export { PLATFORM_ITSELF, writeAudit } from './write-audit';
