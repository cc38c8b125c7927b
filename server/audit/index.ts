/** The door of `audit`: the trail of what admins change. */
export { auditPage } from './page';
export { AUDIT_INVARIANTS, verdictWords, verifyAudit } from './verify';
export { writeAudit } from './write';
