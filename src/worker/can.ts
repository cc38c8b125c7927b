import type { WorkerSession } from './contract';

/** Whether the platform of a session can do something; while that is not known the answer is yes. */
export const can = ({ capabilities }: WorkerSession) => (capability: string): boolean => capabilities?.includes(capability) ?? true;
