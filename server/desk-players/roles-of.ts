import type { AdminRole } from '../../src/core/admin-roles';
import type { Endpoint } from '../../src/core/contract/endpoint';

/** The roles of which an admin needs one for a call; none where it names none. */
export const rolesOf = ({ roles }: Endpoint): readonly AdminRole[] => (roles === undefined || roles === 'any' ? [] : roles);
