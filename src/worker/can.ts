import type { WorkerSession } from './contract';

/** Tests if the platform of a session has a capability. While its capabilities are not known, it is assumed to have it. */
export const can = ({ capabilities }: WorkerSession) => (capability: string): boolean => capabilities?.includes(capability) ?? true;
