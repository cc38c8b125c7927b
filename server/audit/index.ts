/** The public interface of `audit`: the trail of the admins' changes. */
export { exportAuditLines, listAuditLines } from './audit-list';
export { readChainState, startAuditVerification } from './keep-verifying';
export { AUDIT_INVARIANTS, describeVerdict, verifyAudit } from './verify-audit';
export { PLATFORM_ITSELF, writeAudit } from './write-audit';
