/** The roles of the operator's people. A person may have several; each call of the desk names those of which it needs one. */
export const ADMIN_ROLES = ['support', 'payments', 'risk', 'games', 'owner'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];
