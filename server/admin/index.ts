/** The public interface of `admin`: people, approvals and games. */
export { registerApprovals } from './approval-routes';
export { createAdminDirectory } from './admin-directory';
export { endEveryRole } from './end-every-role';
export { confirmOnServer } from './people';
export { registerAdminAccounts } from './people-routes';
export { resetFactorOnServer } from './reset-second-factor';
export { restoreOnServer } from './restore-admin';
export { registerAdmin } from './routes';
export { refuseLastOwner } from './desk-roles';
export { endAdminRole, lockAdmins } from './admin-role';
